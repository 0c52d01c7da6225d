import type { Locale } from './locale.ts';

/** Languages are named in themselves: who looks for one may read no other. The system's font shows them, so that no script's file loads for a name. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', fr: 'Français', bg: 'Български' };
