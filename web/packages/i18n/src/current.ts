import { useSyncExternalStore } from 'react';
import { DEFAULT_LOCALE, loadCatalogue, type Locale } from './locale.ts';
import { en } from './locales/en.ts';
import { createTranslator, type Translate, type Translator } from './translator.ts';

let current: Translator = createTranslator(DEFAULT_LOCALE, en);
let wanted: Locale = DEFAULT_LOCALE;
const listeners = new Set<() => void>();
/** What has to have a language before the page changes to it. */
const companions = new Set<(locale: Locale) => Promise<void>>();

/** Loads the locale and shows it everywhere; the last call wins, whichever file comes first. */
export async function setLocale(locale: Locale): Promise<void> {
  wanted = locale;
  const [catalogue] = await Promise.all([loadCatalogue(locale), ...[...companions].map((prepare) => prepare(locale))]);
  if (wanted !== locale || current.locale === locale) return;
  current = createTranslator(locale, catalogue);
  for (const notify of listeners) notify();
}

/** Prepares for the page's language now, and for every other one before the page changes to it. */
export async function joinLanguage(prepare: (locale: Locale) => Promise<void>): Promise<void> {
  companions.add(prepare);
  // A change that began before this joined does not wait for it.
  await Promise.all([prepare(current.locale), prepare(wanted)]);
}

/** For code outside components; components use `useT`, which follows a change of language. */
export function currentTranslator(): Translator {
  return current;
}

export function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** The function is a new one for each language, so that memoised text is made again. */
export function useT(): Translate {
  return useSyncExternalStore(subscribe, currentTranslator).t;
}

export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentTranslator).locale;
}
