import { useConsoleT } from '@touchline/i18n';
import { Button, ErrorState } from '@touchline/ui';
import type { ReactNode } from 'react';
import { RowsSkeleton } from '../resource/rows-skeleton.tsx';
import './list.css';

/** What a list has to know of its query, which loads one part after the other. */
interface LoadedInParts {
  readonly data: unknown;
  readonly isPending: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
}

interface ListFrameProps {
  readonly query: LoadedInParts;
  /** What is said when nothing could be loaded. */
  readonly error: string;
  /** In the place of the rows, where there are none. */
  readonly empty: ReactNode;
  /** The words of the button for the next part. */
  readonly more?: string;
  readonly children: ReactNode;
}

/** The states of a list that is loaded in parts: a skeleton, a failure with a retry, nothing, and rows with a way to more. */
export function ListFrame({ query, error, empty, more, children }: ListFrameProps) {
  const t = useConsoleT();
  if (query.isPending) return <RowsSkeleton />;
  if (query.data === undefined) {
    return (
      <div className="mt-6">
        <ErrorState text={error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  return (
    <>
      {empty ? <div className="mt-6">{empty}</div> : children}
      {query.isFetchNextPageError && (
        <p role="alert" className="mt-4 text-sm text-danger">
          {t('audit.moreError')}
        </p>
      )}
      {query.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4"
          disabled={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {more ?? t('audit.more')}
        </Button>
      )}
    </>
  );
}
