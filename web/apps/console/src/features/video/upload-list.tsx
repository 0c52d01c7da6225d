import { useQuery } from '@tanstack/react-query';
import { useConsoleT } from '@touchline/i18n';
import { EmptyState, ErrorState, Skeleton } from '@touchline/ui';
import { useSendings } from './sending.ts';
import { uploadsQuery } from './upload-queries.ts';
import { UploadRow } from './upload-row.tsx';
import '../../lists/list.css';

/** The newest uploads of a channel, and what becomes of them. */
export function UploadList({ channel }: { readonly channel: number }) {
  const t = useConsoleT();
  const sendings = useSendings();
  const { data, isPending, isError, refetch } = useQuery(uploadsQuery(channel));
  return (
    <section aria-labelledby="uploads" className="mt-10">
      <h2 id="uploads" className="text-xl leading-7">
        {t('video.list')}
      </h2>
      {isPending && (
        <div aria-busy className="mt-4 grid gap-2">
          <output className="sr-only">{t('console.loading')}</output>
          {Array.from({ length: 3 }, (_, row) => (
            <Skeleton key={row} className="h-16" />
          ))}
        </div>
      )}
      {isError && !data && (
        <div className="mt-4">
          <ErrorState text={t('video.error')} onRetry={() => void refetch()} />
        </div>
      )}
      {data?.length === 0 && (
        <div className="mt-4">
          <EmptyState title={t('video.empty')} text={t('video.emptyText')} />
        </div>
      )}
      {data && data.length > 0 && (
        <ul aria-labelledby="uploads" className="list">
          {data.map((upload) => (
            <UploadRow
              key={upload.id}
              channel={channel}
              upload={upload}
              sending={sendings.find((sending) => sending.upload === upload.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
