import type { ClipSummary } from '@touchline/api/console';
import { formatNumber, useConsoleT, useLocale } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { rowProps } from '../../lists/list-row.ts';
import { localTime } from '../../localisation/local-time.ts';
import './clip-row.css';

interface ClipRowProps {
  readonly clip: ClipSummary;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
  readonly onTakeDown: () => void;
}

export function ClipRow({ clip, isChosen, onChoose, onTakeDown }: ClipRowProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const seconds = formatNumber(Math.round(clip.duration * 10) / 10, locale);
  const seenBy = {
    everyone: clip.is_public ? '' : t('fanClips.linkOnly'),
    access: t('fanClips.accessOnly'),
    maker: t('fanClips.hidden'),
  }[clip.audience];
  const tags = [seenBy, ...clip.tags].filter(Boolean);
  return (
    <li className="clip-row" {...rowProps(clip.id)}>
      <label className="grid min-h-11 min-w-11 cursor-pointer place-items-center">
        <input
          type="checkbox"
          data-select=""
          checked={isChosen}
          aria-label={t('list.select', { name: clip.name })}
          className="size-5 accent-accent"
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      </label>
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
        onClick={onTakeDown}
      >
        {t('fanClips.takeDown')}
      </Button>
    </li>
  );
}
