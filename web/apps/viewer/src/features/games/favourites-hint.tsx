import { useContentT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import { useLocation } from '@tanstack/react-router';
import { returnSearch } from '../../navigation/login-address.ts';
import { RouterButton } from '../../navigation/router-button.tsx';

/** For an address with a choice of favourites, opened by a visitor. */
export function FavouritesHint() {
  const t = useContentT();
  const href = useLocation({ select: (location) => location.href });
  return (
    <EmptyState compact title={t('games.favoritesHint')}>
      <RouterButton to="/login" search={returnSearch(href)} variant="secondary" size="small">
        {t('nav.logIn')}
      </RouterButton>
    </EmptyState>
  );
}
