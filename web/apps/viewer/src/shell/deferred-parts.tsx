import { Popups, Toasts } from '@touchline/ui';
import { useChannel } from '../channel/channel.ts';
import { AuthHost } from './auth-host.tsx';
import { FavouritesHost } from './favourites-host.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import { OptionalServices } from './optional-services.tsx';
import { ReloadOverlay } from './reload-overlay.tsx';
import { SearchHost } from './search-host.tsx';
import { useDeferred } from '../loading/use-deferred.ts';

export { noteAddress } from './note-address.ts';
export { Notices } from './notices.tsx';

const loadIdleParts = () => import('./idle-parts.tsx');

/** The parts of the shell that the first paint can do without. */
export function DeferredParts() {
  const idle = useDeferred(loadIdleParts);
  const { is_paused: isPaused } = useChannel().bootstrap.settings;
  return (
    <>
      {!isPaused && (
        <>
          <MenuSheet />
          <AuthHost />
          <SearchHost />
          <FavouritesHost />
          <OptionalServices />
          {idle && <idle.IdleParts />}
        </>
      )}
      <Popups />
      <Toasts />
      <ReloadOverlay />
    </>
  );
}
