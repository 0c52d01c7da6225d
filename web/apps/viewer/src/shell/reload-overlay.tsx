import { useT } from '@touchline/i18n';
import { Dialog } from '@touchline/ui';
import { useEffect, useState } from 'react';
import { useAppContext } from '../channel/channel.ts';
import { queryClient } from '../queries/query-client.ts';
import { ReloadScreen } from './reload-screen.tsx';
import { afterKeyError, afterRecovery, type FailedUrls } from './reload-state.ts';

const NONE: FailedUrls = new Set();

/** Covers the page while an address has no working key; the connection keeps asking, and its answer uncovers it. */
export function ReloadOverlay() {
  const t = useT();
  const { connection } = useAppContext();
  const [failed, setFailed] = useState(NONE);
  useEffect(() => {
    const ends = [
      connection.events.on('api-key-error', (event) => setFailed((before) => afterKeyError(before, event))),
      connection.events.on('api-key-recovered', ({ url }) => {
        setFailed((before) => afterRecovery(before, url));
        void queryClient.invalidateQueries();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [connection]);
  return (
    <Dialog
      open={failed.size > 0}
      onClose={() => setFailed(NONE)}
      label={t('boot.technicalDifficulties')}
      className="sheet"
    >
      <ReloadScreen onReload={() => location.reload()} />
    </Dialog>
  );
}
