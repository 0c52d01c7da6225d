import { fetchQuote, isCancelled, type Quote, type QuoteRequest } from '@touchline/api';
import { useEffect, useState } from 'react';
import { useAppContext } from '../channel/channel.ts';
import { useSession } from '../session/session.ts';

interface Quoting {
  /** The latest price; it may be the one of an earlier choice. */
  readonly quote: Quote | null;
  /** Why the server gives none. */
  readonly failure: unknown;
  /** Whether the price of this choice is still on its way. */
  readonly isAsking: boolean;
  readonly retry: () => void;
}

/** The server's price of a choice; null while nothing is chosen. */
export function useQuote(request: QuoteRequest | null): Quoting {
  const { connection } = useAppContext();
  const member = useSession(({ user }) => user?.id ?? null);
  const [tries, setTries] = useState(0);
  // What was asked for, so that an answer is known by it; another person may be given another price.
  const asked = request && JSON.stringify([request, member, tries]);
  const [answer, setAnswer] = useState<{ to: string | null; quote: Quote | null; failure: unknown }>({
    to: null,
    quote: null,
    failure: null,
  });

  useEffect(() => {
    if (asked === null) return;
    const leaving = new AbortController();
    const [body]: [QuoteRequest] = JSON.parse(asked);
    fetchQuote(connection, body, leaving.signal).then(
      (quote) => setAnswer({ to: asked, quote, failure: null }),
      (failure: unknown) => {
        if (!isCancelled(failure)) setAnswer((before) => ({ to: asked, quote: before.quote, failure }));
      },
    );
    return () => leaving.abort();
  }, [connection, asked]);

  const isAsking = asked !== null && answer.to !== asked;
  return {
    quote: answer.quote,
    failure: isAsking ? null : answer.failure,
    isAsking,
    retry: () => setTries((before) => before + 1),
  };
}
