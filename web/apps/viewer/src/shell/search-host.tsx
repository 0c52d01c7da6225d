import { useT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { useEffect, useState } from 'react';
import { useAppContext } from '../channel/channel.ts';
import { isSearchKey } from '../features/search/search-key.ts';
import { loadSearch, useSearchState } from './search-state.ts';

type Search = Awaited<ReturnType<typeof loadSearch>>;

/** Opens the search on its key, and loads its code when it is first opened. */
export function SearchHost() {
  const t = useT();
  const { stored } = useAppContext().connection;
  const { open, setOpen } = useSearchState();
  const [search, setSearch] = useState<Search | null>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || stored.get('search_key') === false) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [stored, setOpen]);

  useEffect(() => {
    if (!open || search) return;
    loadSearch().then(setSearch, () => {
      setOpen(false);
      showToast({ id: 'search', type: 'error', text: t('error.chunk') });
    });
  }, [open, search, setOpen, t]);

  return search && <search.SiteSearch open={open} onClose={() => setOpen(false)} />;
}
