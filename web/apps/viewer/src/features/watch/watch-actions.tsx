import type { Event } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { Button } from '@touchline/ui';
import { Scissors } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { lazyScreen } from '../../loading/lazy-screen.tsx';
import { AddToCalendar } from '../../calendar/add-to-calendar.tsx';
import { accessOf } from '../../playback/details.ts';
import { useCurrentPlayer } from '../../playback/current-player.ts';
import type { StageKind } from './stage-kind.ts';
import { DownloadButton } from './watch-download.tsx';
import { ClipLocked } from '../clips/clip-locked.tsx';
import { CLIP_BUTTON, ClippingTutorial } from '../clips/clipping-tutorial.tsx';
import { withClipMessages } from '../clips/with-clip-messages.ts';
import '../clips/clips.css';

const Nothing = () => null;
const LazyEditor = lazyScreen(async () => (await import('../clips/clip-editor.tsx')).ClipEditor, Nothing);
const LazyEventClips = lazyScreen(async () => (await import('../clips/event-clips.tsx')).EventClips, Nothing);

interface WatchActionsProps {
  readonly event: Event;
  readonly kind: StageKind;
}

/** What can be done with a game beside watching it, and what others have cut out of it. */
function WatchActions({ event, kind }: WatchActionsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [made, setMade] = useState(0);
  const mayDownload =
    kind === 'player' && event.stream_status === 'finished' && accessOf(event)?.features.includes('download');
  const article = anchor?.closest('article');
  const hasClips = kind !== 'upcoming' && kind !== 'region';
  return (
    <>
      <AddToCalendar event={event} />
      {mayDownload && <DownloadButton id={event.id} />}
      {kind === 'player' && <ClipButton event={event} article={article} onClosed={() => setMade(made + 1)} />}
      <span ref={setAnchor} hidden />
      {article && hasClips && createPortal(<LazyEventClips key={`${event.id} ${made}`} eventId={event.id} />, article)}
    </>
  );
}

interface ClipButtonProps {
  readonly event: Event;
  readonly article: Element | null | undefined;
  readonly onClosed: () => void;
}

function ClipButton({ event, article, onClosed }: ClipButtonProps) {
  const t = useClipT();
  const button = useRef<HTMLButtonElement>(null);
  const player = useCurrentPlayer((page) => page.player);
  const [open, setOpen] = useState<'editor' | 'locked' | null>(null);
  const mayClip = accessOf(event)?.features.includes('clipping') ?? false;
  const started = useSyncExternalStore(
    (listener) => player?.store.subscribe(listener) ?? (() => undefined),
    () => player?.store.getState().started ?? false,
  );
  const press = () => {
    if (!mayClip) return setOpen('locked');
    if (!started) return;
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    setOpen('editor');
  };
  // The player has the same button.
  const pressed = useEffectEvent(press);
  useEffect(() => {
    useCurrentPlayer.setState({ clip: () => pressed() });
    return () => useCurrentPlayer.setState({ clip: null });
  }, []);
  const close = () => {
    setOpen(null);
    onClosed();
    // It is hidden for as long as the editor is there.
    requestAnimationFrame(() => button.current?.focus({ preventScroll: true }));
  };
  return (
    <>
      <Button
        ref={button}
        variant="secondary"
        disabled={mayClip && !started}
        onClick={press}
        {...{ [CLIP_BUTTON]: '' }}
      >
        <Scissors aria-hidden size={18} />
        {t('clip.cut')}
      </Button>
      <ClipLocked event={event} open={open === 'locked'} onClose={() => setOpen(null)} />
      {open === 'editor' &&
        player &&
        article &&
        createPortal(<LazyEditor event={event} player={player} onClose={close} />, article)}
      <ClippingTutorial isUseful={mayClip && started && open === null} />
    </>
  );
}

export const loadWatchActions = withClipMessages(WatchActions);
