import { type Clip, fetchSharedClip } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { ShortVideo } from '@touchline/player';
import { Link } from '@tanstack/react-router';
import { Play, Share2, Volume2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { ShareSheet } from './share-sheet.tsx';

interface MomentSlideProps {
  readonly clip: Clip;
  readonly position: string;
  readonly isCurrent: boolean;
  /** Whether it holds a video: the one that is seen, and the next. */
  readonly isLoaded: boolean;
  readonly paused: boolean;
  readonly muted: boolean;
  readonly onPause: (paused: boolean) => void;
  readonly onMute: (muted: boolean) => void;
}

/** One moment, as high as the reel. */
export function MomentSlide(props: MomentSlideProps) {
  const { clip, position, isCurrent, isLoaded, paused, muted, onPause, onMute } = props;
  const t = useClipT();
  const { connection } = useAppContext();
  const [failed, setFailed] = useState(false);
  const [sharing, setSharing] = useState(false);
  const renew = async () => (await fetchSharedClip(connection, clip)).play?.url ?? null;
  return (
    <article className="moment on-art" aria-label={`${clip.name}, ${position}`} inert={!isCurrent}>
      {clip.poster_url !== null && <img src={clip.poster_url} alt="" loading="lazy" className="moment-ground" />}
      {isLoaded && clip.play && !failed && (
        <ShortVideo
          label={clip.name}
          address={clip.play.url}
          poster={clip.poster_url}
          playing={isCurrent && !paused}
          muted={muted}
          renew={renew}
          onFailed={() => setFailed(true)}
          onBlocked={() => onPause(true)}
        />
      )}
      <button
        type="button"
        className="moment-press"
        aria-label={paused ? t('moments.play') : t('moments.pause')}
        onClick={() => onPause(!paused)}
      >
        {paused && !failed && clip.play && <Play aria-hidden size={34} fill="currentColor" />}
      </button>
      {(failed || !clip.play) && (
        <p role="status" className="moment-note">
          {t('moments.failed')}
        </p>
      )}
      <div className="moment-text">
        <h2>{clip.name}</h2>
        <p>
          <Link to="/watch/$id" params={{ id: clip.event.id }}>
            {clip.event.title}
          </Link>
        </p>
        {clip.tags.length > 0 && (
          <ul aria-label={t('moments.tags')}>
            {clip.tags.map((tag) => (
              <li key={tag}>
                <Link to="/moments" search={{ tag }}>
                  #{tag}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="moment-side">
        <button
          type="button"
          className="moment-button"
          aria-label={muted ? t('clip.soundOn') : t('clip.soundOff')}
          onClick={() => onMute(!muted)}
        >
          {muted ? <VolumeX aria-hidden size={24} /> : <Volume2 aria-hidden size={24} />}
        </button>
        <button
          type="button"
          className="moment-button"
          aria-label={t('clip.share')}
          aria-haspopup="dialog"
          onClick={() => setSharing(true)}
        >
          <Share2 aria-hidden size={24} />
        </button>
      </div>
      <ShareSheet clip={clip} open={sharing} onClose={() => setSharing(false)} />
    </article>
  );
}
