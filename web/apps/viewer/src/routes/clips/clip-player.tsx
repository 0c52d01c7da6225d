import type { Clip } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { LazyPlayer } from '../watch-parts.tsx';

/** A clip in the player of games, or why there is none. */
export function ClipPlayer({ clip }: { readonly clip: Clip }) {
  const t = useClipT();
  if (!clip.play) {
    return (
      <div className="stage clip-no-picture">
        <p>{t('clip.none')}</p>
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
