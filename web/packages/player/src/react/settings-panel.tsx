import { usePlayerT } from '@touchline/i18n';
import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { PlayerController } from '../dom/player-controller.ts';
import { SPEEDS } from '../core/player-state.ts';
import { isAtEdge } from '../core/timeline.ts';
import { usePlayerState } from './use-player-state.ts';

interface SettingsPanelProps {
  readonly player: PlayerController;
  readonly onClose: () => void;
  /** What has no room in the bar of a small player. */
  readonly children: ReactNode;
}

/** Quality, speed and captions. */
export function SettingsPanel({ player, onClose, children }: SettingsPanelProps) {
  const t = usePlayerT();
  return (
    <div role="group" aria-label={t('player.settings')} className="settings-panel">
      <button
        type="button"
        // The panel opened by a press, so the keyboard goes on inside it.
        ref={(button) => button?.focus({ preventScroll: true })}
        aria-label={t('player.closeSettings')}
        className="control settings-close"
        onClick={onClose}
      >
        <X aria-hidden size={20} />
      </button>
      <Quality player={player} />
      <Speed player={player} />
      <Captions player={player} />
      <div className="settings-actions">{children}</div>
    </div>
  );
}

function Quality({ player }: { readonly player: PlayerController }) {
  const t = usePlayerT();
  const levels = usePlayerState(player, (state) => state.levels);
  const level = usePlayerState(player, (state) => state.level);
  const height = usePlayerState(player, (state) => state.height);
  if (levels.length < 2) return null;
  const auto = height === null || level !== null ? t('player.auto') : t('player.autoNow', { height });
  return (
    <Choices
      name={t('player.quality')}
      value={level}
      choices={[
        { value: null, label: auto },
        ...levels.map((one) => ({ value: one.index, label: t('player.height', { height: one.height }) })),
      ]}
      onChoose={player.setLevel}
    />
  );
}

function Speed({ player }: { readonly player: PlayerController }) {
  const t = usePlayerT();
  const speed = usePlayerState(player, (state) => state.speed);
  const atEdge = usePlayerState(player, ({ timeline, time }) => isAtEdge(timeline, time));
  if (atEdge) {
    return (
      <fieldset>
        <legend>{t('player.speed')}</legend>
        <p className="settings-note">{t('player.speedLive')}</p>
      </fieldset>
    );
  }
  return (
    <Choices
      name={t('player.speed')}
      value={speed}
      choices={SPEEDS.map((one) => ({
        value: one,
        label: one === 1 ? t('player.normal') : t('player.times', { speed: one }),
      }))}
      onChoose={player.setSpeed}
    />
  );
}

function Captions({ player }: { readonly player: PlayerController }) {
  const t = usePlayerT();
  const captions = usePlayerState(player, (state) => state.captions);
  const caption = usePlayerState(player, (state) => state.caption);
  if (captions.length === 0) return null;
  return (
    <Choices
      name={t('player.captions')}
      value={caption}
      choices={[
        { value: null, label: t('player.captionsOff') },
        ...captions.map(({ index, label }) => ({ value: index, label })),
      ]}
      onChoose={player.setCaption}
    />
  );
}

interface ChoicesProps<T> {
  readonly name: string;
  readonly value: T;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly onChoose: (value: T) => void;
}

function Choices<T extends number | null>({ name, value, choices, onChoose }: ChoicesProps<T>) {
  const group = useId();
  return (
    <fieldset>
      <legend>{name}</legend>
      <div className="settings-choices">
        {choices.map((choice) => (
          <label key={choice.value}>
            <input type="radio" name={group} checked={choice.value === value} onChange={() => onChoose(choice.value)} />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
