import { type Clip, createClip, type Event } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { isAtEdge, MEDIA, type PlayerController, useFrameLength, usePlayerState, usePreview } from '@touchline/player';
import { IconButton } from '@touchline/ui';
import { Keyboard, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { lazyScreen } from '../../loading/lazy-screen.tsx';
import { openingRange, type Stretch, turnView, viewAround, viewOf, withEnd, withStart } from './range.ts';
import { roundTime } from './clock.ts';
import { type ClipDraft, type ClipProblems, draftProblems, problemsOf } from './clip-draft.ts';
import { ClipForm } from './clip-form.tsx';
import { ClipKeys } from './clip-keys.tsx';
import { useClipLengths } from './clip-limits.ts';
import { ClipPreview } from './clip-preview.tsx';
import { ClipStrip } from './clip-strip.tsx';
import { editorCommand } from './editor-keys.ts';
import { useClipAudience } from './use-clip-audience.ts';
import './clips.css';
import './editor.css';

const Nothing = () => null;
const LazySaved = lazyScreen(async () => (await import('./clip-saved.tsx')).ClipSaved, Nothing);

interface ClipEditorProps {
  readonly event: Event;
  readonly player: PlayerController;
  readonly onClose: () => void;
}

/** Takes the place of the game, which goes on in a corner while it is live. */
export function ClipEditor({ event, player, onClose }: ClipEditorProps) {
  const t = useClipT();
  const heading = useId();
  const root = useRef<HTMLElement>(null);
  const keys = useRef<Keys>(null);
  const live = usePlayerState(player, (state) => state.timeline.live);
  const [saved, setSaved] = useState<Clip | null>(null);
  const [help, setHelp] = useState(false);

  const goToTop = () => {
    root.current?.focus({ preventScroll: true });
    root.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
  };
  const begin = useEffectEvent(goToTop);
  useEffect(() => begin(), []);
  useEffect(() => {
    const wasPlaying = !player.video.paused;
    const isLive = player.store.getState().timeline.live;
    if (isLive) player.muteWhile(true);
    else player.pause();
    return () => {
      if (isLive) player.muteWhile(false);
      else if (wasPlaying && player.video.paused) player.toggle();
    };
  }, [player]);

  const show = (clip: Clip | null) => {
    setSaved(clip);
    goToTop();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each key has a button of its own.
    <section
      ref={root}
      tabIndex={-1}
      aria-labelledby={heading}
      data-live={live}
      className="clip-editor"
      onKeyDown={(pressed) => {
        // An open sheet has its own keys, and is closed first.
        if (pressed.defaultPrevented || document.querySelector('dialog[open]')) return;
        if (pressed.key !== 'Escape') return keys.current?.(pressed);
        pressed.preventDefault();
        onClose();
      }}
    >
      <header className="clip-editor-head">
        <IconButton label={t('clip.backToGame')} className="clip-turn" onClick={onClose}>
          <X aria-hidden size={22} />
        </IconButton>
        {/* The heading of the page, which is out of sight meanwhile, is the game's. */}
        <h1 id={heading}>{saved ? t('clip.saved') : t('clip.editor')}</h1>
        {!saved && (
          <IconButton label={t('clipKeys.title')} className="clip-turn clip-with-keys" onClick={() => setHelp(true)}>
            <Keyboard aria-hidden size={20} />
          </IconButton>
        )}
      </header>
      {saved ? (
        <LazySaved clip={saved} onAnother={() => show(null)} onClose={onClose} />
      ) : (
        <Cutting keys={keys} event={event} player={player} onSaved={show} onHelp={() => setHelp(true)} />
      )}
      <ClipKeys open={help} onClose={() => setHelp(false)} />
    </section>
  );
}

/** What a key does, wherever in the editor it is pressed. */
type Keys = (pressed: KeyboardEvent) => void;

interface CuttingProps {
  readonly keys: Ref<Keys>;
  readonly event: Event;
  readonly player: PlayerController;
  readonly onSaved: (clip: Clip) => void;
  readonly onHelp: () => void;
}

/** A moved end is previewed by the last seconds of the clip. */
const LAST_SECONDS = 2;

function Cutting({ keys, event, player, onSaved, onHelp }: CuttingProps) {
  const t = useClipT();
  const { connection } = useAppContext();
  const lengths = useClipLengths();
  const whole: Stretch = usePlayerState(player, (state) => state.timeline);
  const [draft, setDraft] = useState<ClipDraft>(() => {
    const { timeline, time } = player.store.getState();
    const range = openingRange({ whole: timeline, time, atEdge: isAtEdge(timeline, time), lengths });
    return { range, name: '', tags: [], isPublic: true };
  });
  const [view, setView] = useState(() => viewAround(draft.range, whole));
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<ClipProblems>({});
  const [saving, setSaving] = useState(false);
  const { range } = draft;
  const [preview, attach] = usePreview(player, range);
  const frame = useFrameLength(preview?.video ?? null);
  const now = () => preview?.video.currentTime ?? range.start;

  const found = draftProblems(draft, whole, lengths, t);
  // Wrong times are shown at once; empty fields only after a press on save.
  const problems = { ...refusal, ...(tried ? found : found.range === undefined ? {} : { range: found.range }) };

  const change = (part: Partial<ClipDraft>) => {
    setRefusal({});
    setDraft((before) => ({ ...before, ...part }));
  };
  const setRange = (next: Stretch) => {
    change({ range: next });
    setView((before) => viewOf(before, next, whole));
  };
  const move = (edge: keyof Stretch, to: number) => {
    const next = (edge === 'start' ? withStart : withEnd)(range, to, whole, lengths);
    setRange(next);
    preview?.show(next[edge]);
  };
  const playEdge = (edge: keyof Stretch) =>
    preview?.playFrom(edge === 'start' ? range.start : Math.max(range.start, range.end - LAST_SECONDS));
  const step = (seconds: number) => preview?.show(Math.min(Math.max(now() + seconds, whole.start), whole.end));
  const markHere = (edge: keyof Stretch) =>
    setRange((edge === 'start' ? withStart : withEnd)(range, now(), whole, lengths));

  const media = event.media.find(({ type }) => type === MEDIA.live || type === MEDIA.vod);
  const audience = useClipAudience(event.id, media?.id, range);

  const save = () => {
    setTried(true);
    if (saving || Object.keys(found).length > 0) return;
    setSaving(true);
    createClip(connection, {
      event_id: event.id,
      ...(media && { event_media_id: media.id }),
      name: draft.name.trim(),
      start_time: range.start,
      duration: roundTime(range.end - range.start),
      tags: [...draft.tags],
      is_public: draft.isPublic,
    })
      .then(onSaved, (error: unknown) => setRefusal(problemsOf(error, t)))
      .finally(() => setSaving(false));
  };

  useImperativeHandle(keys, () => (pressed: KeyboardEvent) => {
    const command = editorCommand({ ...keysOf(pressed), on: kindOf(pressed.target) });
    if (!command) return;
    pressed.preventDefault();
    switch (command.do) {
      case 'start':
      case 'end':
        return markHere(command.do);
      case 'play':
        return preview?.toggle();
      case 'step':
        return step(command.by * (command.unit === 'frame' ? frame : 1));
      case 'help':
        return onHelp();
    }
  });

  return (
    <div className="clip-cutting">
      <div className="clip-picture-column">
        <ClipPreview preview={preview} attach={attach} onStep={(by) => step(by * frame)} onMark={markHere}>
          <ClipStrip
            player={player}
            video={preview?.video ?? null}
            whole={whole}
            view={view}
            range={range}
            lengths={lengths}
            frame={frame}
            onMove={move}
            onMoved={playEdge}
            onShow={(at) => preview?.show(at)}
            onTurn={(by) => setView(turnView(view, by, whole))}
          />
        </ClipPreview>
      </div>
      <ClipForm
        eventId={event.id}
        audience={audience}
        draft={draft}
        problems={problems}
        saving={saving}
        onChange={change}
        onRange={(next) => {
          setRange(next);
          preview?.playFrom(next.start);
        }}
        onSave={save}
      />
    </div>
  );
}

function keysOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  return { key, shiftKey, ctrlKey, metaKey, altKey };
}

function kindOf(target: EventTarget): 'text' | 'button' | 'other' {
  if (!(target instanceof HTMLElement)) return 'other';
  if (target.matches('input:not([type=checkbox]), textarea')) return 'text';
  return target.matches('button, a, input') ? 'button' : 'other';
}
