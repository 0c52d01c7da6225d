import { Popups, Toasts } from '@touchline/ui';
import { AuthHost } from './auth-host.tsx';
import { FavouritesHost } from './favourites-host.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import { ReloadOverlay } from './reload-overlay.tsx';
import { SearchHost } from './search-host.tsx';
import { useLater } from '../loading/use-later.ts';

export { noteAddress } from './note-address.ts';
export { Notices } from './notices.tsx';

const loadNews = () => import('./news.tsx');

/** The parts of the shell that the first paint can do without. */
export function Later() {
  const news = useLater(loadNews);
  return (
    <>
      <MenuSheet />
      <AuthHost />
      <SearchHost />
      <FavouritesHost />
      <Popups />
      <Toasts />
      <ReloadOverlay />
      {news && <news.News />}
    </>
  );
}
