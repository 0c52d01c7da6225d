import type { Profile } from '@touchline/api';
import { useAccountT, useT } from '@touchline/i18n';
import { IconButton } from '@touchline/ui';
import { MailWarning, X } from 'lucide-react';
import { useState } from 'react';
import { ResendVerificationButton } from './resend-verification-button.tsx';

/** Asks to confirm the address, until that is done or not wanted to be read. */
export function EmailNotice({ user }: { readonly user: Profile }) {
  const t = useAccountT();
  const ui = useT();
  const [dismissed, setDismissed] = useState(false);
  if (dismissed || user.email_verified) return null;
  return (
    <aside
      aria-label={t('profile.verifyNotice')}
      className="mt-6 flex items-start gap-3 rounded-card border border-line bg-surface py-1 ps-4 pe-1 text-[0.9375rem] leading-6"
    >
      <MailWarning aria-hidden size={20} className="mt-3 shrink-0 text-warn" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
        <p className="min-w-0 flex-auto py-2.5 wrap-anywhere">{t('profile.verifyText', { email: user.email })}</p>
        <ResendVerificationButton email={user.email} />
      </div>
      <IconButton
        label={ui('ui.dismiss')}
        className="text-muted hover:bg-raised hover:text-text"
        onClick={() => setDismissed(true)}
      >
        <X aria-hidden size={20} />
      </IconButton>
    </aside>
  );
}
