import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useConsoleT } from '@touchline/i18n';
import { EmptyState, ErrorState, Skeleton, Toasts } from '@touchline/ui';
import { sessionQuery } from '../session/session.ts';
import { StatusBanner } from '../features/status/status-banner.tsx';
import { LoginScreen } from '../features/login/login-screen.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ChannelSwitch } from './channel-switch.tsx';
import { SideNav } from './side-nav.tsx';
import './shell.css';

/** The console's frame; whoever is not logged in sees the login in its place, at the same address. */
export function Shell() {
  const t = useConsoleT();
  const { data: session, isPending, refetch } = useQuery(sessionQuery);
  return (
    <>
      <title>{t('console.title')}</title>
      {isPending && <Opening />}
      {!isPending && !session && (
        <main className="page py-16">
          <h1 className="sr-only">{t('console.title')}</h1>
          <ErrorState text={t('console.unavailable')} onRetry={() => void refetch()} />
        </main>
      )}
      {session && !session.operator && <LoginScreen />}
      {session?.operator && (
        <div className="frame">
          <a href="#main" className="skip-link">
            {t('shell.skip')}
          </a>
          <header className="frame-side">
            <p className="font-display text-lg font-extrabold tracking-tight whitespace-nowrap uppercase">
              Touchline <span className="text-header-muted max-[25rem]:sr-only">{t('console.name')}</span>
            </p>
            <ChannelSwitch />
            <SideNav />
            <AccountMenu operator={session.operator} />
          </header>
          <main id="main" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none sm:px-8 sm:py-10">
            <StatusBanner />
            {session.channels.length === 0 ? (
              <>
                <h1 className="sr-only">{t('console.title')}</h1>
                <EmptyState title={t('console.noChannels')} text={t('console.noChannelsText')} />
              </>
            ) : (
              <Outlet />
            )}
          </main>
        </div>
      )}
      <Toasts />
    </>
  );
}

function Opening() {
  const t = useConsoleT();
  return (
    <main aria-busy className="page py-16">
      <output className="sr-only">{t('console.loading')}</output>
      <Skeleton className="mx-auto h-80 max-w-sm rounded-card" />
    </main>
  );
}
