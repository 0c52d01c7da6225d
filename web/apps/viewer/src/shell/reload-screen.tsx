import { useT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { RotateCw, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { useCountdown } from '../time/use-countdown.ts';

const RELOAD_LOCK_MS = 60_000;

interface ReloadScreenProps {
  readonly onReload: () => void;
}

/** The technical-difficulties screen: reloading is held back for a minute, so that a struggling server can recover. */
export function ReloadScreen({ onReload }: ReloadScreenProps) {
  const t = useT();
  const [unlocksAt] = useState(() => Date.now() + RELOAD_LOCK_MS);
  const left = useCountdown(unlocksAt);
  const seconds = left.minutes * 60 + left.seconds;
  return (
    <div className="grid min-h-dvh place-content-center justify-items-center gap-5 bg-body px-6 py-16 text-center text-text">
      <span className="grid size-20 place-items-center rounded-full bg-raised text-muted">
        <WifiOff aria-hidden size={36} />
      </span>
      <div role="alert" className="grid gap-3">
        <h1 className="text-[2.25rem] leading-10 text-balance">{t('boot.technicalDifficulties')}</h1>
        <p className="mx-auto max-w-[46ch] text-balance text-muted">{t('boot.technicalDifficultiesHint')}</p>
      </div>
      <Button size="large" disabled={!left.over} className="min-w-56 tabular-nums" onClick={onReload}>
        <RotateCw aria-hidden size={18} />
        {left.over ? t('boot.reload') : t('boot.reloadIn', { seconds })}
      </Button>
    </div>
  );
}
