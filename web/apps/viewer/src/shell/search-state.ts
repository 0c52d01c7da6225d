import { loadContentMessages } from '@touchline/i18n';
import { create } from 'zustand';

interface SearchState {
  readonly open: boolean;
  setOpen(open: boolean): void;
}

/** Whether the search is open; the header opens it before its code may be there. */
export const useSearchState = create<SearchState>()((set) => ({
  open: false,
  setOpen: (open) => set({ open }),
}));

export const loadSearch = async () => {
  const [search] = await Promise.all([import('../features/search/site-search.tsx'), loadContentMessages()]);
  return search;
};

/** Fetches the code on the first sign of a search. */
export function preloadSearch(): void {
  // The opening itself reports what cannot be had.
  loadSearch().catch(() => undefined);
}
