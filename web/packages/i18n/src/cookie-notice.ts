import type { Locale } from './locale.ts';

/** What the cookie notice says where a channel has no text of its own, for those who write one. */
export const COOKIE_NOTICE: Readonly<Record<Locale, string>> = {
  en: 'We use cookies that this site needs. May we also use optional ones to improve it?',
  fr: 'Nous utilisons les cookies nécessaires à ce site. Pouvons-nous aussi utiliser des cookies facultatifs pour l’améliorer ?',
  bg: 'Използваме бисквитките, необходими на този сайт. Може ли да използваме и незадължителни, за да го подобряваме?',
};
