import { ApiError, askDeviceSession, type Connection, type Profile, startDeviceLogin } from '@touchline/api';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import type { LocalisedMessage } from '../../account-forms/localised-message.ts';
import { failureMessage } from '../../account-forms/server-messages.ts';

export interface ShownCode {
  readonly code: string;
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** The server says so, whatever the clock of this device does. */
  readonly expired: boolean;
}

type DeviceState =
  | { readonly status: 'asking' }
  | ({ readonly status: 'shown' } & ShownCode)
  | { readonly status: 'failed'; readonly say: LocalisedMessage };

const TOO_MANY_REQUESTS = 429;
const SECOND_MS = 1000;

/** Shows a code, and polls until a member has approved this device. */
export function useDeviceCode(onEntered: (user: Profile) => Promise<void>): DeviceState {
  const { connection } = useAppContext();
  const [state, setState] = useState<DeviceState>({ status: 'asking' });
  const enter = useEffectEvent((user: Profile) => void onEntered(user));

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const run = async () => {
      const { code, url, device_token, expires_in, poll_every } = await startDeviceLogin(connection);
      if (signal.aborted) return;
      const shown: ShownCode = { code, url, until: Date.now() + expires_in * SECOND_MS, expired: false };
      setState({ status: 'shown', ...shown });
      while (Date.now() < shown.until) {
        await pause(poll_every * SECOND_MS, signal);
        if (signal.aborted) return;
        const answer = await askPatiently(connection, device_token);
        if (signal.aborted) return;
        if (answer.user) return enter(answer.user);
        if (answer.status === 'expired') return setState({ status: 'shown', ...shown, expired: true });
      }
    };
    run().catch((error: unknown) => {
      if (!signal.aborted) setState({ status: 'failed', say: failureMessage(error) });
    });
    return () => controller.abort();
  }, [connection]);

  return state;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** A line that breaks, or a server that is busy, is asked again in the next round. */
async function askPatiently(connection: Connection, token: string): ReturnType<typeof askDeviceSession> {
  try {
    return await askDeviceSession(connection, token);
  } catch (error) {
    const refused = error instanceof ApiError && error.status < 500 && error.status !== TOO_MANY_REQUESTS;
    if (refused) throw error;
    return { status: 'pending', user: null };
  }
}
