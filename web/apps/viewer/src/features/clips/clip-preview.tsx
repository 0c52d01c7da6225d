import { useClipT } from '@touchline/i18n';
import { NO_PREVIEW, type Preview } from '@touchline/player';
import { Button } from '@touchline/ui';
import { Pause, Play, StepBack, StepForward, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, type RefCallback, useState, useSyncExternalStore } from 'react';

interface ClipPreviewProps {
  readonly preview: Preview | null;
  readonly attach: RefCallback<HTMLVideoElement>;
  readonly onStep: (by: -1 | 1) => void;
  readonly onMark: (edge: 'start' | 'end') => void;
  /** Between the picture and its buttons: the timeline. */
  readonly children: ReactNode;
}

/** The clip as it will be, over and over, and the buttons for thumbs. */
export function ClipPreview({ preview, attach, onStep, onMark, children }: ClipPreviewProps) {
  const t = useClipT();
  const [muted, setMuted] = useState(false);
  const { phase: state, paused } = useSyncExternalStore(
    (listener) => preview?.store.subscribe(listener) ?? (() => undefined),
    () => preview?.store.getState() ?? NO_PREVIEW,
  );
  const toggle = () => preview?.toggle();
  return (
    <>
      <div className="clip-picture on-art">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions belong to the game, which goes on. */}
        <video ref={attach} playsInline muted={muted} aria-label={t('clip.preview')} />
        <button
          type="button"
          className="clip-picture-press"
          aria-label={paused ? t('clip.play') : t('clip.pause')}
          onClick={toggle}
        >
          {paused && state === 'ready' && <Play aria-hidden size={34} fill="currentColor" />}
        </button>
        {state === 'loading' && (
          <p role="status" className="clip-picture-note">
            {t('clip.loading')}
          </p>
        )}
        {state === 'failed' && (
          <p role="alert" className="clip-picture-note">
            {t('clip.previewFailed')}
          </p>
        )}
        <button
          type="button"
          className="clip-sound"
          aria-label={muted ? t('clip.soundOn') : t('clip.soundOff')}
          onClick={() => setMuted(!muted)}
        >
          {muted ? <VolumeX aria-hidden size={20} /> : <Volume2 aria-hidden size={20} />}
        </button>
      </div>
      {children}
      <div className="clip-steps">
        <Button
          variant="secondary"
          aria-label={t('clip.frameBack')}
          title={t('clip.frameBack')}
          onClick={() => onStep(-1)}
        >
          <StepBack aria-hidden size={18} />
        </Button>
        <Button variant="secondary" onClick={() => onMark('start')}>
          {t('clip.startHere')}
          <kbd aria-hidden>I</kbd>
        </Button>
        <Button
          variant="secondary"
          className="clip-step-play"
          aria-label={paused ? t('clip.play') : t('clip.pause')}
          onClick={toggle}
        >
          {paused ? <Play aria-hidden size={18} /> : <Pause aria-hidden size={18} />}
        </Button>
        <Button variant="secondary" onClick={() => onMark('end')}>
          {t('clip.endHere')}
          <kbd aria-hidden>O</kbd>
        </Button>
        <Button
          variant="secondary"
          aria-label={t('clip.frameForward')}
          title={t('clip.frameForward')}
          onClick={() => onStep(1)}
        >
          <StepForward aria-hidden size={18} />
        </Button>
      </div>
    </>
  );
}
