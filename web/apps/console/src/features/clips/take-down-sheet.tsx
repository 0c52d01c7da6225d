import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type ClipSummary, takeDownClip } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog, showToast } from '@touchline/ui';
import { useId } from 'react';

interface TakeDownSheetProps {
  readonly channel: number;
  readonly clips: readonly ClipSummary[];
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Says which clips go before they do. */
export function TakeDownSheet({ channel, clips, open, onClose }: TakeDownSheetProps) {
  const t = useConsoleT();
  const heading = useId();
  const client = useQueryClient();
  const count = clips.length;
  const takeDown = useMutation({
    mutationFn: async () => {
      for (const { id } of clips) await takeDownIfThere(channel, id);
    },
    onSuccess: () => {
      showToast({ type: 'success', text: t('fanClips.done', { count }) });
      onClose();
    },
    onError: () => showToast({ type: 'error', text: t('fanClips.failed') }),
    // Also after a failure: some may be gone.
    onSettled: () => client.invalidateQueries({ queryKey: ['clips', channel] }),
  });
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7">
        {t('fanClips.ask', { count })}
      </h2>
      <ul className="mt-2 max-h-40 overflow-y-auto wrap-anywhere">
        {clips.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <p className="mt-1 text-sm text-pretty text-muted">{t('fanClips.askText', { count })}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('fanClips.keep')}
        </Button>
        <Button disabled={takeDown.isPending} onClick={() => takeDown.mutate()}>
          {count > 1 ? t('fanClips.takeDownCount', { count }) : t('fanClips.takeDown')}
        </Button>
      </div>
    </Dialog>
  );
}

async function takeDownIfThere(channel: number, clip: number): Promise<void> {
  try {
    await takeDownClip(channel, clip);
  } catch (error) {
    // 404: its owner or another operator has removed it already.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
