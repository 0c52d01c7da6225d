import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError, type OperatorChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button, buttonClass, EmptyState, ErrorState, showToast } from '@touchline/ui';
import { localTime } from '../localisation/local-time.ts';
import { listAddress } from './addresses.ts';
import type { Resource } from './resource.ts';
import { revisionsQuery, rowsQuery } from './resource-queries.ts';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { restoreNewest } from './use-save.ts';

interface RemovedItemProps {
  readonly channel: OperatorChannel;
  readonly resource: Resource;
  readonly item: number;
}

/** Replaces the form of a missing item, and offers to restore a removed one. */
export function RemovedItem({ channel, resource, item }: RemovedItemProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const client = useQueryClient();
  const { data: revisions, isPending, error, refetch } = useQuery(revisionsQuery(channel.id, resource, item));
  const restore = useMutation({
    mutationFn: () => restoreNewest(channel.id, resource, item),
    onError: () => showToast({ type: 'error', text: t('resource.restoreFailed') }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: rowsQuery(channel.id, resource).queryKey });
      await client.invalidateQueries({ queryKey: revisionsQuery(channel.id, resource, item).queryKey });
    },
  });
  if (isPending) return <RowsSkeleton />;
  const isUnknown = error instanceof ApiError && error.status === 404;
  if (error && !revisions && !isUnknown)
    return <ErrorState text={t('resource.versionsError')} onRetry={() => void refetch()} />;
  const removal = revisions?.find(({ body }) => body === null);
  const canReturn = removal !== undefined && revisions?.some(({ body }) => body !== null);
  const time = removal && localTime(removal.at, locale);
  return (
    <>
      <h1 className="sr-only">{t(resource.texts.title)}</h1>
      <EmptyState
        title={t('resource.gone')}
        text={
          removal && time !== undefined
            ? removal.by
              ? t('resource.goneBy', { name: removal.by.name, time })
              : t('resource.goneAt', { time })
            : t('resource.goneText')
        }
      >
        {canReturn && (
          <Button disabled={restore.isPending} onClick={() => restore.mutate()}>
            {t('resource.bringBack')}
          </Button>
        )}
        <Link {...listAddress({ channel, resource })} className={buttonClass('secondary')}>
          {t('resource.toList', { list: t(resource.texts.title) })}
        </Link>
      </EmptyState>
    </>
  );
}
