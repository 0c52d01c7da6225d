/** All that English says: a missing or an extra key fails the type check. */
export type Says<English> = Readonly<Record<keyof English, string>>;
