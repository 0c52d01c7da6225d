import type { HomeEvents } from '@touchline/api';
import { useT } from '@touchline/i18n';
import { Button, EmptyState } from '@touchline/ui';
import { Heart } from 'lucide-react';
import { sportName, useChannel } from '../../channel/channel.ts';
import { favouriteKey, isFavourite, useFavourites } from '../../favourites/favourites.ts';
import { openFavourites } from '../../favourites/favourites-sheet-state.ts';
import { useSession } from '../../session/session.ts';
import { EventRail, EventRailSkeleton } from '../../events/event-rail.tsx';
import { favouriteGames } from './favourite-games.ts';
import { useShownOnce } from '../../favourites/use-shown-once.ts';

interface HomeFavouritesProps {
  readonly home: HomeEvents;
  /** Whether the answer was made for this member; the page carries a visitor's, without favourites. */
  readonly isOwn: boolean;
}

/** Home's row of the person's favourites, or how to come by one; visitors have none. */
export function HomeFavourites({ home, isOwn }: HomeFavouritesProps) {
  const user = useSession((session) => session.user);
  return user && <Favourites key={user.id} home={home} isOwn={isOwn} />;
}

function Favourites({ home, isOwn }: HomeFavouritesProps) {
  const t = useT();
  const { bootstrap, participants: teams } = useChannel();
  const favourites = useFavourites();
  const found = favouriteGames(home, {
    teams,
    isKept: (type, id) => isFavourite(favourites, favouriteKey({ type, id })),
  });
  const games = useShownOnce(found, ({ id }) => id);
  const manage = (
    <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={openFavourites}>
      {t('fav.manage')}
    </Button>
  );
  if (games.length > 0) {
    return (
      <EventRail
        title={t('fav.title')}
        events={games}
        sportOf={(event) => sportName(bootstrap.event_categories, event)}
        more={manage}
      />
    );
  }
  const { status, kept } = favourites;
  const isQuiet = kept.size > 0;
  if (status === 'failed') return null;
  if (status === 'unknown' || (isQuiet && !isOwn)) return <EventRailSkeleton title={t('fav.title')} />;
  return (
    <section className="px-(--gutter)">
      <h2 className="mb-3 text-[1.5rem] leading-8 md:text-[1.75rem]">{t('fav.title')}</h2>
      <EmptyState
        compact
        icon={<Heart aria-hidden size={24} />}
        title={isQuiet ? t('fav.quiet') : t('fav.none')}
        text={isQuiet ? t('fav.quietText') : t('fav.noneText')}
      >
        {isQuiet && manage}
      </EmptyState>
    </section>
  );
}
