import { Popups, Toasts } from '@touchline/ui';
import { CookieNotice } from './cookie-notice.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import { ReloadOverlay } from './reload-overlay.tsx';

/** The parts of the shell that the first paint can do without. */
export function Later() {
  return (
    <>
      <CookieNotice />
      <MenuSheet />
      <Popups />
      <Toasts />
      <ReloadOverlay />
    </>
  );
}
