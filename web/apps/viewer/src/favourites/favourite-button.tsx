import type { FavoritableType } from '@touchline/api';
import { useT } from '@touchline/i18n';
import { buttonClass, classNames, showToast } from '@touchline/ui';
import { useRouter } from '@tanstack/react-router';
import { Heart } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useAppContext } from '../channel/channel.ts';
import { favouriteKey, isFavourite, useFavourites, setPending } from './favourites.ts';
import { returnSearch } from '../navigation/login-address.ts';
import { useSession } from '../session/session.ts';

interface FavouriteButtonProps {
  readonly type: FavoritableType;
  readonly id: number;
  /** The name of the game, team or place, for screen readers. */
  readonly name: string;
  /** On a picture, on its own, or with its word. */
  readonly look?: 'card' | 'round' | 'pill';
  readonly className?: string;
}

const ROUND = 'grid size-11 shrink-0 cursor-pointer place-items-center rounded-full';
const LOOKS = {
  card: `${ROUND} on-art group/heart`,
  round: `${ROUND} text-muted transition-colors duration-120 enabled-hover:bg-raised enabled-hover:text-text aria-pressed:text-accent-text`,
  pill: buttonClass('secondary', 'small', 'group/heart'),
} as const;

/** The heart of a game, team, school, sport or place; a visitor logs in first, and the favourite is added then. */
export function FavouriteButton({ type, id, name, look = 'round', className }: FavouriteButtonProps) {
  const t = useT();
  const router = useRouter();
  const { connection } = useAppContext();
  const thing = { type, id };
  const key = favouriteKey(thing);
  const pressed = useFavourites((favourites) => isFavourite(favourites, key));

  const press = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (!useSession.getState().user) {
      const search = returnSearch(router.state.location.href);
      void router.navigate({ to: '/login', search, state: { favourite: { type, id, name } } });
      return;
    }
    stayUnderFinger(currentTarget);
    setPending(key, !pressed);
    void import('./favourite-calls.ts').then(
      ({ syncFavourite }) => syncFavourite(connection, thing),
      () => {
        setPending(key, pressed);
        showToast({ id: 'favourites', type: 'error', text: t('fav.failed') });
      },
    );
  };

  const heart = <Heart aria-hidden size={look === 'round' ? 20 : 18} fill={pressed ? 'currentColor' : 'none'} />;
  return (
    <button
      type="button"
      data-heart
      aria-pressed={pressed}
      aria-label={t('fav.label', { name })}
      title={pressed ? t('fav.remove') : t('fav.add')}
      className={classNames(LOOKS[look], className)}
      onClick={press}
    >
      {look === 'card' ? (
        <span className="grid size-9 place-items-center rounded-full bg-[#0a0c10d9] text-white transition duration-120 group-hover/heart:bg-black group-active/heart:scale-90 group-aria-pressed/heart:bg-accent group-aria-pressed/heart:text-on-accent">
          {heart}
        </span>
      ) : look === 'pill' ? (
        <>
          <span className="group-aria-pressed/heart:text-accent-text">{heart}</span>
          {t('fav.word')}
        </>
      ) : (
        heart
      )}
    </button>
  );
}

/** A row of favourites may come up above: what was pressed stays where it is. */
function stayUnderFinger(element: HTMLElement): void {
  const before = element.getBoundingClientRect().top;
  requestAnimationFrame(() => {
    const moved = element.isConnected ? element.getBoundingClientRect().top - before : 0;
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
  });
}
