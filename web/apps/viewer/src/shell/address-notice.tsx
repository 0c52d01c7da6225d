import { useAccountT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { returnSearch } from '../navigation/login-address.ts';
import { useSession } from '../session/session.ts';
import { useFreshProfile } from '../session/use-fresh-profile.ts';

/** Screens that say it themselves. */
const SAID = /^\/verify-(notice|email)\b/i;

/** Reminds a member of the mail that confirms their address; nothing waits for it. */
export function AddressNotice() {
  const email = useSession(({ user }) => (user && !user.email_verified ? user.email : null));
  return email === null ? null : <Reminder key={email} email={email} />;
}

function Reminder({ email }: { readonly email: string }) {
  const t = useAccountT();
  const href = useLocation({ select: (location) => location.href });
  const [isClosed, setClosed] = useState(false);
  useFreshProfile();
  if (isClosed || SAID.test(href)) return null;
  return (
    <section aria-label={t('verify.title')} className="shell-notice">
      <p className="min-w-0 flex-1 text-pretty max-sm:basis-full wrap-anywhere">{t('verify.noticeText', { email })}</p>
      <Link
        to="/verify-notice"
        search={returnSearch(href)}
        className="inline-flex min-h-9 items-center font-semibold text-accent-text underline-offset-4 hover:underline"
      >
        {t('verify.none')}
      </Link>
      <Button variant="quiet" size="small" onClick={() => setClosed(true)}>
        {t('verify.later')}
      </Button>
    </section>
  );
}
