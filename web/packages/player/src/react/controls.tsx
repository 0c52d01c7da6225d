import { usePlayerT } from '@touchline/i18n';
import {
  Captions,
  Cast,
  Keyboard,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RectangleHorizontal,
  RotateCcw,
  RotateCw,
  Scissors,
  Settings,
  SkipBack,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { ControlButton, TenSeconds } from './control-button.tsx';
import { LiveButton } from './live-button.tsx';
import type { PlayerController } from '../dom/player-controller.ts';
import { SeekBar } from './seek-bar.tsx';
import { TimeText } from './time-text.tsx';
import { usePlayerState } from './use-player-state.ts';
import { VolumeControl } from './volume-control.tsx';

/** Of no use to most. */
const SettingsPanel = lazy(async () => ({ default: (await import('./settings-panel.tsx')).SettingsPanel }));

/** What the page and the browser can do with the player; null where they cannot. */
interface Surroundings {
  readonly fullscreen: { readonly on: boolean; readonly toggle: () => void };
  readonly theatre: { readonly on: boolean; readonly toggle: () => void } | null;
  readonly pip: (() => void) | null;
  readonly cast: (() => void) | null;
  readonly clip: (() => void) | null;
  readonly help: () => void;
}

interface ControlsProps {
  readonly player: PlayerController;
  readonly around: Surroundings;
  readonly settings: { readonly open: boolean; readonly set: (open: boolean) => void };
  readonly toggleCaptions: () => void;
}

export function Controls({ player, around, settings, toggleCaptions }: ControlsProps) {
  const t = usePlayerT();
  const live = usePlayerState(player, (state) => state.timeline.live);
  const hasCaptions = usePlayerState(player, (state) => state.captions.length > 0);
  const caption = usePlayerState(player, (state) => state.caption);
  const { fullscreen, theatre, pip, cast, clip, help } = around;
  const startOver = () => player.seek(player.store.getState().timeline.start);
  return (
    <>
      <Middle player={player} />
      {settings.open && (
        <Suspense fallback={null}>
          <SettingsPanel player={player} onClose={() => settings.set(false)}>
            <Action
              className="when-small"
              label={t('player.startOver')}
              onPress={startOver}
              icon={<SkipBack aria-hidden />}
            />
            {pip && (
              <Action
                className="when-small"
                label={t('player.pip')}
                onPress={pip}
                icon={<PictureInPicture2 aria-hidden />}
              />
            )}
            {cast && (
              <Action className="when-small" label={t('player.cast')} onPress={cast} icon={<Cast aria-hidden />} />
            )}
            <Action className="with-keys" label={t('keys.title')} onPress={help} icon={<Keyboard aria-hidden />} />
          </SettingsPanel>
        </Suspense>
      )}
      <div className="player-controls">
        <SeekBar player={player} />
        <div className="player-bar">
          <PlayButton player={player} className="when-large" />
          <ControlButton className="when-large" label={t('player.startOver')} onPress={startOver}>
            <SkipBack aria-hidden size={20} />
          </ControlButton>
          <Move player={player} by={-10} className="when-large" />
          <Move player={player} by={10} className="when-large" />
          <VolumeControl player={player} />
          <TimeText player={player} />
          {live && <LiveButton player={player} />}
          <span className="flex-1" />
          {clip && (
            <ControlButton label={t('player.clip')} onPress={clip}>
              <Scissors aria-hidden size={20} />
            </ControlButton>
          )}
          {hasCaptions && (
            <ControlButton
              className="caption-button"
              label={t('player.captions')}
              pressed={caption !== null}
              onPress={toggleCaptions}
            >
              <Captions aria-hidden size={22} />
            </ControlButton>
          )}
          <button
            type="button"
            aria-label={t('player.settings')}
            title={t('player.settings')}
            aria-expanded={settings.open}
            className="control"
            onClick={() => settings.set(!settings.open)}
          >
            <Settings aria-hidden size={21} />
          </button>
          {cast && (
            <ControlButton className="when-large" label={t('player.cast')} onPress={cast}>
              <Cast aria-hidden size={21} />
            </ControlButton>
          )}
          {pip && (
            <ControlButton className="when-large" label={t('player.pip')} onPress={pip}>
              <PictureInPicture2 aria-hidden size={21} />
            </ControlButton>
          )}
          {theatre && !fullscreen.on && (
            <ControlButton
              className="theatre-button"
              label={theatre.on ? t('player.theatreOff') : t('player.theatre')}
              onPress={theatre.toggle}
            >
              <RectangleHorizontal aria-hidden size={22} />
            </ControlButton>
          )}
          <ControlButton
            label={fullscreen.on ? t('player.fullscreenOff') : t('player.fullscreen')}
            onPress={fullscreen.toggle}
          >
            {fullscreen.on ? <Minimize aria-hidden size={21} /> : <Maximize aria-hidden size={21} />}
          </ControlButton>
        </div>
      </div>
    </>
  );
}

/** On small players the buttons for thumbs are in the middle. */
function Middle({ player }: { readonly player: PlayerController }) {
  const isFree = usePlayerState(
    player,
    ({ phase, refusal, ended, playBlocked, held, waiting, started }) =>
      phase === 'ready' && refusal === null && !ended && !playBlocked && !held && !(waiting && !started),
  );
  if (!isFree) return null;
  return (
    <div className="player-middle">
      <Move player={player} by={-10} />
      <PlayButton player={player} className="middle-play" />
      <Move player={player} by={10} />
    </div>
  );
}

interface PartProps {
  readonly player: PlayerController;
  readonly className?: string;
}

function PlayButton({ player, className }: PartProps) {
  const t = usePlayerT();
  const paused = usePlayerState(player, (state) => state.paused);
  return (
    <ControlButton label={paused ? t('player.play') : t('player.pause')} onPress={player.toggle} className={className}>
      {paused ? (
        <Play aria-hidden size={24} fill="currentColor" />
      ) : (
        <Pause aria-hidden size={24} fill="currentColor" strokeWidth={1} />
      )}
    </ControlButton>
  );
}

function Move({ player, by, className }: PartProps & { readonly by: -10 | 10 }) {
  const t = usePlayerT();
  const move = () => player.seek(player.store.getState().time + by);
  const Icon = by < 0 ? RotateCcw : RotateCw;
  return (
    <ControlButton label={by < 0 ? t('player.back10') : t('player.forward10')} onPress={move} className={className}>
      <TenSeconds>
        <Icon size={26} strokeWidth={1.75} />
      </TenSeconds>
    </ControlButton>
  );
}

interface ActionProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onPress: () => void;
  readonly className: string;
}

function Action({ label, icon, onPress, className }: ActionProps) {
  return (
    <button type="button" className={`settings-action ${className}`} onClick={onPress}>
      {icon}
      {label}
    </button>
  );
}
