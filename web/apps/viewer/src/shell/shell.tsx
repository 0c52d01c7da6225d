import { useT } from '@touchline/i18n';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useChannel } from '../channel/channel.ts';
import { CookieNotice } from './cookie-notice.tsx';
import { Header } from './header.tsx';
import { ProgressLine } from './progress-line.tsx';
import { TabBar } from './tab-bar.tsx';
import { useDeferred } from '../loading/use-deferred.ts';
import { useRouteFocus } from './use-route-focus.ts';
import './shell.css';

const loadDeferred = () => import('./deferred-parts.tsx');
/** It is never in the first view: the content above it is at least as high as the window. */
const loadFooter = () => import('./footer.tsx');

/** What stands around every screen, but for players in a frame on another site, which stand alone. */
export function Shell() {
  const isFramed = useLocation({ select: ({ pathname }) => /^\/(watch_embed|embed)\//.test(pathname) });
  return isFramed ? <Outlet /> : <WholeShell />;
}

function WholeShell() {
  const t = useT();
  const main = useRouteFocus();
  const { is_paused: isPaused } = useChannel().bootstrap.settings;
  const deferred = useDeferred(loadDeferred);
  const foot = useDeferred(loadFooter);
  return (
    <div className="flex flex-col">
      <a href="#main" className="skip-link">
        {t('shell.skip')}
      </a>
      <ProgressLine />
      <Header />
      <CookieNotice />
      {deferred && <deferred.Notices />}
      <main
        ref={main}
        id="main"
        tabIndex={-1}
        className="min-h-[calc(100dvh-var(--header-height))] flex-1 bg-body pb-16 outline-none"
      >
        <Outlet />
      </main>
      {foot && <foot.Footer />}
      {!isPaused && <TabBar />}
      {deferred && <deferred.DeferredParts />}
    </div>
  );
}
