import { DEFAULT_LOCALE, isLocale, type Locale, setLocale } from '@touchline/i18n';

const KEY = 'touchline-console-language';

/** What the operator chose last, or else what the browser asks for. */
export function wantedLocale(stored: string | null, asked: readonly string[]): Locale {
  if (isLocale(stored)) return stored;
  return asked.map((tag) => tag.slice(0, 2)).find(isLocale) ?? DEFAULT_LOCALE;
}

/** Shows the console in a language from now on. */
async function setDocumentLocale(locale: Locale): Promise<void> {
  await setLocale(locale);
  document.documentElement.lang = locale;
}

export async function setWantedLocale(): Promise<void> {
  await setDocumentLocale(wantedLocale(localStorage.getItem(KEY), navigator.languages));
}

export async function chooseLocale(locale: Locale): Promise<void> {
  localStorage.setItem(KEY, locale);
  await setDocumentLocale(locale);
}
