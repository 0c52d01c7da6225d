import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import {
  ApiError,
  type OperatorChannel,
  previewText,
  sendTestMail,
  type TestMail,
  type TextItem,
} from '@touchline/api/console';
import { type ConsoleTranslate, type Locale, useConsoleT } from '@touchline/i18n';
import { Button, ErrorState } from '@touchline/ui';
import { useEffect, useState } from 'react';
import { type Fields, fieldValue } from '../../resource/draft.ts';
import { asText } from '../../resource/field-props.ts';
import { saveProblems } from '../../resource/save-problems.ts';
import { translationName } from '../../resource/wire-fields.ts';
import { MessageFrame } from '../../rich-text/message-frame.tsx';
import { useOperator } from '../../session/session.ts';

/** The pause in typing after which the mail is rendered. */
const PAUSE_MS = 400;

interface MailPreviewProps {
  readonly channel: OperatorChannel;
  readonly row: TextItem;
  readonly draft: Fields;
  readonly language: Locale;
}

/** The unsaved mail as a viewer gets it, and a way to send it to oneself. */
export function MailPreview({ channel, row, draft, language }: MailPreviewProps) {
  const t = useConsoleT();
  const wanted = draftOf(draft, language);
  const asked = usePaused(JSON.stringify(wanted));
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['text preview', channel.id, row.id, row.version, asked],
    queryFn: () => previewText(channel.id, row.id, wanted),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const [problem] = saveProblems(error, t);
  return (
    <section aria-labelledby="preview" className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 id="preview" className="text-xl leading-7">
          {t('texts.preview')}
        </h2>
        <p className="text-sm text-pretty text-muted">{t('texts.previewText')}</p>
      </div>
      {problem && (
        <p role="status" className="form-note">
          {t('texts.previewProblem', { problem: problem.text })}
        </p>
      )}
      {error && !problem && <ErrorState text={t('texts.previewFailed')} onRetry={() => void refetch()} />}
      {isPending && <div aria-hidden className="h-[42rem] rounded-card bg-surface" />}
      {data && (
        <>
          <p lang={language} className="wrap-anywhere">
            <span className="text-sm text-muted">{t('texts.subject')}: </span>
            <strong>{data.subject}</strong>
          </p>
          <MessageFrame title={t('texts.previewOf')} html={data.html} />
          <details>
            <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-medium">{t('texts.previewPlain')}</summary>
            <pre
              lang={language}
              className="rounded-card border border-line p-4 text-sm whitespace-pre-wrap wrap-anywhere"
            >
              {data.text}
            </pre>
          </details>
        </>
      )}
      <SendTest channel={channel} row={row} draft={draft} language={language} />
    </section>
  );
}

function SendTest({ channel, row, draft, language }: MailPreviewProps) {
  const t = useConsoleT();
  const operator = useOperator();
  const send = useMutation({ mutationFn: () => sendTestMail(channel.id, row.id, draftOf(draft, language)) });
  return (
    <div className="grid gap-2">
      <Button
        variant="secondary"
        className="min-h-11 justify-self-start"
        disabled={send.isPending}
        onClick={() => send.mutate()}
      >
        {t(send.isPending ? 'texts.sending' : 'texts.sendTest')}
      </Button>
      <p className="text-sm text-pretty text-muted">{t('texts.sendTestText', { address: operator?.email ?? '' })}</p>
      <p role="status" className="text-sm text-pretty wrap-anywhere">
        {send.data && outcomeOf(send.data, t)}
        {send.error && failureOf(send.error, t)}
      </p>
    </div>
  );
}

/** What really happened to the mail. */
function outcomeOf({ outcome, to, server, problem, took_ms: took }: TestMail, t: ConsoleTranslate): string {
  const values = { server: server ?? '', problem: problem ?? '' };
  switch (outcome) {
    case 'accepted':
      return t('texts.testAccepted', { ...values, to, time: (took / 1000).toFixed(1) });
    case 'refused':
      return t('texts.testRefused', values);
    case 'failed':
      return t('texts.testFailed', values);
    case 'no_server':
      return t('texts.testNoServer');
  }
}

function failureOf(error: Error, t: ConsoleTranslate): string {
  if (error instanceof ApiError && error.status === 429) return t('texts.testTooMany');
  const [problem] = saveProblems(error, t);
  return problem ? t('texts.previewProblem', { problem: problem.text }) : t('texts.testError');
}

/** The words of a language. */
function draftOf(draft: Fields, language: Locale) {
  const text = (name: string) => asText(fieldValue(draft, translationName(language, name)));
  return { language, texts: { subject: text('subject'), title: text('title'), body: text('body') } };
}

/** A value once it has stayed the same for a moment. */
function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
