import { createArea } from './area.ts';
import type { en } from './locales/console/en.ts';
import type { MessageValues } from './message-values.ts';

/** Every locale says everything that English says: a missing or an extra key fails the type check. */
export type ConsoleCatalogue = Readonly<Record<keyof typeof en, string>>;

/** The console, which fans never load. */
const area = createArea<typeof en>({
  en: async () => (await import('./locales/console/en.ts')).en,
  fr: async () => (await import('./locales/console/fr.ts')).fr,
  bg: async () => (await import('./locales/console/bg.ts')).bg,
});

/** Says what stands in the catalogue of the console, and all that every screen says. */
export type ConsoleTranslate = ReturnType<typeof area.current>;

/** The messages without values, which a resource can name. */
export type ConsoleKey = {
  [Key in keyof typeof en]: MessageValues<(typeof en)[Key]> extends [] ? Key : never;
}[keyof typeof en];

/** To be awaited before the console is shown. */
export const loadConsoleMessages = area.load;
export const useConsoleT = area.useT;
export const consoleTranslate = area.current;
