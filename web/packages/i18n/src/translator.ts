import type { Locale } from './locale.ts';
import type { en } from './locales/en.ts';
import { formatMessage, parseMessage, type Part } from './message.ts';
import type { MessageValues } from './message-values.ts';

export type Messages = Readonly<Record<string, string>>;

/** English gives the keys, and the values that each message takes. */
export type Translate<English extends Messages = typeof en> = <Key extends keyof English>(
  key: Key,
  ...values: MessageValues<English[Key]>
) => string;

export interface Translator<English extends Messages = typeof en> {
  locale: Locale;
  t: Translate<English>;
}

export function createTranslator<English extends Messages = typeof en>(
  locale: Locale,
  catalogue: Readonly<Record<keyof English, string>>,
): Translator<English> {
  const parsed = new Map<keyof English, readonly Part[]>();
  return {
    locale,
    t: (key, ...[values]) => {
      const parts = parsed.get(key) ?? parseMessage(catalogue[key] ?? '');
      parsed.set(key, parts);
      return formatMessage(parts, values ?? {}, locale);
    },
  };
}
