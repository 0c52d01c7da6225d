import { createArea } from './area.ts';
import type { en } from './locales/shop/en.ts';

/** Every locale says everything that English says: a missing or an extra key fails the type check. */
export type ShopCatalogue = Readonly<Record<keyof typeof en, string>>;

/** What is sold, the checkout, orders and cards. */
const area = createArea<typeof en>({
  en: async () => (await import('./locales/shop/en.ts')).en,
  fr: async () => (await import('./locales/shop/fr.ts')).fr,
  bg: async () => (await import('./locales/shop/bg.ts')).bg,
});

/** Says what stands in the catalogue of the shop, and all that every screen says. */
export type ShopTranslate = ReturnType<typeof area.current>;

/** To be awaited before one of these screens is shown. */
export const loadShopMessages = area.load;
export const useShopT = area.useT;
export const shopTranslate = area.current;
