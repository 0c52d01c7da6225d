import { createArea } from './area.ts';
import type { en } from './locales/player/en.ts';

/** Every locale says everything that English says: a missing or an extra key fails the type check. */
export type PlayerCatalogue = Readonly<Record<keyof typeof en, string>>;

/** The player, and what stands in its place. */
const area = createArea<typeof en>({
  en: async () => (await import('./locales/player/en.ts')).en,
  fr: async () => (await import('./locales/player/fr.ts')).fr,
  bg: async () => (await import('./locales/player/bg.ts')).bg,
});

/** To be awaited before a player is shown. */
export const loadPlayerMessages = area.load;
export const usePlayerT = area.useT;
