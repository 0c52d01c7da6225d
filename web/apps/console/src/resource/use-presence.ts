import { type PresentOperator, presenceUrl, renewPresence, type SiteKind } from '@touchline/api/console';
import { useEffect, useRef, useState } from 'react';

/** How soon others learn of an edit. */
const LOOK_MS = 5_000;
/** The server forgets a window that says nothing for a minute. */
const RENEW_MS = 20_000;
/** A window that nobody looks at counts no longer after this. */
const HIDDEN_MS = 60_000;

const NOBODY: readonly PresentOperator[] = [];

/** Who else has a form open. `draft` changes with each edit. */
export function usePresence(
  channel: number,
  kind: SiteKind,
  item: number | null,
  draft: unknown,
): readonly PresentOperator[] {
  const [others, setOthers] = useState(NOBODY);
  const isEdited = useRef(false);
  const seen = useRef(draft);
  useEffect(() => {
    if (seen.current !== draft) isEdited.current = true;
    seen.current = draft;
  }, [draft]);
  useEffect(() => {
    // Tests of screens have no streams.
    if (item === null || typeof EventSource === 'undefined') return undefined;
    const place = crypto.randomUUID();
    let stream: EventSource | null = null;
    let closing: ReturnType<typeof setTimeout> | undefined;
    let renewedAt = Date.now();
    const open = () => {
      clearTimeout(closing);
      if (stream && stream.readyState !== EventSource.CLOSED) return;
      stream = new EventSource(presenceUrl(channel, kind, item, place));
      stream.addEventListener('presence', ({ data }: MessageEvent<string>) => setOthers(readPresence(data)));
    };
    const close = () => {
      stream?.close();
      stream = null;
      setOthers(NOBODY);
    };
    const follow = () => {
      if (document.visibilityState === 'visible') open();
      else closing = setTimeout(close, HIDDEN_MS);
    };
    const renew = () => {
      const edited = isEdited.current;
      if (!stream || (!edited && Date.now() - renewedAt < RENEW_MS)) return;
      isEdited.current = false;
      renewedAt = Date.now();
      // Presence is a courtesy: what goes wrong with it is not said.
      renewPresence(channel, place, edited).catch(() => {});
    };
    follow();
    const timer = setInterval(renew, LOOK_MS);
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearInterval(timer);
      clearTimeout(closing);
      document.removeEventListener('visibilitychange', follow);
      close();
    };
  }, [channel, kind, item]);
  return others;
}

/** What an event says; nobody if it cannot be read. */
export function readPresence(data: unknown): readonly PresentOperator[] {
  try {
    const people: unknown = typeof data === 'string' ? JSON.parse(data) : null;
    return Array.isArray(people) ? people.filter(isPresent) : NOBODY;
  } catch {
    return NOBODY;
  }
}

function isPresent(person: unknown): person is PresentOperator {
  if (typeof person !== 'object' || person === null) return false;
  const { id, name, edited_at: at } = { id: null, name: null, edited_at: null, ...person };
  return typeof id === 'number' && typeof name === 'string' && (at === null || typeof at === 'number');
}
