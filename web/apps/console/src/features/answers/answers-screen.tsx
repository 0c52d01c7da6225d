import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import type { OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import { ChevronLeft } from 'lucide-react';
import { NotFound } from '../../navigation/not-found.tsx';
import { RowsSkeleton } from '../../resource/rows-skeleton.tsx';
import { AnswerList } from './answer-list.tsx';
import { AnswersFilter } from './answers-filter.tsx';
import { AnswersFrame } from './answers-frame.tsx';
import { answeredFormsQuery } from './answers-queries.ts';

/** The answers to one form. */
export function AnswersScreen() {
  return <AnswersFrame>{(channel) => <Answers channel={channel} />}</AnswersFrame>;
}

function Answers({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const { form: id } = useParams({ from: '/$channel/answers/$form' });
  const search = useSearch({ from: '/$channel/answers/$form' });
  const { data: forms, isPending, refetch } = useQuery(answeredFormsQuery(channel.id));
  const form = forms?.find((one) => String(one.id) === id);
  if (isPending) return <RowsSkeleton />;
  if (!forms) return <ErrorState text={t('answers.error')} onRetry={() => void refetch()} />;
  if (!form) return <NotFound />;
  return (
    <>
      <Link
        to="/$channel/answers"
        params={{ channel: channel.alias }}
        className="inline-flex min-h-9 items-center gap-1 text-sm text-muted underline-offset-4 hover:underline"
      >
        <ChevronLeft aria-hidden size={16} />
        {t('answers.title')}
      </Link>
      <h1 className="text-4xl leading-10 wrap-anywhere">{form.title || form.alias}</h1>
      <p className="mt-2 text-muted">{t('answers.count', { count: form.answers })}</p>
      <AnswersFilter channel={channel} form={form.id} search={search} />
      <AnswerList channel={channel} form={form} search={search} />
    </>
  );
}
