import { createArea } from './area.ts';
import type { en } from './locales/account/en.ts';

/** Every locale says everything that English says: a missing or an extra key fails the type check. */
export type AccountCatalogue = Readonly<Record<keyof typeof en, string>>;

/** Login, registration, profile and all else around an account. */
const area = createArea<typeof en>({
  en: async () => (await import('./locales/account/en.ts')).en,
  fr: async () => (await import('./locales/account/fr.ts')).fr,
  bg: async () => (await import('./locales/account/bg.ts')).bg,
});

/** Says what stands in the catalogue of the account's screens, and all that every screen says. */
export type AccountTranslate = ReturnType<typeof area.current>;

/** To be awaited before one of these screens is shown. */
export const loadAccountMessages = area.load;
export const useAccountT = area.useT;
