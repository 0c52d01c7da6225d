/** Stands in for the generated types until the server's document has them. */
type Language = 'en' | 'fr' | 'bg';
type Translations = Partial<Record<Language, Record<string, string>>>;

interface Item {
  id: number;
  version: number;
}

export type SiteKind = 'menu_link' | 'slide' | 'page' | 'faq' | 'block';

export interface FaqFields {
  question?: string;
  answer?: string;
  translations?: Translations;
}

export interface SlideFields {
  title?: string;
  text?: string;
  image?: string | null;
  link_url?: string | null;
  link_text?: string | null;
  event_id?: number | null;
  slidable_type?: 'main' | 'category' | 'participant' | 'group' | null;
  slidable_id?: number | null;
  visible_from?: number | null;
  visible_until?: number | null;
  translations?: Translations;
}

export interface MenuFields {
  name?: string;
  url?: string;
  place?: 'header' | 'footer';
  translations?: Translations;
}

export interface PageFields {
  url?: string;
  alt_name?: string;
  name?: string;
  content?: string;
  translations?: Translations;
}

export interface BlockFields {
  place?: string;
  content?: string;
  translations?: Translations;
}

export type FaqItem = Item & Required<FaqFields>;
export type SlideItem = Item & Required<SlideFields>;
export type MenuItem = Item & Required<MenuFields>;
export type PageItem = Item & Required<PageFields>;
export type BlockItem = Item & Required<BlockFields>;
export type RemovedItem = Item;

export interface Revision {
  version: number;
  at: number;
  by: { id: number; name: string } | null;
  body: Record<string, unknown> | null;
}

export interface RestoredItem extends Item {
  kind: SiteKind;
}
