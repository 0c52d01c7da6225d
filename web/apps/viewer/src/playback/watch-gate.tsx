import { useContentT } from '@touchline/i18n';
import { useLocation } from '@tanstack/react-router';
import { returnSearch } from '../navigation/login-address.ts';
import { RouterButton } from '../navigation/router-button.tsx';
import { useSession } from '../session/session.ts';

interface WatchGateProps {
  readonly lock: 'account' | 'pass';
  /** In a frame on another site the way in leads out of it. */
  readonly framed?: boolean;
  /** The game, where it is sold by itself. */
  readonly game?: { readonly id: number; readonly single_event_package_id: number | null };
}

/** The ways to what is lacking, and from there back to here. */
export function WatchGate({ lock, framed = false, game }: WatchGateProps) {
  const t = useContentT();
  const isMember = useSession(({ user }) => user !== null);
  const href = useLocation({ select: (location) => location.href });
  const search = returnSearch(framed ? href.replace('/watch_embed/', '/watch/') : href);
  const target = framed ? '_blank' : '_self';
  const single = game?.single_event_package_id ?? null;
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {lock === 'account' ? (
        <RouterButton to="/registration" search={search} target={target} className="min-h-11!">
          {t('watch.createAccount')}
        </RouterButton>
      ) : (
        <>
          {game && single !== null && (
            <RouterButton
              to="/buy"
              search={{ type: 'event', event_id: game.id, single_event_package_id: single }}
              target={target}
              className="min-h-11!"
            >
              {t('watch.buyGame')}
            </RouterButton>
          )}
          <RouterButton
            to="/packages"
            search={search}
            target={target}
            variant={single === null ? 'primary' : 'secondary'}
            className="min-h-11!"
          >
            {t('watch.seePasses')}
          </RouterButton>
        </>
      )}
      {!isMember && (
        <RouterButton to="/login" search={search} target={target} variant="secondary" className="min-h-11!">
          {t('nav.logIn')}
        </RouterButton>
      )}
    </div>
  );
}
