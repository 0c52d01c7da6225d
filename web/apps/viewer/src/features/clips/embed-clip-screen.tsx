import { type Connection, fetchSharedClip } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import { useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { usePageTitle } from '../../navigation/page-title.ts';
import { EmbedFrame } from '../../playback/embed-frame.tsx';
import { ClipPlayer } from './clip-player.tsx';
import { useClip } from './use-clip.ts';
import { withClipMessages } from './with-clip-messages.ts';
import './clips.css';

/** The clip and nothing else, for a frame on another site. */
function EmbedClipScreen() {
  const t = useClipT();
  const { id, uuid } = useParams({ from: '/embed/clip/$id/$uuid' });
  const load = useCallback(
    (connection: Connection, signal: AbortSignal) => fetchSharedClip(connection, { id, uuid }, signal),
    [id, uuid],
  );
  const { state, reload } = useClip(load);
  usePageTitle(t('clip.page'), typeof state === 'object' ? state.clip.name : undefined);
  return (
    <EmbedFrame>
      {typeof state === 'object' && (
        <>
          <h1 className="sr-only">{state.clip.name}</h1>
          <ClipPlayer clip={state.clip} />
        </>
      )}
      {state === 'missing' && (
        <div className="stage clip-no-picture">
          <h1>{t('clip.missing')}</h1>
          <p>{t('clip.missingText')}</p>
        </div>
      )}
      {state === 'failed' && <ErrorState text={t('clip.error')} onRetry={reload} />}
    </EmbedFrame>
  );
}

export const loadEmbedClip = withClipMessages(EmbedClipScreen);
