import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, endMyOtherSessions, endMySession, type MySession } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Badge, Button, ErrorState, showToast, Skeleton } from '@touchline/ui';
import { Monitor } from 'lucide-react';
import { localTime } from '../../localisation/local-time.ts';
import { countryName } from '../../resource/countries.ts';
import { mySessionsQuery } from './me-queries.ts';
import { ProblemNote } from './problem-note.tsx';
import { Section } from './section.tsx';

/** Where the operator is logged in, and how that ends. */
export function SessionsSection() {
  const t = useConsoleT();
  const client = useQueryClient();
  const { data, isPending, refetch } = useQuery(mySessionsQuery);
  const endOthers = useMutation({
    mutationFn: endMyOtherSessions,
    onSuccess: () => {
      showToast({ type: 'success', text: t('me.othersEnded') });
      return client.invalidateQueries({ queryKey: mySessionsQuery.queryKey });
    },
  });
  return (
    <Section title={t('me.sessions')} text={t('me.sessionsText')}>
      {isPending && <Skeleton className="h-14" />}
      {!isPending && !data && <ErrorState text={t('me.sessionsError')} onRetry={() => void refetch()} />}
      {data && (
        <ul aria-label={t('me.sessions')} className="grid divide-y divide-line border-y border-line">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      <ProblemNote error={endOthers.error} />
      {data && data.length > 1 && (
        <Button
          variant="secondary"
          className="justify-self-start"
          disabled={endOthers.isPending}
          onClick={() => endOthers.mutate()}
        >
          {t('me.endOthers')}
        </Button>
      )}
    </Section>
  );
}

function SessionRow({ session }: { readonly session: MySession }) {
  const t = useConsoleT();
  const locale = useLocale();
  const client = useQueryClient();
  const { id, country, current, created_at: created, last_used_at: used } = session;
  const device = session.device || t('me.unknownDevice');
  const place = country === null ? device : t('me.sessionPlace', { device, country: countryName(locale)(country) });
  const end = useMutation({
    mutationFn: () =>
      endMySession(id).catch((error: unknown) => {
        // It has ended by itself meanwhile.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }),
    onSuccess: () => {
      showToast({ type: 'success', text: t('me.sessionEnded') });
      return client.invalidateQueries({ queryKey: mySessionsQuery.queryKey });
    },
  });
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center gap-3">
        <Monitor aria-hidden size={20} className="shrink-0 text-muted" />
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-medium wrap-anywhere">{place}</p>
          <p className="text-sm text-muted">
            {t('me.sessionFacts', { since: localTime(created, locale), used: localTime(used, locale) })}
          </p>
        </div>
        {current ? (
          <Badge>{t('me.thisSession')}</Badge>
        ) : (
          <Button
            size="small"
            variant="secondary"
            aria-label={t('me.endNamed', { device })}
            disabled={end.isPending}
            onClick={() => end.mutate()}
          >
            {t('me.end')}
          </Button>
        )}
      </div>
      <ProblemNote error={end.error} />
    </li>
  );
}
