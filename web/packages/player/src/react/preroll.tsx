import { type ChosenPreroll, completePreroll, type Connection, fetchPreroll } from '@touchline/api';
import { usePlayerT } from '@touchline/i18n';
import { VolumeX } from 'lucide-react';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { afterNews, createSeenPrerolls, TIMEOUT_MS } from '../core/preroll-rules.ts';

const seen = createSeenPrerolls();

interface PrerollProps {
  readonly connection: Connection;
  readonly eventId: number;
  /** It has been seen, there is none, or it does not work: the game's turn. */
  readonly onOver: () => void;
}

/** The film before the game. It cannot be skipped, and the game starts without it when it does not play. */
export function Preroll({ connection, eventId, onOver }: PrerollProps) {
  const t = usePlayerT();
  const [state, tell] = useReducer(afterNews, 'asking');
  const [offer, setOffer] = useState<ChosenPreroll | null>(null);
  const [played, setPlayed] = useState(0);
  const [length, setLength] = useState(0);
  const [muted, setMuted] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const over = useEffectEvent(onOver);

  useEffect(() => {
    if (seen.has(eventId, Date.now())) {
      tell('none');
      return;
    }
    const leaving = new AbortController();
    fetchPreroll(connection, eventId, leaving.signal).then(
      (found) => {
        setOffer(found);
        tell(found ? 'offered' : 'none');
      },
      () => {
        if (!leaving.signal.aborted) tell('failed');
      },
    );
    return () => leaving.abort();
  }, [connection, eventId]);

  // One wait for the answer and the first picture together, then one for each second of the film.
  const step = state === 'playing' ? played : state === 'over' ? 'over' : 'before';
  useEffect(() => {
    if (step === 'over') return;
    const timer = setTimeout(() => tell('late'), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [step]);

  useEffect(() => {
    if (state === 'over') over();
  }, [state]);

  useEffect(() => {
    const element = video.current;
    if (!element || !offer) return;
    const isRefused = (error: unknown) => error instanceof DOMException && error.name === 'NotAllowedError';
    element
      .play()
      .catch((error: unknown) => {
        if (!isRefused(error)) throw error;
        element.muted = true;
        return element.play();
      })
      .catch((error: unknown) => {
        if (isRefused(error)) tell('failed');
      });
  }, [offer]);

  const finish = () => {
    if (offer) {
      void completePreroll(connection, offer.id, eventId).then(
        (hiddenSeconds) => seen.add(eventId, hiddenSeconds, Date.now()),
        // A server that cannot be told shows it once more.
        () => undefined,
      );
    }
    tell('ended');
  };
  if (!offer || state === 'over') return null;
  return (
    <div className="preroll">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- an advertisement comes as it is. */}
      <video
        ref={video}
        src={offer.url}
        playsInline
        disablePictureInPicture
        className="player-video"
        onTimeUpdate={({ currentTarget: { currentTime, duration } }) => {
          if (currentTime > 0) tell('moved');
          setPlayed(Math.floor(currentTime));
          setLength(Number.isFinite(duration) ? duration : 0);
        }}
        onPause={({ currentTarget }) => {
          // Keys and headphones can stop it, which is not to skip it.
          if (!currentTarget.ended && state === 'playing') void currentTarget.play().catch(() => undefined);
        }}
        onVolumeChange={({ currentTarget }) => setMuted(currentTarget.muted)}
        onEnded={finish}
        onError={() => tell('failed')}
      />
      <p className="preroll-label">
        <strong>{t('player.advert')}</strong>
        {length > 0 && state === 'playing' && (
          <span>{t('player.advertLeft', { seconds: Math.max(0, Math.ceil(length) - played) })}</span>
        )}
      </p>
      {muted && (
        <button
          type="button"
          className="tap-for-sound"
          onClick={() => {
            if (video.current) video.current.muted = false;
          }}
        >
          <VolumeX aria-hidden size={18} />
          {t('player.tapForSound')}
        </button>
      )}
    </div>
  );
}
