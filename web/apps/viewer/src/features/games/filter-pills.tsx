import type { Day } from '../../time/days.ts';
import { DateMenu } from './date-menu.tsx';
import { DateRange } from './date-range.tsx';
import { FilterFields } from './filter-fields.tsx';
import type { GamesSearch } from '../../game-filters/games-search.ts';
import type { GamesList } from './lists.ts';
import { useFilters } from './use-filters.ts';

interface FilterPillsProps {
  readonly list: GamesList;
  readonly search: GamesSearch;
  /** Whether the list goes by dates. */
  readonly dated: boolean;
  readonly today: Day;
  readonly member: boolean;
  readonly onSearch: (search: GamesSearch) => void;
}

/** The filters of a wide window, one beside the other. */
export function FilterPills({ list, search, dated, today, member, onSearch }: FilterPillsProps) {
  const { options, onChange } = useFilters(search, onSearch);
  return (
    <>
      <FilterFields {...{ search, options, member, onChange }} look="pill" />
      {dated && (
        <DateMenu active={Boolean(search.from ?? search.to)}>
          <DateRange {...{ list, search, today, onChange }} />
        </DateMenu>
      )}
    </>
  );
}
