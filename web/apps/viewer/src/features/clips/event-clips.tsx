import { fetchEventClips } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { useId } from 'react';
import { ClipCard } from './clip-card.tsx';
import { ClipRest } from './clip-rest.tsx';
import { useClips } from './use-clips.ts';

/** Public clips of a game; nothing without clips or when the request fails. */
export function EventClips({ eventId }: { readonly eventId: number }) {
  const t = useClipT();
  const heading = useId();
  const { clips, rest } = useClips((connection, part, signal) => fetchEventClips(connection, eventId, part, signal));
  if (!clips || clips.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="watch-text event-clips">
      <h2 id={heading}>{t('clips.ofGame')}</h2>
      <ul className="clip-list">
        {clips.map((clip) => (
          <li key={clip.id}>
            <ClipCard clip={clip} withGame={false} heading="h3" />
          </li>
        ))}
      </ul>
      <ClipRest rest={rest} />
    </section>
  );
}
