import { loadAccountMessages, loadContentMessages } from '@touchline/i18n';
import { useChannel } from '../channel/channel.ts';
import { useDropped } from './dropped-parameters.ts';
import { useSession } from '../session/session.ts';
import { AddressNotice } from './address-notice.tsx';
import { DroppedNotice } from './dropped-notice.tsx';
import { PausedNotice } from './paused-notice.tsx';
import { useDeferred } from '../loading/use-deferred.ts';

const loadAccount = async () => ({ words: await loadAccountMessages() });
const loadContent = async () => ({ words: await loadContentMessages() });

/** Notices above a page for the members concerned; other pages load none of their texts. */
export function Notices() {
  const isUnconfirmed = useSession(({ user }) => user?.email_verified === false);
  const hasDropped = useDropped(({ names }) => names.length > 0);
  const { is_paused: isPaused } = useChannel().bootstrap.settings;
  return (
    <>
      {isPaused && <Paused />}
      {isUnconfirmed && <Address />}
      {hasDropped && <Dropped />}
    </>
  );
}

function Address() {
  return useDeferred(loadAccount) && <AddressNotice />;
}

function Paused() {
  return useDeferred(loadAccount) && <PausedNotice />;
}

function Dropped() {
  return useDeferred(loadContent) && <DroppedNotice />;
}
