import { type Connection, fetchClip } from '@touchline/api';
import { useParams } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ClipPage } from './clip-page.tsx';
import { useClip } from './use-clip.ts';
import { withClipMessages } from './with-clip-messages.ts';

/** One of the channel's clips, or of one's own. */
function LibraryClipScreen() {
  const { id } = useParams({ from: '/watch_library/$id' });
  const load = useCallback((connection: Connection, signal: AbortSignal) => fetchClip(connection, id, signal), [id]);
  return <ClipPage {...useClip(load)} />;
}

export const loadLibraryClip = withClipMessages(LibraryClipScreen);
