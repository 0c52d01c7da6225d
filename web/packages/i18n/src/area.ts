import { useSyncExternalStore } from 'react';
import { currentTranslator, joinLanguage, subscribe } from './current.ts';
import { loadCatalogue, type Locale } from './locale.ts';
import type { en } from './locales/en.ts';
import { createTranslator, type Messages, type Translate } from './translator.ts';

/** Messages of a group of screens, loaded with them: the first page carries only what it says itself. */
export interface Area<English extends Messages> {
  /** To be awaited before a screen of the group is shown; follows the language from then on. */
  load(): Promise<void>;
  /** Says what the group says, and what every screen says. */
  useT(): Translate<English & typeof en>;
  /** The same for code outside components. */
  current(): Translate<English & typeof en>;
}

type Load<English extends Messages> = () => Promise<Readonly<Record<keyof English, string>>>;

export function createArea<English extends Messages>(files: Readonly<Record<Locale, Load<English>>>): Area<English> {
  const known = new Map<Locale, Translate<English & typeof en>>();

  async function prepare(locale: Locale): Promise<void> {
    if (known.has(locale)) return;
    const [common, own] = await Promise.all([loadCatalogue(locale), files[locale]()]);
    known.set(locale, createTranslator<English & typeof en>(locale, { ...common, ...own }).t);
  }

  function current(): Translate<English & typeof en> {
    const t = known.get(currentTranslator().locale);
    if (!t) throw new Error('a screen is shown before its messages are loaded');
    return t;
  }

  return {
    load: () => joinLanguage(prepare),
    useT: () => useSyncExternalStore(subscribe, current),
    current,
  };
}
