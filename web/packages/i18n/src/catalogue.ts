import type { en } from './locales/en.ts';

export type MessageKey = keyof typeof en;

/** Every locale says everything that English says: a missing or an extra key fails the type check. */
export type Catalogue = Readonly<Record<MessageKey, string>>;
