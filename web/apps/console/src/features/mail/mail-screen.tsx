import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { ApiError, type MailDetail, type OperatorChannel } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { EmptyState, ErrorState, Skeleton } from '@touchline/ui';
import { ArrowLeft } from 'lucide-react';
import { useChannel } from '../../session/session.ts';
import { MessageFrame } from '../../rich-text/message-frame.tsx';
import { MailFacts } from './mail-facts.tsx';
import { mailQuery } from './mail-queries.ts';
import { RetryButton } from './retry-button.tsx';
import { NotFound } from '../../navigation/not-found.tsx';

/** One mail, with its text for operators who may read it. */
export function MailScreen() {
  const channel = useChannel();
  return channel ? <Mail channel={channel} /> : <NotFound />;
}

function Mail({ channel }: { readonly channel: OperatorChannel }) {
  const t = useConsoleT();
  const { mail: id } = useParams({ from: '/$channel/mails/$mail' });
  const search = useSearch({ from: '/$channel/mails/$mail' });
  const { data: mail, isPending, error, refetch } = useQuery(mailQuery(channel.id, id));
  const isGone = error instanceof ApiError && error.status < 500;
  return (
    <div className="max-w-4xl">
      <Link
        to="/$channel/mails"
        params={{ channel: channel.alias }}
        search={search}
        className="inline-flex min-h-9 items-center gap-2 text-sm font-medium text-accent-text hover:underline"
      >
        <ArrowLeft aria-hidden size={16} />
        {t('mail.back')}
      </Link>
      {isPending && (
        <div aria-busy className="mt-4 grid gap-4">
          <output className="sr-only">{t('console.loading')}</output>
          <Skeleton className="h-10 max-w-md" />
          <Skeleton className="h-[42rem] rounded-card" />
        </div>
      )}
      {error && !mail && (
        <div className="mt-4">
          <h1 className="sr-only">{t('mail.message')}</h1>
          {isGone ? (
            <EmptyState title={t('mail.missing')} text={t('mail.missingText')} />
          ) : (
            <ErrorState text={t('mail.error')} onRetry={() => void refetch()} />
          )}
        </div>
      )}
      {mail && (
        <>
          <div className="mt-3 flex flex-wrap items-start justify-between gap-4">
            <h1 className="min-w-0 text-3xl leading-9 wrap-anywhere">{mail.subject}</h1>
            {mail.state === 'failed' && channel.may.includes('retry_mails') && (
              <RetryButton channel={channel.id} mail={mail.id} />
            )}
          </div>
          <MailFacts mail={mail} />
          <Message mail={mail} />
        </>
      )}
    </div>
  );
}

function Message({ mail }: { readonly mail: MailDetail }) {
  const t = useConsoleT();
  return (
    <section aria-labelledby="message" className="mt-8">
      <h2 id="message" className="text-[1.75rem]/8">
        {t('mail.message')}
      </h2>
      <p className="mt-1 text-[0.8125rem] text-muted">{t('mail.recorded')}</p>
      <div className="mt-4 grid gap-4">
        {mail.letter === 'forgotten' && <EmptyState title={t('mail.forgotten')} compact />}
        {mail.letter === 'withheld' && <EmptyState title={t('mail.withheld')} compact />}
        {mail.html && <MessageFrame title={mail.subject} html={mail.html} />}
        {mail.text && (
          <details className="rounded-card border border-line">
            <summary className="cursor-pointer px-4 py-3 text-sm font-medium">{t('mail.asText')}</summary>
            <pre className="overflow-x-auto px-4 pb-4 text-sm whitespace-pre-wrap wrap-anywhere">{mail.text}</pre>
          </details>
        )}
      </div>
    </section>
  );
}
