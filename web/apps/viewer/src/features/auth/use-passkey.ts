import { ApiError, type Profile, RequestError } from '@touchline/api';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { fieldOffersPasskeys, logInByPasskey } from './passkey-login.ts';
import type { LocalisedMessage } from '../../account-forms/localised-message.ts';
import { failureMessage } from '../../account-forms/server-messages.ts';

/** Logs in by a passkey: offered in the address field where the browser can, and by a button. */
export function usePasskey(onEntered: (user: Profile) => Promise<void>, onFailure: (words: LocalisedMessage) => void) {
  const { connection } = useAppContext();
  const [asking, setAsking] = useState(false);
  /** A browser asks one thing at a time. */
  const offer = useRef<AbortController>(null);

  const enter = useEffectEvent((user: Profile | null) => {
    if (user) void onEntered(user);
  });

  useEffect(() => {
    const controller = new AbortController();
    offer.current = controller;
    const { signal } = controller;
    const wait = async () => {
      if (!(await fieldOffersPasskeys()) || signal.aborted) return;
      enter(await logInByPasskey(connection, { mediation: 'conditional', signal }));
    };
    // The offer is optional: its failure is not shown.
    wait().catch(() => undefined);
    return () => controller.abort();
  }, [connection]);

  const ask = async () => {
    offer.current?.abort();
    const controller = new AbortController();
    offer.current = controller;
    setAsking(true);
    try {
      const user = await logInByPasskey(connection, { mediation: 'optional', signal: controller.signal });
      if (user) await onEntered(user);
    } catch (error) {
      const told = error instanceof ApiError || error instanceof RequestError;
      onFailure(told ? failureMessage(error) : (t) => t('passkey.failed'));
    } finally {
      setAsking(false);
    }
  };
  return { asking, ask: () => void ask() };
}
