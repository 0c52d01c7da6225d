import { useQuery } from '@tanstack/react-query';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { ErrorState, Skeleton } from '@touchline/ui';
import { checklistQuery } from './checklist-query.ts';
import { itemsOf } from './checklist-items.ts';
import { ChecklistItem } from './checklist-item.tsx';
import './checklist.css';

/** What is missing until the first game, each with a test that says what really happened. */
export function Checklist({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const { data, isPending, refetch } = useQuery(checklistQuery(channel.id));
  if (isPending) return <Skeleton className="mt-8 h-96" />;
  if (!data) {
    return (
      <div className="mt-8">
        <ErrorState text={t('checklist.error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <>
      {data.is_ready && (
        <div className="mt-8 rounded-card border border-line bg-surface p-5">
          <h2 className="text-xl leading-7">{t('checklist.allDone')}</h2>
          <p className="mt-1 text-pretty text-muted">{t('checklist.planFirst')}</p>
        </div>
      )}
      <ul aria-label={t('checklist.title')} className="checklist">
        {itemsOf(data, t).map((item) => (
          <ChecklistItem key={item.name} channel={channel} item={item} />
        ))}
      </ul>
    </>
  );
}
