import { type OpenInvitation, resendInvitation } from '@touchline/api/console';
import { type Locale, useConsoleT, useLocale } from '@touchline/i18n';
import { Button, Dialog } from '@touchline/ui';
import { useId, useState } from 'react';
import { LANGUAGES, SelectField } from '../../forms/select-field.tsx';
import { useTeamChange } from './use-team-change.ts';

interface ResendSheetProps {
  readonly channel: number;
  readonly invitation: OpenInvitation;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Sends an invitation again, and says that the earlier link ends. */
export function ResendSheet({ channel, invitation, open, onClose }: ResendSheetProps) {
  const t = useConsoleT();
  const heading = useId();
  const { email } = invitation;
  const [language, setLanguage] = useState<Locale>(useLocale());
  const resend = useTeamChange({
    channel,
    change: (to: Locale) => resendInvitation(channel, invitation.id, to),
    done: () => t('team.sent', { email }),
    missing: 'team.invitationGone',
    onSettled: onClose,
  });
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7">
        {t('team.resendAsk')}
      </h2>
      <p className="mt-2 text-sm text-pretty wrap-anywhere text-muted">{t('team.resendText', { email })}</p>
      <div className="mt-4">
        <SelectField label={t('team.language')} options={LANGUAGES} value={language} onChange={setLanguage} />
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('team.cancel')}
        </Button>
        <Button disabled={resend.isPending} onClick={() => resend.mutate(language)}>
          {t('team.resend')}
        </Button>
      </div>
    </Dialog>
  );
}
