import { useContentT } from '@touchline/i18n';
import { Button, Dialog, IconButton } from '@touchline/ui';
import { X } from 'lucide-react';
import { useId } from 'react';
import type { Day } from '../../time/days.ts';
import { DateRange } from './date-range.tsx';
import { FilterFields } from './filter-fields.tsx';
import type { GamesSearch } from '../../game-filters/games-search.ts';
import type { GamesList } from './lists.ts';
import { useFilters } from './use-filters.ts';

interface FilterSheetProps {
  readonly open: boolean;
  readonly list: GamesList;
  readonly search: GamesSearch;
  /** Whether the list goes by dates. */
  readonly dated: boolean;
  readonly today: Day;
  readonly member: boolean;
  /** How many games the choice leaves; null while that is not known. */
  readonly total: number | null;
  readonly onSearch: (search: GamesSearch) => void;
  readonly onClear: () => void;
  readonly onClose: () => void;
}

/** The filters on a phone, over the full height; the list follows each choice, and the button tells what is left. */
export function FilterSheet(props: FilterSheetProps) {
  const { open, list, search, dated, today, member, total, onSearch, onClear, onClose } = props;
  const t = useContentT();
  const heading = useId();
  const { options, onChange } = useFilters(search, onSearch);
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="sheet">
      <div className="flex min-h-full flex-col">
        <div className="sticky top-0 z-10 flex h-(--header-height) items-center gap-4 border-b border-line bg-body px-(--gutter)">
          <h2 id={heading} className="text-[1.75rem] leading-8">
            {t('games.filters')}
          </h2>
          <IconButton label={t('ui.close')} className="ms-auto -me-2 hover:bg-raised" onClick={onClose}>
            <X aria-hidden size={24} />
          </IconButton>
        </div>
        <div className="grid flex-1 content-start gap-4 px-(--gutter) py-5 sm:grid-cols-2">
          <FilterFields {...{ search, options, member, onChange }} look="field" />
          {dated && (
            <div className="sm:col-span-2">
              <DateRange {...{ list, search, today, onChange }} />
            </div>
          )}
        </div>
        <div className="sticky bottom-0 flex gap-3 border-t border-line bg-body px-(--gutter) pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          <Button variant="secondary" size="large" className="px-4!" onClick={onClear}>
            {t('games.clearAll')}
          </Button>
          <Button size="large" className="min-w-0 flex-1 shrink! px-4!" onClick={onClose}>
            {total === null ? t('games.showGames') : t('games.show', { count: total })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
