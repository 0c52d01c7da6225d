export { type AccountTranslate, loadAccountMessages, useAccountT } from './account.ts';
export { type ConsoleTranslate, loadConsoleMessages, useConsoleT } from './console.ts';
export { type ContentTranslate, contentTranslate, loadContentMessages, useContentT } from './content.ts';
export type { MessageKey } from './catalogue.ts';
export { currentTranslator, setLocale, useLocale, useT } from './current.ts';
export { formatNumber, priceTitle } from './format.ts';
export { loadPlayerMessages, usePlayerT } from './player.ts';
export { DEFAULT_LOCALE, isLocale, type Locale, LOCALES } from './locale.ts';
export type { Translate, Translator } from './translator.ts';
