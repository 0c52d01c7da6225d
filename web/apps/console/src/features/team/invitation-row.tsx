import type { OpenInvitation } from '@touchline/api/console';
import { useConsoleT, useLocale } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useState } from 'react';
import { localTime } from '../../localisation/local-time.ts';
import { ROLE_NAMES } from '../../localisation/role-names.ts';
import { ResendSheet } from './resend-sheet.tsx';
import { WithdrawSheet } from './withdraw-sheet.tsx';
import '../../lists/list.css';

interface InvitationRowProps {
  readonly channel: number;
  readonly invitation: OpenInvitation;
}

export function InvitationRow({ channel, invitation }: InvitationRowProps) {
  const t = useConsoleT();
  const locale = useLocale();
  const [sheet, setSheet] = useState<'resend' | 'withdraw'>();
  const { email, invited_by: name } = invitation;
  const close = () => setSheet(undefined);
  const action = { size: 'small', variant: 'secondary', className: 'min-h-11', 'aria-haspopup': 'dialog' } as const;
  return (
    <li className="list-row">
      <div className="min-w-0">
        <p className="truncate font-semibold">{email}</p>
        {name !== null && <p className="truncate text-sm text-muted">{t('team.invitedBy', { name })}</p>}
      </div>
      <div className="min-w-0 text-sm text-muted">
        <p className="font-medium text-text">{t(ROLE_NAMES[invitation.role])}</p>
        <p className="tabular-nums">{t('team.validUntil', { time: localTime(invitation.expires_at, locale) })}</p>
      </div>
      <div className="flex flex-wrap gap-2 md:justify-end">
        <Button {...action} aria-label={t('team.resendOf', { email })} onClick={() => setSheet('resend')}>
          {t('team.resend')}
        </Button>
        <Button {...action} aria-label={t('team.withdrawOf', { email })} onClick={() => setSheet('withdraw')}>
          {t('team.withdraw')}
        </Button>
      </div>
      <ResendSheet channel={channel} invitation={invitation} open={sheet === 'resend'} onClose={close} />
      <WithdrawSheet channel={channel} invitation={invitation} open={sheet === 'withdraw'} onClose={close} />
    </li>
  );
}
