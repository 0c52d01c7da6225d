import type { VodItem } from '@touchline/api';
import { formatDuration, useLocale, useT } from '@touchline/i18n';
import { Badge } from '@touchline/ui';
import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { localised } from '../../localisation/localised.ts';
import { formatDate } from '../../time/event-time.ts';
import { viewerZone } from '../../time/time-zones.ts';
import { needsPass, vodAccessLabel } from './vod-access.ts';
import { VodPicture } from './vod-picture.tsx';
import '../../events/card.css';
import './vod-card.css';

interface VodCardProps {
  readonly item: VodItem;
  /** Its first category, already in the language of the page. */
  readonly category: string;
  readonly colours: readonly string[];
}

/** A video as a card; the whole card is one link. */
export function VodCard({ item, category, colours }: VodCardProps) {
  const t = useT();
  const locale = useLocale();
  const title = localised(item, 'title', locale);
  return (
    <article className="group on-art-card relative">
      <div className="relative aspect-video overflow-hidden rounded-card bg-raised">
        <VodPicture item={item} category={category} colours={colours} />
        <Badge tone="overlay" className="absolute top-2.5 right-2.5">
          {needsPass(item) && <Lock aria-hidden size={12} strokeWidth={2.5} />}
          {t(vodAccessLabel(item))}
        </Badge>
        {item.duration !== null && (
          <Badge tone="overlay" className="absolute right-2.5 bottom-2.5 tabular-nums">
            <span className="sr-only">{t('card.duration')} </span>
            {formatDuration(item.duration)}
          </Badge>
        )}
        <span className="card-edge absolute inset-0 rounded-card" />
      </div>
      <div className="vod-card-text">
        <h3 className="line-clamp-2 font-sans text-[0.9375rem] leading-5 font-semibold tracking-normal wrap-break-word">
          <Link to="/vod_library/$id" params={{ id: item.id }} className="card-link" title={title}>
            {title}
          </Link>
        </h3>
        <p className="mt-1 flex gap-1.5 text-[0.8125rem] leading-[1.125rem] text-muted">
          {category && (
            <>
              <span className="truncate">{category}</span>
              <span aria-hidden>·</span>
            </>
          )}
          <time dateTime={new Date(item.date * 1000).toISOString()} className="shrink-0 tabular-nums">
            {formatDate(item.date, viewerZone(), locale)}
          </time>
        </p>
      </div>
    </article>
  );
}
