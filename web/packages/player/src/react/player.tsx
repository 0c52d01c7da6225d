import type { Connection, Content, StreamState } from '@touchline/api';
import { usePlayerT } from '@touchline/i18n';
import { classNames } from '@touchline/ui';
import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { captionIn } from '../dom/caption-choice.ts';
import { Controls } from './controls.tsx';
import { loadHls } from '../dom/load-engine.ts';
import { Overlays, TapForSound } from './overlays.tsx';
import type { PlayerController } from '../dom/player-controller.ts';
import { nextSpeed } from '../core/player-state.ts';
import './player.css';
import { Preroll } from './preroll.tsx';
import { type Command, commandOf, type Focused } from '../core/shortcuts.ts';
import { timeAt } from '../core/timeline.ts';
import { useAwake } from './use-awake.ts';
import { useCast } from './use-cast.ts';
import { useFullscreen } from './use-fullscreen.ts';
import { usePlayer } from './use-player.ts';
import { usePlayerState } from './use-player-state.ts';

const SCROLLING = /^(page(up|down)|home|end|arrow(up|down)|escape|tab)$/i;

/** Few ever see it. */
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));

export interface PlayerProps {
  readonly connection: Connection;
  readonly content: Content;
  readonly title: string;
  readonly poster?: string | null;
  /** What the server says of the encoder of a live game. */
  readonly stream?: StreamState | null;
  /** When a finished game "begins" that is played as if it were live. */
  readonly simulatedFrom?: number | null;
  readonly withPreroll?: boolean;
  readonly theatre?: { readonly on: boolean; readonly toggle: () => void } | null;
  /** What the button for clips does; without it there is no such button. */
  readonly onClip?: (() => void) | null;
  /** Told of the player once it has its video element; what it returns is called when the player ends. */
  readonly onAttach?: ((player: PlayerController) => () => void) | undefined;
  /** The box that the page gives the picture. */
  readonly className?: string;
  /** No new pictures come, or the server refuses: what is known of the game may be old. */
  readonly onStale?: () => void;
}

/** The picture and everything on it. Whatever happens it keeps its box, so that the page never jumps. */
export function Player(props: PlayerProps) {
  const { connection, content, title, poster, stream = null, simulatedFrom = null, theatre = null } = props;
  const t = usePlayerT();
  const root = useRef<HTMLElement>(null);
  const [core, attach] = usePlayer(connection, content, simulatedFrom, props.onAttach);
  const [prerolled, setPrerolled] = useState(!props.withPreroll);
  const begin = useCallback(() => setPrerolled(true), []);

  useEffect(() => {
    // While the preroll plays, the engine may already come.
    if (core && !prerolled) void loadHls().catch(() => undefined);
    if (core && prerolled) void core.begin();
  }, [core, prerolled]);

  return (
    <section
      ref={root}
      aria-label={t('player.label', { title })}
      className={classNames('player', props.className)}
      tabIndex={-1}
    >
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions come with the stream, where there are any. */}
      <video ref={attach} playsInline poster={poster ?? undefined} className="player-video" />
      {core && prerolled && (
        <Surface
          core={core}
          root={root}
          stream={stream}
          simulated={simulatedFrom !== null}
          theatre={theatre}
          onClip={props.onClip ?? null}
          onStale={props.onStale}
        />
      )}
      {!prerolled && content.type === 'event' && (
        <Preroll connection={connection} eventId={content.id} onOver={begin} />
      )}
    </section>
  );
}

interface SurfaceProps {
  readonly core: PlayerController;
  readonly root: RefObject<HTMLElement | null>;
  readonly stream: StreamState | null;
  readonly simulated: boolean;
  readonly theatre: { readonly on: boolean; readonly toggle: () => void } | null;
  readonly onClip: (() => void) | null;
  readonly onStale: (() => void) | undefined;
}

const ASK_AGAIN_MS = 5_000;
const DOUBLE_TAP_MS = 300;

function Surface({ core, root, stream, simulated, theatre, onClip, onStale }: SurfaceProps) {
  const [settings, setSettings] = useState(false);
  // Null until it was asked for the first time.
  const [help, setHelp] = useState<boolean | null>(null);
  const paused = usePlayerState(core, (state) => state.paused);
  const started = usePlayerState(core, (state) => state.started);
  const { awake, wake, sleep } = useAwake(root, paused || settings || !started);
  const fullscreen = useFullscreen(root, core.video);
  const cast = useCast(core);
  const held = usePlayerState(core, (state) => state.held);
  const refusal = usePlayerState(core, (state) => state.refusal);
  const failed = usePlayerState(core, (state) => state.phase === 'failed');
  const reportStale = useEffectEvent(() => onStale?.());
  const tapped = useRef(0);

  useEffect(() => {
    if (!held) return;
    reportStale();
    const timer = setInterval(reportStale, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [held]);
  useEffect(() => {
    if (refusal !== null && refusal !== 'too_many_streams') reportStale();
  }, [refusal]);

  useEffect(() => {
    // The browser's own controls would show the true length of what is played as if it were live.
    if (simulated && started) navigator.mediaSession?.setPositionState({ duration: Infinity });
  }, [simulated, started]);

  const pip = () => {
    const isOut = document.pictureInPictureElement !== null;
    const done = isOut ? document.exitPictureInPicture() : core.video.requestPictureInPicture();
    void done.catch(() => undefined);
  };
  const toggleCaptions = () => {
    const { caption, captions } = core.store.getState();
    const own = captionIn(captions, document.documentElement.lang) ?? captions[0]?.index ?? null;
    core.setCaption(caption === null ? own : null);
  };
  const obey = (command: Command) => {
    const { time, volume, muted, speed, timeline } = core.store.getState();
    switch (command.do) {
      case 'play':
        return core.toggle();
      case 'move':
        return core.seek(time + command.by);
      case 'jump':
        return core.seek(timeAt(timeline, command.to));
      case 'start':
        return core.seek(timeline.start);
      case 'end':
        return timeline.live ? core.goLive() : core.seek(timeline.end);
      case 'volume':
        return core.setVolume((muted ? 0 : volume) + command.by);
      case 'mute':
        return core.toggleMute();
      case 'speed':
        return core.setSpeed(nextSpeed(speed, command.by));
      case 'captions':
        return toggleCaptions();
      case 'fullscreen':
        return fullscreen.toggle();
      case 'theatre':
        return theatre?.toggle();
      case 'pip':
        return document.pictureInPictureEnabled ? pip() : undefined;
      case 'help':
        return setHelp(true);
    }
  };
  const press = (event: globalThis.KeyboardEvent) => {
    // What lies under a dialog hears no keys, though none may be focused in it.
    if (help || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape' && settings) {
      setSettings(false);
      return;
    }
    wake();
    const command = commandOf({ ...keysOf(event), on: kindOf(event.target) });
    if (!command) return;
    event.preventDefault();
    obey(command);
  };
  const onKeyDown = useEffectEvent(press);
  /** Before anything has the focus, the keys are the first player's, but for those that scroll the page. */
  const onPageKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { target, key } = event;
    const isFree = target instanceof HTMLElement && target.matches('body, main');
    const isOurs = document.querySelector('.player') === root.current;
    if (isFree && isOurs && !SCROLLING.test(key)) press(event);
  });
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const ends = new AbortController();
    const { signal } = ends;
    element.addEventListener('keydown', onKeyDown, { signal });
    document.addEventListener('keydown', onPageKey, { signal });
    element.addEventListener('pointermove', wake, { signal });
    element.addEventListener('focusin', wake, { signal });
    element.addEventListener('pointerleave', (event) => event.pointerType === 'mouse' && sleep(), { signal });
    return () => ends.abort();
  }, [root, wake, sleep]);

  /** A mouse plays and pauses; a finger shows the controls, and two taps at a side move. */
  const onPicture = (event: MouseEvent<HTMLElement>) => {
    root.current?.focus({ preventScroll: true });
    if (settings) return setSettings(false);
    const pointer = event.nativeEvent;
    if (!('pointerType' in pointer) || pointer.pointerType !== 'touch') return core.toggle();
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const side = (event.clientX - left) / width;
    const isDouble = event.timeStamp - tapped.current < DOUBLE_TAP_MS;
    tapped.current = event.timeStamp;
    if (isDouble && side < 0.35) return core.seek(core.store.getState().time - 10);
    if (isDouble && side > 0.65) return core.seek(core.store.getState().time + 10);
    return awake ? sleep() : wake();
  };
  return (
    <div className="player-surface" data-awake={awake}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the keys are the player's own. */}
      <div className="player-picture" onClick={onPicture} onDoubleClick={doubleClick(fullscreen.toggle)} />
      <Overlays player={core} stream={stream} simulated={simulated} />
      <TapForSound player={core} />
      {refusal === null && !failed && (
        <Controls
          player={core}
          around={{
            fullscreen,
            theatre,
            pip: document.pictureInPictureEnabled ? pip : null,
            cast,
            clip: onClip,
            help: () => setHelp(true),
          }}
          settings={{ open: settings, set: setSettings }}
          toggleCaptions={toggleCaptions}
        />
      )}
      {help !== null && (
        <Suspense fallback={null}>
          <ShortcutSheet open={help} onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Two taps of a finger mean something else. */
function doubleClick(toggle: () => void) {
  return (event: MouseEvent) => {
    const pointer = event.nativeEvent;
    if (!('pointerType' in pointer) || pointer.pointerType !== 'touch') toggle();
  };
}

function keysOf({ key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>) {
  return { key, ctrlKey, metaKey, altKey };
}

function kindOf(target: EventTarget | null): Focused {
  if (!(target instanceof HTMLElement)) return 'other';
  if (target.closest('.settings-panel')) return 'menu';
  if (target.matches('.volume input')) return 'choice';
  if (target.matches('input[type=range]')) return 'bar';
  return target.matches('button, a') ? 'button' : 'other';
}
