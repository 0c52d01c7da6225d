import { useConsoleT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { useState } from 'react';
import { DeleteSheet } from './delete-sheet.tsx';
import type { NamedChannel } from './named-channel.ts';
import { PauseSheet } from './pause-sheet.tsx';
import { usePause } from './use-pause.ts';

interface StateActionsProps {
  readonly channel: NamedChannel;
  readonly isPaused: boolean;
}

/** Pause or resume, and delete. */
export function StateActions({ channel, isPaused }: StateActionsProps) {
  const t = useConsoleT();
  const [sheet, setSheet] = useState<'pause' | 'delete'>();
  const resume = usePause(channel.id);
  const close = () => setSheet(undefined);
  const action = { size: 'small', variant: 'secondary', className: 'min-h-11' } as const;
  const { name } = channel;
  return (
    <div className="flex flex-wrap gap-2">
      {isPaused ? (
        <Button
          {...action}
          aria-label={t('channel.resumeOf', { channel: name })}
          disabled={resume.isPending}
          onClick={() => resume.mutate(false)}
        >
          {t('channel.resume')}
        </Button>
      ) : (
        <Button
          {...action}
          aria-label={t('channel.pauseOf', { channel: name })}
          aria-haspopup="dialog"
          onClick={() => setSheet('pause')}
        >
          {t('channel.pause')}
        </Button>
      )}
      <Button
        {...action}
        aria-label={t('channel.deleteOf', { channel: name })}
        aria-haspopup="dialog"
        onClick={() => setSheet('delete')}
      >
        {t('channel.delete')}
      </Button>
      {sheet === 'pause' && <PauseSheet channel={channel} onClose={close} />}
      {sheet === 'delete' && <DeleteSheet channel={channel} onClose={close} />}
    </div>
  );
}
