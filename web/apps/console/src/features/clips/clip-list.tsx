import { useInfiniteQuery } from '@tanstack/react-query';
import { useConsoleT } from '@touchline/i18n';
import { Button, EmptyState, ErrorState, Skeleton } from '@touchline/ui';
import { ClipRow } from './clip-row.tsx';
import { clipsQuery } from './clips-query.ts';

/** What fans have cut, and the way to take it down. */
export function ClipList({ channel }: { readonly channel: number }) {
  const t = useConsoleT();
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    clipsQuery(channel),
  );
  const clips = data?.pages.flatMap((page) => page.clips);
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
  if (!clips || clips.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState title={t('fanClips.empty')} text={t('fanClips.emptyText')} />
      </div>
    );
  }
  return (
    <>
      <ul aria-label={t('fanClips.title')} className="upload-list mt-6">
        {clips.map((clip) => (
          <ClipRow key={clip.id} channel={channel} clip={clip} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="secondary" className="mt-4" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('fanClips.more')}
        </Button>
      )}
    </>
  );
}
