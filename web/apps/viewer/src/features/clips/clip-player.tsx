import type { Clip } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { Lock } from 'lucide-react';
import { LazyPlayer } from '../../playback/lazy-player.tsx';

/** A clip in the player of games, or why there is none. */
export function ClipPlayer({ clip }: { readonly clip: Clip }) {
  const t = useClipT();
  if (clip.locked === 'access') {
    return (
      <div className="stage clip-no-picture">
        <Lock aria-hidden size={36} strokeWidth={1.5} />
        <p className="clip-no-picture-title">{t('clip.needsAccess')}</p>
        <p>{t('clip.needsAccessText')}</p>
      </div>
    );
  }
  if (!clip.play) {
    return (
      <div className="stage clip-no-picture">
        <p>{clip.locked === 'region' ? t('clip.regionBlocked') : t('clip.none')}</p>
      </div>
    );
  }
  return (
    <LazyPlayer
      key={clip.id}
      content={{ type: 'clip', id: clip.id, uuid: clip.uuid }}
      title={clip.name}
      poster={clip.poster_url}
    />
  );
}
