import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type AnsweredForm, ApiError, type FormAnswer, type OperatorChannel } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button, EmptyState, ErrorState } from '@touchline/ui';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { localTime } from '../../localisation/local-time.ts';
import { NotFound } from '../../navigation/not-found.tsx';
import { RowsSkeleton } from '../../resource/rows-skeleton.tsx';
import { answerValues } from './answer-values.ts';
import { AnswersFrame } from './answers-frame.tsx';
import { answeredFormsQuery, answerQuery } from './answers-queries.ts';
import { DeleteAnswersSheet } from './delete-answers-sheet.tsx';

const FROM = '/$channel/answers/$form/$answer';

/** One answer with all its fields. */
export function AnswerScreen() {
  return <AnswersFrame>{(channel) => <Answer channel={channel} />}</AnswersFrame>;
}

function Answer({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const { form: formId, answer: id } = useParams({ from: FROM });
  const search = useSearch({ from: FROM });
  const forms = useQuery(answeredFormsQuery(channel.id));
  const answer = useQuery(answerQuery(channel.id, Number(formId), Number(id)));
  const form = forms.data?.find((one) => String(one.id) === formId);
  if (forms.data && !form) return <NotFound />;
  const isGone = answer.error instanceof ApiError && answer.error.status < 500;
  const retry = () => void Promise.all([forms.refetch(), answer.refetch()]);
  return (
    <div className="max-w-3xl">
      <Link
        to="/$channel/answers/$form"
        params={{ channel: channel.alias, form: formId }}
        search={search}
        className="inline-flex min-h-9 items-center gap-1 text-sm text-muted underline-offset-4 hover:underline"
      >
        <ChevronLeft aria-hidden size={16} />
        {form ? form.title || form.alias : t('answers.title')}
      </Link>
      {isGone ? (
        <EmptyState title={t('answers.gone')} text={t('answers.goneText')} />
      ) : form && answer.data ? (
        <Values channel={channel} form={form} answer={answer.data} />
      ) : forms.error || answer.error ? (
        <ErrorState text={t('answers.error')} onRetry={retry} />
      ) : (
        <RowsSkeleton />
      )}
    </div>
  );
}

interface ValuesProps {
  readonly channel: OperatorChannel;
  readonly form: AnsweredForm;
  readonly answer: FormAnswer;
}

function Values({ channel, form, answer }: ValuesProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const search = useSearch({ from: FROM });
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { account_id: account } = answer;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <h1 className="min-w-0 text-3xl leading-9">{t('answers.answerOf', { time: localTime(answer.at, locale) })}</h1>
        {channel.may.includes('delete_form_answers') && (
          <Button
            size="small"
            variant="secondary"
            className="min-h-11"
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          >
            {t('answers.delete')}
          </Button>
        )}
      </div>
      <p className="mt-2 text-sm text-muted">
        {account === null ? t('answers.visitor') : t('answers.member', { id: String(account) })}
      </p>
      <dl className="mt-6 grid gap-5">
        {answerValues(form, answer, t).map(({ name, label, text }) => (
          <div key={name}>
            <dt className="text-sm font-medium text-muted">{label}</dt>
            <dd className="mt-0.5 wrap-anywhere whitespace-pre-wrap">
              {text || <span className="text-muted">{t('answers.noValue')}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <DeleteAnswersSheet
        channel={channel.id}
        form={form}
        which={{ answer: answer.id }}
        open={asking}
        onClose={() => setAsking(false)}
        onDeleted={() =>
          void navigate({
            to: '/$channel/answers/$form',
            params: { channel: channel.alias, form: String(form.id) },
            search,
            replace: true,
          })
        }
      />
    </>
  );
}
