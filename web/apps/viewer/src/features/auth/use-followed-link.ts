import { ApiError, type Connection, fetchProfile, type SignedLink, undoEmailChange, verifyEmail } from '@touchline/api';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { useSession } from '../../session/session.ts';
import type { LocalisedMessage } from '../../account-forms/localised-message.ts';
import { failureMessage } from '../../account-forms/server-messages.ts';

type LinkState =
  | { readonly status: 'following' | 'already' | 'refused' }
  | { readonly status: 'verified' | 'undone'; readonly email: string }
  /** Not the link's fault: another try may do. */
  | { readonly status: 'failed'; readonly say: LocalisedMessage };

const TOO_MANY_REQUESTS = 429;

/** Follows a link about an address as soon as its page is open, once. */
export function useFollowedLink(link: SignedLink | null, what: 'verify' | 'undo') {
  const { connection } = useAppContext();
  const [state, setState] = useState<LinkState>({ status: link ? 'following' : 'refused' });
  const started = useRef(false);

  const follow = async () => {
    if (!link) return;
    setState({ status: 'following' });
    try {
      setState(await (what === 'undo' ? undo(connection, link) : verify(connection, link)));
    } catch (error) {
      setState(stateOf(error));
    }
  };
  const begin = useEffectEvent(() => void follow());
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    begin();
  }, []);
  return { state, retry: () => void follow() };
}

async function verify(connection: Connection, link: SignedLink): Promise<LinkState> {
  const { user: before, setUser } = useSession.getState();
  const user = await verifyEmail(connection, link);
  // The member logged in here has a confirmed address now, perhaps another one.
  const known = user ?? (before ? await profileOrNothing(connection) : undefined);
  if (known !== undefined) setUser(known);
  return { status: 'verified', email: link.email };
}

async function undo(connection: Connection, link: SignedLink): Promise<LinkState> {
  await undoEmailChange(connection, link);
  // All sessions of that account have ended, this page's own among them if it was one.
  const { user, setUser } = useSession.getState();
  const known = user ? await profileOrNothing(connection) : undefined;
  if (known !== undefined) setUser(known);
  return { status: 'undone', email: link.email };
}

/** Undefined where the server is away: then the page stays as it is. */
async function profileOrNothing(connection: Connection) {
  try {
    return await fetchProfile(connection);
  } catch {
    return undefined;
  }
}

function stateOf(error: unknown): LinkState {
  if (error instanceof ApiError && error.code === 'already_verified') return { status: 'already' };
  const refused = error instanceof ApiError && error.status < 500 && error.status !== TOO_MANY_REQUESTS;
  return refused ? { status: 'refused' } : { status: 'failed', say: failureMessage(error) };
}
