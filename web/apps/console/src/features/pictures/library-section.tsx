import { useQuery } from '@tanstack/react-query';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { useState } from 'react';
import { LazyPictureEditor } from '../../pictures/lazy-parts.ts';
import { PictureDialog } from '../../pictures/picture-dialog.tsx';
import { PictureList } from '../../pictures/picture-list.tsx';
import { PictureUpload } from '../../pictures/picture-upload.tsx';
import { picturesQuery } from '../../pictures/picture-queries.ts';

/** The library: new pictures, and everything about the present ones. */
export function LibrarySection({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const { data: pictures = [] } = useQuery(picturesQuery(channel.id));
  const [openId, setOpenId] = useState<number | null>(null);
  const picture = pictures.find(({ id }) => id === openId);
  const close = () => setOpenId(null);
  return (
    <section aria-labelledby="library" className="mt-10 grid max-w-5xl gap-5">
      <h2 id="library" className="text-xl leading-7">
        {t('pictures.library')}
      </h2>
      <PictureUpload
        channel={channel.id}
        onUploaded={({ name }) => showToast({ type: 'success', text: t('pictures.added', { name }) })}
      />
      <PictureList channel={channel.id} action="pictures.openNamed" onPick={({ id }) => setOpenId(id)} />
      <PictureDialog open={picture !== undefined} title={picture?.name ?? ''} onClose={close}>
        {picture && <LazyPictureEditor key={picture.id} channel={channel} picture={picture} onDone={close} />}
      </PictureDialog>
    </section>
  );
}
