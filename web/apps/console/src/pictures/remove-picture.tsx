import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type PictureItem, removePicture, versionConflict } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, showToast } from '@touchline/ui';
import { useState } from 'react';
import { picturesQuery } from './picture-queries.ts';

interface RemovePictureProps {
  readonly channel: number;
  readonly picture: PictureItem;
  readonly onRemoved: () => void;
}

/** Removes a picture that nothing shows, after a question: its files do not come back. */
export function RemovePicture({ channel, picture, onRemoved }: RemovePictureProps) {
  const t = useConsoleT();
  const client = useQueryClient();
  const { queryKey } = picturesQuery(channel);
  const [isAsked, setIsAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => removePicture(channel, picture),
    onSuccess: () => {
      client.setQueryData(queryKey, (pictures) => pictures?.filter(({ id }) => id !== picture.id));
      showToast({ type: 'success', text: t('pictures.removed', { name: picture.name }) });
      onRemoved();
    },
    onError: async (error) => {
      setIsAsked(false);
      const isUsed = error instanceof ApiError && error.code === 'in_use';
      const changed = versionConflict(error) ? 'resource.changedMeanwhile' : 'resource.removeFailed';
      showToast({ type: 'error', text: t(isUsed ? 'pictures.inUse' : changed, { name: picture.name }) });
      await client.invalidateQueries({ queryKey });
    },
  });
  if (picture.uses.length > 0) return <p className="max-w-[40ch] text-sm text-muted">{t('pictures.inUse')}</p>;
  if (!isAsked) {
    return (
      <Button variant="secondary" onClick={() => setIsAsked(true)}>
        {t('pictures.remove')}
      </Button>
    );
  }
  return (
    <div className="grid gap-2">
      <p className="max-w-[40ch] text-sm text-muted">{t('pictures.removeText')}</p>
      <div className="flex flex-wrap gap-2">
        {/* In the place of the first button, for a second click that comes by accident. */}
        <Button variant="secondary" onClick={() => setIsAsked(false)}>
          {t('pictures.keep')}
        </Button>
        <Button disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t('pictures.removeNow')}
        </Button>
      </div>
    </div>
  );
}
