import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { EmptyState, ErrorState } from '@touchline/ui';
import { rowProps } from '../../lists/list-row.ts';
import { localTime } from '../../localisation/local-time.ts';
import { RowsSkeleton } from '../../resource/rows-skeleton.tsx';
import { AnswersFrame } from './answers-frame.tsx';
import { answeredFormsQuery } from './answers-queries.ts';
import '../../resource/resource-row.css';
import '../../lists/list.css';

/** The forms of the channel, each with its answers. */
export function AnsweredFormsScreen() {
  const t = useConsoleT();
  return (
    <AnswersFrame>
      {(channel) => (
        <>
          <h1 className="text-4xl leading-10">{t('answers.title')}</h1>
          <p className="mt-2 max-w-[62ch] text-pretty text-muted">{t('answers.text')}</p>
          <Forms channel={channel} />
        </>
      )}
    </AnswersFrame>
  );
}

function Forms({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const locale = useLocale();
  const { data: forms, isPending, refetch } = useQuery(answeredFormsQuery(channel.id));
  if (isPending) return <RowsSkeleton />;
  if (!forms) {
    return (
      <div className="mt-6">
        <ErrorState text={t('answers.error')} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (forms.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState title={t('forms.empty')} text={t('answers.noForms')} />
      </div>
    );
  }
  return (
    <ul aria-label={t('answers.title')} className="list mt-6">
      {forms.map(({ id, title, alias, answers, newest_at: newest }) => (
        <li key={id} className="resource-row" {...rowProps(id)}>
          <div className="min-w-0 flex-1">
            <Link
              to="/$channel/answers/$form"
              params={{ channel: channel.alias, form: String(id) }}
              search={{}}
              className="resource-link"
            >
              {title || alias}
            </Link>
            <p className="text-sm text-muted">
              {t('answers.count', { count: answers })}
              {newest !== null && ` · ${t('answers.newest', { time: localTime(newest, locale) })}`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
