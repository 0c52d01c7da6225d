import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { ApiError, fetchInvitation } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { buttonClass, EmptyState, ErrorState, Skeleton } from '@touchline/ui';
import { LanguageSelect } from '../../localisation/language-select.tsx';
import { InvitationCard } from './invitation-card.tsx';

/** Where the link of an invitation leads. Its token stands in the fragment, which no server sees. */
export function InvitationScreen() {
  const t = useConsoleT();
  // Where the reader is, not where they are being led: the next page's address has no token.
  const token = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).hash });
  const {
    data: invitation,
    error,
    isPending,
    refetch,
  } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => fetchInvitation(token, signal),
    // It stays as it is while its reader fills in the form.
    staleTime: Infinity,
    gcTime: 0,
  });
  const hasEnded = error instanceof ApiError && error.status === 404;
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <p className="font-display text-xl font-extrabold tracking-tight uppercase">
          Touchline <span className="text-muted">{t('console.name')}</span>
        </p>
        {isPending && (
          <div aria-busy className="mt-6">
            <output className="sr-only">{t('console.loading')}</output>
            <Skeleton className="h-72 rounded-card" />
          </div>
        )}
        {invitation && <InvitationCard token={token} invitation={invitation} />}
        {!isPending && !invitation && (
          <div className="mt-6">
            <h1 className="sr-only">{t('invitation.title')}</h1>
            {hasEnded ? (
              <EmptyState title={t('invitation.ended')} text={t('invitation.endedText')}>
                <Link to="/" className={buttonClass('secondary')}>
                  {t('invitation.toConsole')}
                </Link>
              </EmptyState>
            ) : (
              <ErrorState text={t('invitation.error')} onRetry={() => void refetch()} />
            )}
          </div>
        )}
        <div className="mt-8 -mx-3">
          <LanguageSelect />
        </div>
      </div>
    </main>
  );
}
