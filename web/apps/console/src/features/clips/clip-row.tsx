import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type ClipSummary, takeDownClip } from '@touchline/api/console';
import { formatNumber, useConsoleT, useLocale } from '@touchline/i18n';
import { Button, Dialog, showToast } from '@touchline/ui';
import { useId, useState } from 'react';
import { localTime } from '../../localisation/local-time.ts';
import './clip-row.css';

interface ClipRowProps {
  readonly channel: number;
  readonly clip: ClipSummary;
}

export function ClipRow({ channel, clip }: ClipRowProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const [asking, setAsking] = useState(false);
  const seconds = formatNumber(Math.round(clip.duration * 10) / 10, locale);
  const seenBy = {
    everyone: clip.is_public ? '' : t('fanClips.linkOnly'),
    access: t('fanClips.accessOnly'),
    maker: t('fanClips.hidden'),
  }[clip.audience];
  const tags = [seenBy, ...clip.tags].filter(Boolean);
  return (
    <li className="clip-row">
      <div className="clip-row-picture">
        {clip.poster_url !== null && <img src={clip.poster_url} alt="" loading="lazy" decoding="async" />}
      </div>
      <div className="min-w-0">
        <p className="truncate font-semibold">
          <a href={clip.share_path} className="underline-offset-4 hover:underline">
            {clip.name}
          </a>
        </p>
        <p className="truncate text-sm text-muted">{clip.event_title ?? t('fanClips.gone')}</p>
        <p className="truncate text-sm text-muted">{tags.join(' · ')}</p>
      </div>
      <div className="min-w-0 text-sm text-muted tabular-nums">
        <p>{t('fanClips.facts', { seconds, views: clip.views })}</p>
        <p>{t('fanClips.of', { account: String(clip.account_id) })}</p>
        <time dateTime={new Date(clip.created_at * 1000).toISOString()}>{localTime(clip.created_at, locale)}</time>
      </div>
      <Button
        size="small"
        variant="secondary"
        aria-haspopup="dialog"
        aria-label={t('fanClips.takeDownOf', { name: clip.name })}
        onClick={() => setAsking(true)}
      >
        {t('fanClips.takeDown')}
      </Button>
      <TakeDownSheet channel={channel} clip={clip} open={asking} onClose={() => setAsking(false)} />
    </li>
  );
}

interface TakeDownSheetProps extends ClipRowProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

function TakeDownSheet({ channel, clip, open, onClose }: TakeDownSheetProps) {
  const t = useConsoleT();
  const heading = useId();
  const client = useQueryClient();
  const takeDown = useMutation({
    mutationFn: () =>
      takeDownClip(channel, clip.id).catch((error: unknown) => {
        // 404: its owner or another operator has removed it already.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }),
    onSuccess: async () => {
      showToast({ type: 'success', text: t('fanClips.done') });
      onClose();
      await client.invalidateQueries({ queryKey: ['clips', channel] });
    },
    onError: () => showToast({ type: 'error', text: t('fanClips.failed') }),
  });
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7">
        {t('fanClips.ask')}
      </h2>
      <p className="mt-2 wrap-anywhere">{clip.name}</p>
      <p className="mt-1 text-sm text-pretty text-muted">{t('fanClips.askText')}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('fanClips.keep')}
        </Button>
        <Button disabled={takeDown.isPending} onClick={() => takeDown.mutate()}>
          {t('fanClips.takeDown')}
        </Button>
      </div>
    </Dialog>
  );
}
