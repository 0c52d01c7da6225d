import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChannelPicture, type OperatorChannel, setChannelPicture, versionConflict } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, ErrorState, showToast, Skeleton } from '@touchline/ui';
import { useState } from 'react';
import { FormAlert } from '../../forms/form-alert.tsx';
import { PictureChooser } from '../../pictures/picture-chooser.tsx';
import { channelPictureQuery, picturesQuery } from '../../pictures/picture-queries.ts';
import { IconPreview } from './icon-preview.tsx';
import { LogoPreview } from './logo-preview.tsx';

interface ChannelPictureSectionProps {
  readonly channel: OperatorChannel;
  readonly which: ChannelPicture;
}

const PREVIEWS = { logo: LogoPreview, icon: IconPreview } as const;

const TEXTS = {
  logo: {
    title: 'logo.title',
    hint: 'logo.hint',
    choose: 'logo.choose',
    change: 'logo.change',
    remove: 'logo.remove',
    saved: 'logo.saved',
    removed: 'logo.removed',
    failed: 'logo.failed',
    changed: 'logo.changed',
    error: 'logo.error',
  },
  icon: {
    title: 'icon.title',
    hint: 'icon.hint',
    choose: 'icon.choose',
    change: 'icon.change',
    remove: 'icon.remove',
    saved: 'icon.saved',
    removed: 'icon.removed',
    failed: 'icon.failed',
    changed: 'icon.changed',
    error: 'icon.error',
  },
} as const;

/** The channel's logo or icon, as its site shows it. */
export function ChannelPictureSection({ channel, which }: ChannelPictureSectionProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  const query = channelPictureQuery(channel.id, which);
  const { queryKey } = query;
  const { data: picture, isPending, refetch } = useQuery(query);
  const Preview = PREVIEWS[which];
  const texts = TEXTS[which];
  const [isChoosing, setIsChoosing] = useState(false);
  const save = useMutation({
    mutationFn: (chosen: number | null) => setChannelPicture(channel.id, which, chosen, picture?.address ?? null),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      void client.invalidateQueries({ queryKey: picturesQuery(channel.id).queryKey });
      showToast({ type: 'success', text: t(saved.address === null ? texts.removed : texts.saved) });
    },
    onError: () => void client.invalidateQueries({ queryKey }),
  });
  const choose = ({ id }: { readonly id: number }) => {
    setIsChoosing(false);
    save.mutate(id);
  };
  const failure = save.error && t(versionConflict(save.error) ? texts.changed : texts.failed);
  return (
    <section aria-labelledby={which} className="mt-8 grid max-w-2xl gap-4">
      <h2 id={which} className="text-xl leading-7">
        {t(texts.title)}
      </h2>
      {isPending && <Skeleton className="h-28" />}
      {!isPending && !picture && <ErrorState text={t(texts.error)} onRetry={() => void refetch()} />}
      {picture && (
        <>
          <Preview name={channel.name} address={picture.address} />
          <p className="text-sm text-pretty text-muted">{t(texts.hint)}</p>
          <FormAlert text={failure ?? undefined} />
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" disabled={save.isPending} onClick={() => setIsChoosing(true)}>
              {t(picture.address === null ? texts.choose : texts.change)}
            </Button>
            {picture.address !== null && (
              <Button variant="secondary" disabled={save.isPending} onClick={() => save.mutate(null)}>
                {t(texts.remove)}
              </Button>
            )}
          </div>
        </>
      )}
      <PictureChooser channel={channel.id} open={isChoosing} onChoose={choose} onClose={() => setIsChoosing(false)} />
    </section>
  );
}
