import type { VodItem } from '@touchline/api';
import { formatDuration, useContentT } from '@touchline/i18n';
import { Badge } from '@touchline/ui';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { needsPass, vodAccessLabel } from './vod-access.ts';
import { VodPicture } from './vod-picture.tsx';

interface VodStageProps {
  readonly item: VodItem;
  readonly category: string;
  readonly colours: readonly string[];
  /** What to do about a lock. */
  readonly children?: ReactNode;
}

/** Where the video plays: always 16:9, whatever there is to show, so that nothing jumps. */
export function VodStage({ item, category, colours, children }: VodStageProps) {
  const t = useContentT();
  const locked = needsPass(item);
  return (
    <div className="stage on-art">
      <VodPicture item={item} category={category} colours={colours} eager />
      <div aria-hidden className="stage-scrim absolute inset-0" />
      <div className="absolute inset-x-3 top-3 flex justify-end md:inset-x-4 md:top-4">
        <Badge tone="overlay">
          {locked && <Lock aria-hidden size={12} strokeWidth={2.5} />}
          {t(vodAccessLabel(item))}
        </Badge>
      </div>
      <div className="absolute inset-0 grid place-content-center justify-items-center gap-3 px-4">
        <p className="flex max-w-[56ch] items-center gap-2.5 rounded-card bg-[#0a0c10cc] px-4 py-2.5 text-[clamp(0.875rem,2cqw,1.125rem)] leading-snug text-pretty">
          {locked && <Lock aria-hidden size={18} className="shrink-0" />}
          {locked ? t('vod.needsPass') : t('vod.noVideo')}
        </p>
        {locked && children}
      </div>
      {item.duration !== null && (
        <Badge tone="overlay" className="absolute right-3 bottom-3 tabular-nums md:right-4 md:bottom-4">
          <span className="sr-only">{t('card.duration')} </span>
          {formatDuration(item.duration)}
        </Badge>
      )}
    </div>
  );
}
