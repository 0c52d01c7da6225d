import { useQuery } from '@tanstack/react-query';
import { useConsoleT } from '@touchline/i18n';
import { Button, Dialog, Skeleton } from '@touchline/ui';
import { useId } from 'react';
import { renewingQuery } from './channel-queries.ts';
import type { NamedChannel } from './named-channel.ts';
import { usePause } from './use-pause.ts';

interface PauseSheetProps {
  readonly channel: NamedChannel;
  readonly onClose: () => void;
}

/** Says what stops and what goes on before a channel is paused. */
export function PauseSheet({ channel, onClose }: PauseSheetProps) {
  const t = useConsoleT();
  const heading = useId();
  const pause = usePause(channel.id, onClose);
  return (
    <Dialog open onClose={onClose} labelledBy={heading} className="popup p-6">
      <h2 id={heading} className="text-xl leading-7 wrap-anywhere">
        {t('channel.pauseAsk', { channel: channel.name })}
      </h2>
      <ul className="mt-3 grid list-disc gap-2 ps-5 text-sm text-pretty text-muted">
        <li>{t('channel.pauseViewers')}</li>
        <li>{t('channel.pauseGames')}</li>
        <li>{t('channel.pauseMembers')}</li>
        <Renewals channel={channel.id} />
        <li>{t('channel.pauseConsole')}</li>
      </ul>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {t('team.cancel')}
        </Button>
        <Button disabled={pause.isPending} onClick={() => pause.mutate(true)}>
          {t('channel.pauseOf', { channel: channel.name })}
        </Button>
      </div>
    </Dialog>
  );
}

/** What happens to the subscriptions that renew, and how many they are. */
function Renewals({ channel }: { readonly channel: number }) {
  const t = useConsoleT();
  const { data: count, isPending } = useQuery(renewingQuery(channel));
  if (isPending) {
    return (
      <li aria-busy>
        <output className="sr-only">{t('console.loading')}</output>
        <Skeleton className="h-10" />
      </li>
    );
  }
  return <li>{count === undefined ? t('channel.pauseRenewalsUnknown') : t('channel.pauseRenewals', { count })}</li>;
}
