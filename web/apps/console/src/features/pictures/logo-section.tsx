import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type OperatorChannel, setLogo, versionConflict } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, ErrorState, showToast, Skeleton } from '@touchline/ui';
import { useState } from 'react';
import { FormAlert } from '../../forms/form-alert.tsx';
import { PictureChooser } from '../../pictures/picture-chooser.tsx';
import { logoQuery, picturesQuery } from '../../pictures/picture-queries.ts';
import { LogoPreview } from './logo-preview.tsx';

/** The channel's logo, as its header shows it. */
export function LogoSection({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const client = useQueryClient();
  const { queryKey } = logoQuery(channel.id);
  const { data: logo, isPending, refetch } = useQuery(logoQuery(channel.id));
  const [isChoosing, setIsChoosing] = useState(false);
  const save = useMutation({
    mutationFn: (picture: number | null) => setLogo(channel.id, picture, logo?.address ?? null),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      void client.invalidateQueries({ queryKey: picturesQuery(channel.id).queryKey });
      showToast({ type: 'success', text: t(saved.address === null ? 'logo.removed' : 'logo.saved') });
    },
    onError: () => void client.invalidateQueries({ queryKey }),
  });
  const choose = ({ id }: { readonly id: number }) => {
    setIsChoosing(false);
    save.mutate(id);
  };
  const failure = save.error && t(versionConflict(save.error) ? 'logo.changed' : 'logo.failed');
  return (
    <section aria-labelledby="logo" className="mt-8 grid max-w-2xl gap-4">
      <h2 id="logo" className="text-xl leading-7">
        {t('logo.title')}
      </h2>
      {isPending && <Skeleton className="h-28" />}
      {!isPending && !logo && <ErrorState text={t('logo.error')} onRetry={() => void refetch()} />}
      {logo && (
        <>
          <LogoPreview name={channel.name} address={logo.address} />
          <p className="text-sm text-pretty text-muted">{t('logo.hint')}</p>
          <FormAlert text={failure ?? undefined} />
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" disabled={save.isPending} onClick={() => setIsChoosing(true)}>
              {t(logo.address === null ? 'logo.choose' : 'logo.change')}
            </Button>
            {logo.address !== null && (
              <Button variant="secondary" disabled={save.isPending} onClick={() => save.mutate(null)}>
                {t('logo.remove')}
              </Button>
            )}
          </div>
        </>
      )}
      <PictureChooser channel={channel.id} open={isChoosing} onChoose={choose} onClose={() => setIsChoosing(false)} />
    </section>
  );
}
