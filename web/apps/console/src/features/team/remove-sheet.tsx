import { type OperatorChannel, removeOperator, type TeamMember } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog } from '@touchline/ui';
import { useId } from 'react';
import { useTeamChange } from './use-team-change.ts';

interface RemoveSheetProps {
  readonly channel: OperatorChannel;
  readonly member: TeamMember;
  readonly name: string;
  readonly isYou: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Says what a member loses before they are removed. */
export function RemoveSheet({ channel, member, name, isYou, open, onClose }: RemoveSheetProps) {
  const t = useConsoleT();
  const heading = useId();
  const remove = useTeamChange({
    channel: channel.id,
    change: () => removeOperator(channel.id, member.id),
    done: () => t('team.removed', { name }),
    missing: 'team.gone',
    onSettled: onClose,
  });
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7 wrap-anywhere">
        {t('team.removeAsk', { name })}
      </h2>
      <p className="mt-2 text-sm text-pretty text-muted">
        {t(isYou ? 'team.removeTextYou' : 'team.removeText', { name, channel: channel.name })}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('team.cancel')}
        </Button>
        <Button disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t('team.removeOf', { name })}
        </Button>
      </div>
    </Dialog>
  );
}
