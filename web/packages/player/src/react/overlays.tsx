import type { StreamState } from '@touchline/api';
import { usePlayerT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { MonitorPlay, Play, RotateCcw, TriangleAlert, VolumeX, WifiOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { PlayerController } from '../dom/player-controller.ts';
import { usePlayerState } from './use-player-state.ts';

interface OverlaysProps {
  readonly player: PlayerController;
  /** What the server says of the encoder. */
  readonly stream: StreamState | null;
  readonly simulated: boolean;
}

/** What lies over the picture when it does not simply play; one thing at a time. */
export function Overlays({ player, stream, simulated }: OverlaysProps) {
  const t = usePlayerT();
  const refusal = usePlayerState(player, (state) => state.refusal);
  const failed = usePlayerState(player, (state) => state.phase === 'failed');
  const ended = usePlayerState(player, (state) => state.ended);
  const held = usePlayerState(player, (state) => state.held);
  const waiting = usePlayerState(player, (state) => state.waiting || (state.phase === 'loading' && !state.playBlocked));
  const blocked = usePlayerState(player, (state) => state.playBlocked);
  const isBroken =
    usePlayerState(player, ({ timeline, started }) => timeline.live && started) && stream === 'interrupted';

  if (refusal === 'too_many_streams') return <TooManyStreams player={player} />;
  if (refusal !== null || failed) {
    const text = failed ? 'player.failed' : refusal === 'unavailable' ? 'player.unavailable' : 'player.noAccess';
    return (
      <Notice icon={<TriangleAlert aria-hidden />} title={t(text)}>
        <Button onClick={() => void player.retry()}>{t('player.retry')}</Button>
      </Notice>
    );
  }
  if (ended) {
    return (
      <Notice icon={null} title={simulated ? t('player.broadcastOver') : null}>
        <Button size="large" onClick={player.replay}>
          <RotateCcw aria-hidden size={20} />
          {t('player.replay')}
        </Button>
      </Notice>
    );
  }
  if (held || (waiting && isBroken)) {
    return (
      <Notice icon={<WifiOff aria-hidden />} title={t('player.rightBack')} text={t('player.rightBackText')} quiet />
    );
  }
  if (blocked) {
    return (
      <button type="button" aria-label={t('player.play')} className="big-play" onClick={player.toggle}>
        <Play aria-hidden size={34} fill="currentColor" />
      </button>
    );
  }
  return waiting ? (
    <div role="status" className="spinner">
      <span className="sr-only">{t('player.loading')}</span>
    </div>
  ) : null;
}

interface NoticeProps {
  readonly icon: ReactNode;
  readonly title: string | null;
  readonly text?: string;
  /** Nothing to press: pointers go through to the picture. */
  readonly quiet?: boolean;
  readonly children?: ReactNode;
}

function Notice({ icon, title, text, quiet = false, children }: NoticeProps) {
  return (
    <div role={quiet ? 'status' : 'alert'} className="player-notice" data-quiet={quiet}>
      {icon}
      {title !== null && <p className="player-notice-title">{title}</p>}
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}

/** The account's streams are all in use elsewhere. */
function TooManyStreams({ player }: { readonly player: PlayerController }) {
  const t = usePlayerT();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const take = () => {
    setState('busy');
    player.takeOver().then(
      () => setState('idle'),
      () => setState('failed'),
    );
  };
  return (
    <Notice
      icon={<MonitorPlay aria-hidden />}
      title={t('player.tooMany')}
      text={state === 'failed' ? t('player.takeOverFailed') : t('player.tooManyText')}
    >
      <Button disabled={state === 'busy'} onClick={take}>
        {t('player.watchHere')}
      </Button>
    </Notice>
  );
}

export function TapForSound({ player }: { readonly player: PlayerController }) {
  const t = usePlayerT();
  const shown = usePlayerState(player, (state) => state.soundBlocked && state.muted && state.started);
  if (!shown) return null;
  return (
    <button type="button" className="tap-for-sound" onClick={player.toggleMute}>
      <VolumeX aria-hidden size={18} />
      {t('player.tapForSound')}
    </button>
  );
}
