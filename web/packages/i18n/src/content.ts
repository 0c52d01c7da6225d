import { createArea } from './area.ts';
import type { en } from './locales/content/en.ts';

/** Every locale says everything that English says: a missing or an extra key fails the type check. */
export type ContentCatalogue = Readonly<Record<keyof typeof en, string>>;

/** The lists of games, the library, the screens of a game and the pages about the channel. */
const area = createArea<typeof en>({
  en: async () => (await import('./locales/content/en.ts')).en,
  fr: async () => (await import('./locales/content/fr.ts')).fr,
  bg: async () => (await import('./locales/content/bg.ts')).bg,
});

/** Says what stands in the catalogue of these screens, and all that every screen says. */
export type ContentTranslate = ReturnType<typeof area.current>;

/** To be awaited before one of these screens is shown. */
export const loadContentMessages = area.load;
export const useContentT = area.useT;
export const contentTranslate = area.current;
