import { searchText } from './search-text.ts';

/** The query of the moments' address. */
export interface MomentsSearch {
  readonly tag?: string;
}

export function momentsSearch(query: Readonly<Record<string, unknown>>): MomentsSearch {
  const tag = searchText(query['tag']);
  return tag === undefined ? {} : { tag };
}
