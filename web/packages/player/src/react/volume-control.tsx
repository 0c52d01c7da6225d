import { usePlayerT } from '@touchline/i18n';
import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { ControlButton } from './control-button.tsx';
import type { PlayerController } from '../dom/player-controller.ts';
import { usePlayerState } from './use-player-state.ts';

/** Sound on, off, and on devices whose keys do not do it, how loud. */
export function VolumeControl({ player }: { readonly player: PlayerController }) {
  const t = usePlayerT();
  const muted = usePlayerState(player, (state) => state.muted);
  const volume = usePlayerState(player, (state) => state.volume);
  const heard = muted ? 0 : volume;
  const Icon = heard === 0 ? VolumeX : heard < 0.5 ? Volume1 : Volume2;
  return (
    <div className="volume">
      <ControlButton label={heard === 0 ? t('player.unmute') : t('player.mute')} onPress={player.toggleMute}>
        <Icon aria-hidden size={22} />
      </ControlButton>
      <input
        type="range"
        aria-label={t('player.volume')}
        aria-valuetext={`${Math.round(heard * 100)} %`}
        min={0}
        max={1}
        step={0.05}
        value={heard}
        onChange={({ target }) => player.setVolume(Number(target.value))}
        style={{ backgroundSize: `${heard * 100}% 100%` }}
      />
    </div>
  );
}
