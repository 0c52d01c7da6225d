import type { Profile } from '@touchline/api';
import { currentTranslator, useAccountT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useAppContext, useChannel } from '../../channel/channel.ts';
import { favouriteKey, setPending } from '../../favourites/favourites.ts';
import { rememberedPages } from '../../navigation/last-page.ts';
import { loginSearch } from '../../navigation/login-address.ts';
import { returnPath } from '../../navigation/return-path.ts';
import { useSession } from '../../session/session.ts';

interface LoginReturn {
  /** Where the visitor came from, or home. */
  readonly back: string;
  /** Logs the member in on this page, adds the favourite pressed before the login, and leads back. */
  readonly finishLogin: (user: Profile) => Promise<void>;
}

/** `wanted` is a path that came with a social login, before the address has it. */
export function useLoginReturn(wanted?: string | null): LoginReturn {
  const t = useAccountT();
  const router = useRouter();
  const { connection } = useAppContext();
  const paths = useChannel().bootstrap.pages.map(({ url }) => url);
  const search = loginSearch(useSearch({ strict: false }));
  const back = returnPath(wanted ?? search.return ?? rememberedPages().last, paths);

  const takeIn = (user: Profile) => {
    const { favourite } = router.state.location.state;
    useSession.getState().setUser(user);
    if (favourite) {
      setPending(favouriteKey(favourite), true);
      // Loaded only with a favourite, since it brings the query client along.
      void import('../../favourites/favourite-calls.ts').then(({ syncFavourite }) =>
        syncFavourite(connection, favourite),
      );
      showToast({ id: 'session', type: 'success', text: currentTranslator().t('fav.added', { name: favourite.name }) });
    } else {
      showToast({ id: 'session', type: 'success', text: t('login.done', { email: user.email }) });
    }
  };
  return {
    back,
    finishLogin: (user) => {
      takeIn(user);
      return router.navigate({ href: back, replace: true });
    },
  };
}
