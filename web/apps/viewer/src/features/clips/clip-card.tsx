import type { Clip } from '@touchline/api';
import { formatDuration, useClipT } from '@touchline/i18n';
import { Badge } from '@touchline/ui';
import { Link } from '@tanstack/react-router';
import { Scissors } from 'lucide-react';
import type { ReactNode } from 'react';
import { seenBy } from './clip-messages.ts';
import './clips.css';

interface ClipCardProps {
  readonly clip: Clip;
  /** False on the page of the game itself. */
  readonly withGame?: boolean;
  /** One below the heading that the list stands under. */
  readonly heading: 'h2' | 'h3';
  readonly children?: ReactNode;
}

export function ClipCard({ clip, withGame = true, heading: Heading, children }: ClipCardProps) {
  const t = useClipT();
  return (
    <article className="clip-card">
      <div className="clip-card-link">
        <div className="clip-card-picture on-art">
          {clip.poster_url === null ? (
            <Scissors aria-hidden size={28} />
          ) : (
            <img src={clip.poster_url} alt="" loading="lazy" decoding="async" />
          )}
          <Badge tone="overlay" className="clip-card-length">
            {formatDuration(Math.ceil(clip.duration))}
          </Badge>
        </div>
        <Heading>
          <Link to="/watch_library/$id" params={{ id: clip.id }}>
            {clip.name}
          </Link>
        </Heading>
        {withGame && <p className="clip-muted">{clip.event.title}</p>}
        <p className="clip-muted">{[seenBy(clip, t), ...clip.tags].filter(Boolean).join(' · ')}</p>
      </div>
      {children}
    </article>
  );
}
