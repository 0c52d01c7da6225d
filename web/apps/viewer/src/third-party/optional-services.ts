import type { RegisteredRouter } from '@tanstack/react-router';
import { useConsent } from '../consent/consent.ts';
import { reportErrors } from './error-reports.ts';
import { forgetGoogle, startGoogleTag } from './google-tag.ts';
import { tellableAddress } from './tellable-address.ts';

type Router = Pick<RegisteredRouter, 'options' | 'subscribe'>;

let isStarted = false;

/** Starts what the channel has set up, for a visitor who has accepted it, and ends it when they change their mind. */
export function startServices(router: Router): void {
  if (isStarted) return;
  isStarted = true;
  const { connection, boot } = router.options.context;
  // As the page was loaded: its policy lets in these and no others.
  const { alias, sentry_dsn: dsn, 'google-analytics': google } = boot.bootstrap.settings;
  const report = () => (dsn ? reportErrors(dsn, alias, connection.events) : null);
  let endReports = report();
  const endTag = google['google-tag'] ? followPages(google['google-tag'], router) : null;
  useConsent.subscribe(({ answer }) => {
    if (answer === 'accepted') endReports ??= report();
    if (answer !== 'declined') return;
    endReports?.();
    endReports = null;
    endTag?.();
  });
}

/** Tells the tag of each page, from the first one whose address is nobody's secret. */
function followPages(tag: string, router: Router): () => void {
  let tell: ((address: string) => void) | null = null;
  let isOver = false;
  const onPage = () => {
    const address = tellableAddress(location.href);
    if (!address || isOver) return;
    tell ??= startGoogleTag(tag);
    tell(address);
  };
  onPage();
  const unsubscribe = router.subscribe('onResolved', onPage);
  return () => {
    isOver = true;
    unsubscribe();
    forgetGoogle();
    // A script that runs cannot be taken out of a page.
    if (tell) location.reload();
  };
}
