import { type Connection, fetchSharedClip } from '@touchline/api';
import { useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ClipPage } from './clip-page.tsx';
import { useClip } from './use-clip.ts';
import { withClipMessages } from './with-clip-messages.ts';

/** The screen of a shared link: the clip, for every viewer, and nothing else of the game. */
function SharedClipScreen() {
  const { id, uuid } = useParams({ from: '/share/$id/$uuid' });
  const load = useCallback(
    (connection: Connection, signal: AbortSignal) => fetchSharedClip(connection, { id, uuid }, signal),
    [id, uuid],
  );
  return <ClipPage {...useClip(load)} isShared />;
}

export const loadSharedClip = withClipMessages(SharedClipScreen);
