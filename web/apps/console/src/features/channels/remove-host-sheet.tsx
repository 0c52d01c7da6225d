import { type OperatorChannel, removeHost } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog } from '@touchline/ui';
import { useId } from 'react';
import { useHostChange } from './use-host-change.ts';

interface RemoveHostSheetProps {
  readonly channel: OperatorChannel;
  readonly host: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Says what ends with a host before it is removed. */
export function RemoveHostSheet({ channel, host, open, onClose }: RemoveHostSheetProps) {
  const t = useConsoleT();
  const heading = useId();
  const remove = useHostChange({
    channel: channel.id,
    change: () => removeHost(channel.id, host),
    onSuccess: onClose,
  });
  return (
    <Dialog open={open} onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7 wrap-anywhere">
        {t('channel.removeAsk', { host })}
      </h2>
      <p className="mt-2 text-sm text-pretty text-muted">{t('channel.removeText', { channel: channel.name })}</p>
      {host === location.hostname && (
        <p className="mt-2 text-sm font-medium text-pretty text-danger">{t('channel.removeThisHost')}</p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('team.cancel')}
        </Button>
        <Button disabled={remove.isPending} onClick={() => remove.mutate()}>
          {t('channel.removeOf', { host })}
        </Button>
      </div>
    </Dialog>
  );
}
