import type { VodItem } from '@touchline/api';
import { useContentT } from '@touchline/i18n';
import { Button, ErrorState } from '@touchline/ui';
import { useEffect, useRef } from 'react';
import type { VodLook } from './use-vod-look.ts';
import { VodCard } from './vod-card.tsx';
import { VodCardSkeleton } from './vod-card-skeleton.tsx';
import './vod-grid.css';

interface VodGridProps {
  readonly items: readonly VodItem[];
  readonly total: number;
  readonly look: VodLook;
  /** The list is about to be replaced. */
  readonly busy: boolean;
  readonly more: 'none' | 'ready' | 'loading' | 'failed';
  readonly onMore: () => void;
}

/** Videos in rows, as many as are loaded, and the way to more of them. */
export function VodGrid({ items, total, look, busy, more, onMore }: VodGridProps) {
  const t = useContentT();
  const list = useRef<HTMLUListElement>(null);
  const askedAt = useRef<number | null>(null);
  const count = items.length;
  useEffect(() => {
    // The button may be gone by now: focus goes to the first video that it loaded.
    if (askedAt.current === null || askedAt.current >= count) return;
    list.current?.children[askedAt.current]?.querySelector('a')?.focus({ preventScroll: true });
    askedAt.current = null;
  }, [count]);
  const load = () => {
    if (more === 'loading') return;
    askedAt.current = count;
    onMore();
  };
  return (
    <>
      <ul ref={list} aria-busy={busy} className="vod-grid">
        {items.map((item) => (
          <li key={item.id}>
            <VodCard item={item} category={look.categoryOf(item)} colours={look.colours} />
          </li>
        ))}
      </ul>
      {more === 'failed' ? (
        <ErrorState text={t('vod.error')} onRetry={load} />
      ) : (
        more !== 'none' && (
          <div className="grid justify-items-center gap-3">
            <p className="text-sm text-muted tabular-nums">{t('vod.shown', { shown: count, total })}</p>
            <Button variant="secondary" size="large" aria-disabled={more === 'loading'} onClick={load}>
              {more === 'loading' ? t('vod.loading') : t('vod.more')}
            </Button>
          </div>
        )
      )}
    </>
  );
}

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8];

export function VodGridSkeleton() {
  return (
    <div aria-busy="true" className="vod-grid">
      {PLACES.map((place) => (
        <VodCardSkeleton key={place} />
      ))}
    </div>
  );
}
