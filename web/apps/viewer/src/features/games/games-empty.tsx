import { useContentT } from '@touchline/i18n';
import { Button, EmptyState } from '@touchline/ui';
import { CalendarSearch } from 'lucide-react';
import { RouterButton } from '../../navigation/router-button.tsx';
import { type GamesSearch, only } from '../../game-filters/games-search.ts';
import type { GamesList } from './lists.ts';

interface GamesEmptyProps {
  readonly list: GamesList;
  readonly search: GamesSearch;
  readonly filtered: boolean;
  /** The choice as another list takes it over. */
  readonly carried: GamesSearch;
  readonly onClear: () => void;
}

const TITLES = {
  live: 'games.noLive',
  upcoming: 'games.noUpcoming',
  vod: 'games.noVod',
  schedule: 'games.noSchedule',
} as const;

const LIVE = ['/live', 'games.live'] as const;
const UPCOMING = ['/upcoming', 'games.upcoming'] as const;
const VOD = ['/vod', 'games.vod'] as const;
const SCHEDULE = ['/schedule', 'games.schedule'] as const;

/** Where to look when this list has nothing. */
const ELSEWHERE = {
  live: [UPCOMING, VOD],
  upcoming: [LIVE, VOD],
  vod: [LIVE, SCHEDULE],
  schedule: [LIVE, VOD],
} as const;

/** No games: why, and what to do about it. */
export function GamesEmpty({ list, search, filtered, carried, onClear }: GamesEmptyProps) {
  const t = useContentT();
  const icon = <CalendarSearch aria-hidden size={32} />;
  if (search.page) {
    return (
      <EmptyState icon={icon} title={t('games.pastEnd')} text={t('games.pastEndText')}>
        <RouterButton to={`/${list}`} search={only({ ...search, page: undefined })}>
          {t('games.firstPage')}
        </RouterButton>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={icon}
      title={filtered ? t('games.noMatch') : t(TITLES[list])}
      text={filtered ? t('games.noMatchText') : t('games.emptyText')}
    >
      {filtered && <Button onClick={onClear}>{t('games.clearFilters')}</Button>}
      {filtered && list !== 'schedule' ? (
        <RouterButton to="/schedule" search={carried} variant="secondary">
          {t('games.lookAtSchedule')}
        </RouterButton>
      ) : (
        ELSEWHERE[list].map(([address, name], index) => (
          <RouterButton
            key={address}
            to={address}
            search={{}}
            variant={index === 0 && !filtered ? 'primary' : 'secondary'}
          >
            {t(name)}
          </RouterButton>
        ))
      )}
    </EmptyState>
  );
}
