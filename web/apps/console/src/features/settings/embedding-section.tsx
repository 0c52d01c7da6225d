import { useQuery } from '@tanstack/react-query';
import { useConsoleT } from '@touchline/i18n';
import { ErrorState, Skeleton } from '@touchline/ui';
import { embeddingQuery } from './embedding-queries.ts';
import { FrameCodeBox } from './frame-code-box.tsx';
import { HostsForm } from './hosts-form.tsx';

/** Which sites show the channel's player, and the code that they need for it. */
export function EmbeddingSection({ channel }: { readonly channel: number }) {
  const t = useConsoleT();
  const { data, isPending, refetch } = useQuery(embeddingQuery(channel));
  return (
    <section aria-labelledby="embedding" className="mt-8 max-w-2xl">
      <h2 id="embedding" className="text-xl leading-7">
        {t('embedding.title')}
      </h2>
      <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('embedding.text')}</p>
      {isPending && (
        <div aria-busy className="mt-5">
          <output className="sr-only">{t('console.loading')}</output>
          <Skeleton className="h-48" />
        </div>
      )}
      {!isPending && !data && (
        <div className="mt-5">
          <ErrorState text={t('embedding.error')} onRetry={() => void refetch()} />
        </div>
      )}
      {data && (
        <>
          <HostsForm channel={channel} saved={data.hosts} />
          <FrameCodeBox channel={channel} />
        </>
      )}
    </section>
  );
}
