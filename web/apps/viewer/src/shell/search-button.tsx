import { useT } from '@touchline/i18n';
import { IconButton } from '@touchline/ui';
import { Search } from 'lucide-react';
import { preloadSearch, useSearchState } from './search-state.ts';

export function SearchButton() {
  const t = useT();
  const setOpen = useSearchState((search) => search.setOpen);
  return (
    <IconButton
      label={t('nav.search')}
      aria-haspopup="dialog"
      className="hover:bg-header-selected"
      onPointerEnter={preloadSearch}
      onFocus={preloadSearch}
      onClick={() => setOpen(true)}
    >
      <Search aria-hidden size={22} />
    </IconButton>
  );
}
