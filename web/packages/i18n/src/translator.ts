import type { Catalogue, MessageKey } from './catalogue.ts';
import type { Locale } from './locale.ts';
import type { en } from './locales/en.ts';
import { formatMessage, parseMessage, type Part } from './message.ts';
import type { MessageValues } from './message-values.ts';

export type Translate = <Key extends MessageKey>(key: Key, ...values: MessageValues<(typeof en)[Key]>) => string;

export interface Translator {
  locale: Locale;
  t: Translate;
}

export function createTranslator(locale: Locale, catalogue: Catalogue): Translator {
  const parsed = new Map<MessageKey, readonly Part[]>();
  return {
    locale,
    t: (key, ...[values]) => {
      const parts = parsed.get(key) ?? parseMessage(catalogue[key]);
      parsed.set(key, parts);
      return formatMessage(parts, values ?? {}, locale);
    },
  };
}
