import { Popups, Toasts } from '@touchline/ui';
import { CookieNotice } from './cookie-notice.tsx';
import { FavouritesHost } from './favourites-host.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import { ReloadOverlay } from './reload-overlay.tsx';
import { SearchHost } from './search-host.tsx';
import { useLater } from './use-later.ts';

export { AddressNotice } from './address-notice.tsx';

const loadNews = () => import('./news.tsx');

/** The parts of the shell that the first paint can do without. */
export function Later() {
  const news = useLater(loadNews);
  return (
    <>
      <CookieNotice />
      <MenuSheet />
      <SearchHost />
      <FavouritesHost />
      <Popups />
      <Toasts />
      <ReloadOverlay />
      {news && <news.News />}
    </>
  );
}
