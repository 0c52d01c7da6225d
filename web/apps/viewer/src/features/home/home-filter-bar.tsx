import type { HomeEvents } from '@touchline/api';
import { useT } from '@touchline/i18n';
import { useChannel } from '../../channel/channel.ts';
import { FavouriteButton } from '../../favourites/favourite-button.tsx';
import { SubscribeButton } from '../../calendar/subscribe-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { filterName, type KnownFilter } from '../../game-filters/home-filter.ts';
import { narrowingsOf } from './narrowings.ts';
import { recordOf } from './record.ts';

interface HomeFilterBarProps {
  readonly filter: KnownFilter;
  readonly home: HomeEvents | undefined;
}

/** The head of home when it is narrowed. */
export function HomeFilterBar({ filter, home }: HomeFilterBarProps) {
  const t = useT();
  const { participants } = useChannel();
  const favourite = favouriteOf(filter);
  return (
    <FilterBar
      filter={filter}
      record={home ? recordOf(home, t) : null}
      actions={
        <>
          {favourite && <FavouriteButton {...favourite} name={filterName(filter)} look="pill" />}
          {filter.kind === 'team' && <SubscribeButton team={filter.team} />}
        </>
      }
      narrowings={narrowingsOf(filter, participants, t)}
    />
  );
}

function favouriteOf(filter: KnownFilter) {
  if (filter.kind === 'team') return { type: 'participant', id: filter.team.id } as const;
  if (filter.kind === 'school') return { type: 'group', id: filter.school.id } as const;
  if (filter.kind === 'sport') return { type: 'category', id: filter.sport.id } as const;
  if (filter.kind === 'place') return { type: 'location', id: filter.place.id } as const;
  return null;
}
