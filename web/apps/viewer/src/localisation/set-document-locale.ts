import { currentTranslator, type Locale, setLocale } from '@touchline/i18n';

/** Shows the page in a language, and tells whether it could: a file that cannot be had leaves the page as it is. */
export async function setDocumentLocale(locale: Locale): Promise<boolean> {
  const spoken = await setLocale(locale).then(
    () => true,
    () => false,
  );
  document.documentElement.lang = currentTranslator().locale;
  return spoken;
}
