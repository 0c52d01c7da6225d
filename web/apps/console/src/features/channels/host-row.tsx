import { useMutation } from '@tanstack/react-query';
import { ApiError, checkHost, type OperatorChannel, setMainHost } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { Badge, Button, showToast } from '@touchline/ui';
import { useId, useState } from 'react';
import { HostReport } from './host-report.tsx';
import { RemoveHostSheet } from './remove-host-sheet.tsx';
import { useHostChange } from './use-host-change.ts';

interface HostRowProps {
  readonly channel: OperatorChannel;
  readonly host: string;
  readonly isMain: boolean;
  readonly isLast: boolean;
}

/** A host, what can be done with it, and what it looks like from the server. */
export function HostRow({ channel, host, isMain, isLast }: HostRowProps) {
  const t = useConsoleT();
  const reason = useId();
  const [isRemoving, setIsRemoving] = useState(false);
  const makeMain = useHostChange({ channel: channel.id, change: () => setMainHost(channel.id, host) });
  const check = useMutation({
    mutationFn: () => checkHost(channel.id, host),
    onError: (error) => {
      const isTooOften = error instanceof ApiError && error.status === 429;
      showToast({ type: 'error', text: t(isTooOften ? 'channel.checkWait' : 'channel.checkFailed') });
    },
  });
  const action = { size: 'small', variant: 'secondary', className: 'min-h-11' } as const;
  return (
    <li className="grid gap-3 border-b border-line py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">{host}</span>
          {isMain && <Badge tone="accent">{t('channel.mainHost')}</Badge>}
          {host === location.hostname && <Badge>{t('channel.thisHost')}</Badge>}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            {...action}
            aria-label={t('channel.checkOf', { host })}
            disabled={check.isPending}
            onClick={() => check.mutate()}
          >
            {t('channel.check')}
          </Button>
          {!isMain && (
            <Button
              {...action}
              aria-label={t('channel.makeMainOf', { host })}
              disabled={makeMain.isPending}
              onClick={() => makeMain.mutate()}
            >
              {t('channel.makeMain')}
            </Button>
          )}
          <Button
            {...action}
            aria-label={t('channel.removeOf', { host })}
            aria-haspopup="dialog"
            disabled={isLast}
            {...(isLast && { 'aria-describedby': reason })}
            onClick={() => setIsRemoving(true)}
          >
            {t('channel.remove')}
          </Button>
        </div>
      </div>
      {isLast && (
        <p id={reason} className="text-sm text-pretty text-muted">
          {t('channel.lastHost')}
        </p>
      )}
      <div role="status" aria-busy={check.isPending}>
        {check.data && <HostReport check={check.data} />}
      </div>
      <RemoveHostSheet channel={channel} host={host} open={isRemoving} onClose={() => setIsRemoving(false)} />
    </li>
  );
}
