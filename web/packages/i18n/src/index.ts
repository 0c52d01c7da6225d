export { type AccountTranslate, loadAccountMessages, useAccountT } from './account.ts';
export { type ClipTranslate, loadClipMessages, useClipT } from './clips.ts';
export {
  type ConsoleKey,
  consoleTranslate,
  type ConsoleTranslate,
  loadConsoleMessages,
  useConsoleT,
} from './console.ts';
export { type ContentTranslate, contentTranslate, loadContentMessages, useContentT } from './content.ts';
export { COOKIE_NOTICE } from './cookie-notice.ts';
export type { MessageKey } from './catalogue.ts';
export { currentTranslator, setLocale, useLocale, useT } from './current.ts';
export { formatDuration, formatNumber, priceTitle } from './format.ts';
export { LANGUAGE_NAMES } from './language-names.ts';
export { loadShopMessages, shopTranslate, type ShopTranslate, useShopT } from './shop.ts';
export { loadPlayerMessages, usePlayerT } from './player.ts';
export { type Problem, problemText } from './problem-text.ts';
export { DEFAULT_LOCALE, isLocale, type Locale, LOCALES } from './locale.ts';
export type { Translate, Translator } from './translator.ts';
