import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useMatch, useMatches } from '@tanstack/react-router';
import type { Session } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { EmptyState, ErrorState, Skeleton, Toasts } from '@touchline/ui';
import { sessionQuery, useChannel, useChannels } from '../session/session.ts';
import { StatusBanner } from '../features/status/status-banner.tsx';
import { LoginScreen } from '../features/login/login-screen.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ChannelSwitch } from './channel-switch.tsx';
import { FormerAddress } from './former-address.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { PausedBanner } from './paused-banner.tsx';
import { PhoneNav } from './phone-nav.tsx';
import { SearchAndKeys } from './search/search-and-keys.tsx';
import { SecondFactorNeeded } from './second-factor-needed.tsx';
import { SideNav } from './side-nav.tsx';
import { useWideScreen } from './use-wide-screen.ts';
import { WorkPill } from './work-pill.tsx';
import './shell.css';

/** The console's frame; without a login, the login screen in its place, at the same address. */
export function Shell() {
  const t = useConsoleT();
  const { data: session, isPending, refetch } = useQuery(sessionQuery);
  const { isPublic: isPublicRoute = false } = useMatches().at(-1)?.staticData ?? {};
  const invitation = useMatch({ from: '/invitation', shouldThrow: false });
  // An invitation is read before there is a login, which its reader may ask for.
  const isInvited = invitation !== undefined && (Boolean(session?.operator) || invitation.search.login === undefined);
  const isPublic = isPublicRoute || isInvited;
  const isWide = useWideScreen();
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
      {session && isPublic && <Outlet />}
      {session && !session.operator && !isPublic && <LoginScreen />}
      {session?.operator && !isPublic && (
        <div className="frame">
          <a href="#main" className="skip-link">
            {t('shell.skip')}
          </a>
          {/* A preview is a page of its own in a frame: what it is part of has names. */}
          <header aria-label={t('console.title')} className="frame-side">
            <p className="font-display text-lg font-extrabold tracking-tight whitespace-nowrap uppercase">
              Touchline <span className="text-header-muted max-[25rem]:sr-only">{t('console.name')}</span>
            </p>
            <ChannelSwitch />
            <Searching operator={session.operator} />
            <WorkPill />
            {isWide && <SideNav />}
            <AccountMenu operator={session.operator} />
          </header>
          <main
            id="main"
            aria-label={t('console.title')}
            tabIndex={-1}
            className="min-w-0 px-4 py-6 outline-none sm:px-8 sm:py-10"
          >
            <OfflineBanner />
            <StatusBanner />
            <PausedBanner />
            <Screen />
          </main>
          {!isWide && <PhoneNav />}
        </div>
      )}
      <Toasts />
    </>
  );
}

function Searching({ operator }: { readonly operator: NonNullable<Session['operator']> }) {
  const channels = useChannels();
  const channel = useChannel() ?? channels[0];
  return channel && <SearchAndKeys key={channel.id} channel={channel} operator={operator} />;
}

/** The screen of the address, unless its channel is closed to the operator. Their own account is always open. */
function Screen() {
  const t = useConsoleT();
  const channels = useChannels();
  const channel = useChannel();
  const { isWithoutChannel = false } = useMatches().at(-1)?.staticData ?? {};
  const { data: session } = useSuspenseQuery(sessionQuery);
  if (channels.length === 0 && !isWithoutChannel) {
    if (session.operator?.is_administrator === true) return <Navigate to="/channels/new" replace />;
    return (
      <>
        <h1 className="sr-only">{t('console.title')}</h1>
        <EmptyState title={t('console.noChannels')} text={t('console.noChannelsText')} />
      </>
    );
  }
  if (!channel) return <FormerAddress channels={channels} />;
  return channel.needs_second_factor ? <SecondFactorNeeded name={channel.name} /> : <Outlet />;
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
