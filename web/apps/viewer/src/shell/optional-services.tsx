import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAppContext } from '../channel/channel.ts';
import { useConsent } from '../consent/consent.ts';
import { loadWithRetry } from '../loading/load-with-retry.ts';

const loadServices = () => import('../third-party/optional-services.ts');

/** The channel's Google tag and error reports: nothing of them loads before the visitor has accepted. */
export function OptionalServices() {
  const router = useRouter();
  const { connection, boot } = useAppContext();
  const answer = useConsent((consent) => consent.answer);
  const [before] = useState(() => connection.stored.get('cookie_consent'));
  const { 'google-analytics': google, sentry_dsn: dsn } = boot.bootstrap.settings;
  const isWanted = (answer ?? before) === 'accepted' && Boolean(google['google-tag'] ?? dsn);
  useEffect(() => {
    if (isWanted) void loadWithRetry(loadServices).then(({ startServices }) => startServices(router));
  }, [isWanted, router]);
  return null;
}
