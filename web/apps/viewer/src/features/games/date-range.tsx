import { useContentT } from '@touchline/i18n';
import type { Day } from '../../time/days.ts';
import { DateField } from './date-field.tsx';
import type { GamesChange } from './filter-options.ts';
import type { GamesSearch } from '../../game-filters/games-search.ts';
import { EARLIEST_DAY, LATEST_DAY } from '../../game-filters/limits.ts';
import type { GamesList } from './lists.ts';

interface DateRangeProps {
  readonly list: GamesList;
  readonly search: GamesSearch;
  readonly today: Day;
  readonly onChange: (change: GamesChange) => void;
}

/** The first and the last day of a list; what is over lies in the past, what is to come does not. */
export function DateRange({ list, search: { from, to }, today, onChange }: DateRangeProps) {
  const t = useContentT();
  const earliest = list === 'upcoming' ? today : EARLIEST_DAY;
  const latest = list === 'vod' ? today : LATEST_DAY;
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <DateField
        label={t('games.from')}
        value={from}
        min={earliest}
        max={to ?? latest}
        onChange={(day) => onChange({ from: day })}
      />
      <DateField
        label={t('games.to')}
        value={to}
        min={from ?? earliest}
        max={latest}
        onChange={(day) => onChange({ to: day })}
      />
    </div>
  );
}
