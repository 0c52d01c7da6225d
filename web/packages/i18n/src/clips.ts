import { createArea } from './area.ts';
import type { en } from './locales/clips/en.ts';

/** Every locale says everything that English says: a missing or an extra key fails the type check. */
export type ClipCatalogue = Readonly<Record<keyof typeof en, string>>;

/** Cutting clips, watching them and sharing them. */
const area = createArea<typeof en>({
  en: async () => (await import('./locales/clips/en.ts')).en,
  fr: async () => (await import('./locales/clips/fr.ts')).fr,
  bg: async () => (await import('./locales/clips/bg.ts')).bg,
});

/** Says what stands in the catalogue of clips, and all that every screen says. */
export type ClipTranslate = ReturnType<typeof area.current>;

/** To be awaited before one of these parts is shown. */
export const loadClipMessages = area.load;
export const useClipT = area.useT;
