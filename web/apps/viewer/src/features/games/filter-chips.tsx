import { useLocale, useContentT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { X } from 'lucide-react';
import { activeFilters } from './active-filters.ts';
import type { FilterName } from './filter-names.ts';
import type { GamesSearch } from '../../game-filters/games-search.ts';
import { useFilters } from './use-filters.ts';

interface FilterChipsProps {
  readonly filters: readonly FilterName[];
  readonly search: GamesSearch;
  readonly onSearch: (search: GamesSearch) => void;
  readonly onClear: () => void;
}

/** What narrows the list, each to be taken away, and all of it at once. */
export function FilterChips({ filters, search, onSearch, onClear }: FilterChipsProps) {
  const t = useContentT();
  const locale = useLocale();
  const { options, onChange } = useFilters(search, onSearch);
  return (
    <ul aria-label={t('games.activeFilters')} className="flex flex-wrap items-center gap-2">
      {activeFilters(filters, search, { t, locale, options }).map(({ name, label }) => (
        <li key={name} className="min-w-0">
          <button
            type="button"
            aria-label={t('games.removeFilter', { name: label })}
            className="flex min-h-8 max-w-full cursor-pointer items-center gap-1.5 rounded-full bg-raised ps-3 pe-2 text-sm font-medium transition-colors duration-120 hover:bg-control hover:text-body"
            onClick={() => onChange({ [name]: undefined })}
          >
            <span className="truncate">{label}</span>
            <X aria-hidden size={14} strokeWidth={2.5} className="shrink-0" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="quiet" size="small" className="px-3!" onClick={onClear}>
          {t('games.clearAll')}
        </Button>
      </li>
    </ul>
  );
}
