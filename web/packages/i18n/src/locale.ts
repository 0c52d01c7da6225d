import type { Catalogue } from './catalogue.ts';
import { en } from './locales/en.ts';

export const LOCALES = ['en', 'fr', 'bg'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'en';

/** English comes with the app, the others each as a chunk of its own. */
export async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  switch (locale) {
    case 'en':
      return en;
    case 'fr':
      return (await import('./locales/fr.ts')).fr;
    case 'bg':
      return (await import('./locales/bg.ts')).bg;
  }
}

export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}
