import { searchText } from '../../navigation/search-text.ts';

/** What the library is narrowed to, as it stands in the address. */
export interface LibrarySearch {
  /** Alias of a category. */
  readonly category?: string;
  readonly title?: string;
}

/** Reads the query of the library; what makes no sense is dropped. */
export function librarySearch(query: Readonly<Record<string, unknown>>): LibrarySearch {
  const category = searchText(query['category']);
  const title = searchText(query['title']);
  return { ...(category && { category }), ...(title && { title }) };
}

/** The library narrowed as before, but to another title; an empty one asks for all. */
export function withTitle({ category }: LibrarySearch, title: string): LibrarySearch {
  return librarySearch({ category, title });
}

/** The library narrowed as before, but to another category; null means all of them. */
export function withCategory({ title }: LibrarySearch, category: string | null): LibrarySearch {
  return librarySearch({ category, title });
}
