import type { AccountTranslate } from '@touchline/i18n';

/** Something to be said in the language of the page, whichever that is by then. */
export type LocalisedMessage = (t: AccountTranslate) => string;
