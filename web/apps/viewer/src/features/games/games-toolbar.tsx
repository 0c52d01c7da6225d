import type { GamesView } from '@touchline/api';
import { useContentT } from '@touchline/i18n';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { whenIdle } from '../../loading/when-idle.ts';
import type { Day } from '../../time/days.ts';
import { FilterButton } from './filter-button.tsx';
import { type FilterName, hasDates } from './filter-names.ts';
import { ChipsPart, loadFilters, PillsPart, SheetPart } from './lazy-filters.tsx';
import { type GamesSearch, only } from '../../game-filters/games-search.ts';
import type { GamesList } from './lists.ts';
import { SearchField } from './search-field.tsx';
import { ViewSwitch } from './view-switch.tsx';

interface GamesToolbarProps {
  readonly list: GamesList;
  readonly search: GamesSearch;
  /** Those that are on. */
  readonly filters: readonly FilterName[];
  readonly today: Day;
  readonly wide: boolean;
  readonly member: boolean;
  readonly total: number | null;
  readonly view: GamesView;
  readonly onView: (view: GamesView) => void;
  /** `replace` where the way back should not stop at every letter. */
  readonly onSearch: (search: GamesSearch, replace?: boolean) => void;
  readonly onClear: () => void;
}

/** Search, filters, what is chosen of them, how much that leaves, and how it is shown. */
export function GamesToolbar(props: GamesToolbarProps) {
  const { list, search, filters, today, wide, member, total, view, onView, onSearch, onClear } = props;
  const t = useContentT();
  const asked = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('modal') === 'filter' });
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>(asked ? 'open' : 'unused');
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => whenIdle(() => void loadFilters()), []);
  const fields = { list, search, dated: hasDates(list), today, member, onSearch };
  // A chip goes with its filter; focus stays near, where the new count is read out.
  const stayHere = () => status.current?.focus({ preventScroll: true });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <div className="flex min-w-0 flex-1 basis-full gap-2 lg:max-w-72 lg:basis-60">
          <SearchField
            value={search.search ?? ''}
            onSearch={(text) => onSearch(only({ ...search, search: text || undefined, page: undefined }), true)}
          />
          {!wide && (
            <FilterButton
              active={filters.filter((name) => name !== 'search').length}
              onClick={() => setSheet('open')}
            />
          )}
        </div>
        {wide && <PillsPart {...fields} />}
      </div>
      {sheet !== 'unused' && (
        <SheetPart {...{ ...fields, total, onClear }} open={sheet === 'open'} onClose={() => setSheet('closed')} />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p
          ref={status}
          role="status"
          tabIndex={-1}
          className="order-2 min-h-5 outline-none text-sm text-muted tabular-nums lg:order-1"
        >
          {total !== null && t('games.count', { count: total })}
        </p>
        <div className="order-1 basis-full empty:hidden lg:order-2 lg:basis-0 lg:grow">
          {filters.length > 0 && (
            <ChipsPart
              {...{ filters, search }}
              onSearch={(next) => {
                onSearch(next);
                stayHere();
              }}
              onClear={() => {
                onClear();
                stayHere();
              }}
            />
          )}
        </div>
        <div className="order-3 ms-auto">
          <ViewSwitch view={view} onChange={onView} />
        </div>
      </div>
    </div>
  );
}
