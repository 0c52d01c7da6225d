import { fetchDownload } from '@touchline/api';
import { useContentT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';

/** Download of the whole game, for members with access to it. */
export function DownloadButton({ id }: { readonly id: number }) {
  const t = useContentT();
  const { connection } = useAppContext();
  const [busy, setBusy] = useState(false);
  const download = () => {
    setBusy(true);
    fetchDownload(connection, id)
      .then(
        (url) => location.assign(url),
        () => showToast({ type: 'error', text: t('watch.downloadFailed') }),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Button variant="secondary" disabled={busy} onClick={download}>
      <Download aria-hidden size={18} />
      {t('watch.download')}
    </Button>
  );
}
