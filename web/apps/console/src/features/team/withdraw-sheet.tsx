import { type OpenInvitation, withdrawInvitation } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog } from '@touchline/ui';
import { useId } from 'react';
import { useTeamChange } from './use-team-change.ts';

interface WithdrawSheetProps {
  readonly channel: number;
  readonly invitation: OpenInvitation;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Says what a withdrawal does before it is done. */
export function WithdrawSheet({ channel, invitation, open, onClose }: WithdrawSheetProps) {
  const t = useConsoleT();
  const heading = useId();
  const withdraw = useTeamChange({
    channel,
    change: () => withdrawInvitation(channel, invitation.id),
    done: () => t('team.withdrawn'),
    missing: 'team.invitationGone',
    onSettled: onClose,
  });
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7">
        {t('team.withdrawAsk')}
      </h2>
      <p className="mt-2 text-sm text-pretty wrap-anywhere text-muted">
        {t('team.withdrawText', { email: invitation.email })}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('team.keep')}
        </Button>
        <Button disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('team.withdraw')}
        </Button>
      </div>
    </Dialog>
  );
}
