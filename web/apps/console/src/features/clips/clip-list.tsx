import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, buttonClass, EmptyState, ErrorState, Skeleton } from '@touchline/ui';
import { useState } from 'react';
import { useAddressedRow } from '../../lists/list-row.ts';
import { SelectionBar } from '../../lists/selection-bar.tsx';
import { ClipRow } from './clip-row.tsx';
import { clipsQuery } from './clips-query.ts';
import { clipsSearch, type ClipsSearch } from './clips-search.ts';
import { TakeDownSheet } from './take-down-sheet.tsx';
import '../../lists/list.css';

interface ClipListProps {
  readonly channel: OperatorChannel;
  readonly search: ClipsSearch;
}

/** What fans have cut, and the way to take it down. */
export function ClipList({ channel, search }: ClipListProps) {
  const t = useConsoleT();
  const navigate = useNavigate();
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    clipsQuery(channel.id, search.clip),
  );
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isAsking, setAsking] = useState(false);
  const clips = data?.pages.flatMap((page) => page.clips);
  useAddressedRow(clips !== undefined && clips.length > 0);
  if (isPending) {
    return (
      <div aria-busy className="mt-6 grid gap-2">
        <output className="sr-only">{t('console.loading')}</output>
        {Array.from({ length: 6 }, (_, row) => (
          <Skeleton key={row} className="h-20" />
        ))}
      </div>
    );
  }
  if (isError && !clips) {
    return (
      <div className="mt-6">
        <ErrorState text={t('fanClips.error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  const all = (
    <Link
      to="/$channel/clips"
      params={{ channel: channel.alias }}
      search={{}}
      className={buttonClass('secondary', 'small', 'min-h-11')}
    >
      {t('fanClips.showAll')}
    </Link>
  );
  if (!clips || clips.length === 0) {
    return (
      <div className="mt-6">
        {search.clip === undefined ? (
          <EmptyState title={t('fanClips.empty')} text={t('fanClips.emptyText')} />
        ) : (
          <EmptyState title={t('fanClips.nothing')} text={t('fanClips.nothingText')}>
            {all}
          </EmptyState>
        )}
      </div>
    );
  }
  // Only what is still in the list.
  const selected = clips.filter(({ id }) => chosen.has(id));
  const choose = (id: number, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((other) => other !== id)));
  const asked = clips.filter(({ id }) => id === search.sheet);
  const show = (sheet: number | undefined, replace: boolean) =>
    void navigate({
      to: '/$channel/clips',
      params: { channel: channel.alias },
      search: clipsSearch({ ...search, sheet }),
      replace,
      resetScroll: false,
    });
  return (
    <>
      {search.clip !== undefined && <div className="mt-4">{all}</div>}
      <SelectionBar count={selected.length} onClear={() => setChosen(new Set())}>
        <Button variant="secondary" size="small" className="min-h-11" onClick={() => setAsking(true)}>
          {t('fanClips.takeDownCount', { count: selected.length })}
        </Button>
      </SelectionBar>
      <ul aria-label={t('fanClips.title')} className="list">
        {clips.map((clip) => (
          <ClipRow
            key={clip.id}
            clip={clip}
            isChosen={chosen.has(clip.id)}
            onChoose={(isChosen) => choose(clip.id, isChosen)}
            onTakeDown={() => show(clip.id, false)}
          />
        ))}
      </ul>
      <TakeDownSheet
        channel={channel.id}
        clips={isAsking ? selected : asked}
        open={isAsking || asked.length > 0}
        onClose={() => {
          if (isAsking) setAsking(false);
          else if (search.sheet !== undefined) show(undefined, true);
        }}
      />
      {hasNextPage && (
        <Button variant="secondary" className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('fanClips.more')}
        </Button>
      )}
    </>
  );
}
