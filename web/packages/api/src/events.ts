export interface ApiEvents {
  /** A URL was refused for its key; `failed` means that no working key could be had for it, and the reload screen is due. */
  'api-key-error': { url: string; failed: boolean };
  'api-key-recovered': { url: string };
  /** `inPlace`: the caller shows the error itself. */
  'global-error': { url: string; status: number; code: string; message: string; inPlace: boolean };
  'user-reset': Record<string, never>;
  /** A call was refused for what the member has still to do: the profile says what. */
  'user-held': Record<string, never>;
}

type Listener<Name extends keyof ApiEvents> = (event: ApiEvents[Name]) => void;

export interface Events {
  /** Returns the function that ends the subscription. */
  on<Name extends keyof ApiEvents>(name: Name, listener: Listener<Name>): () => void;
  emit<Name extends keyof ApiEvents>(name: Name, event: ApiEvents[Name]): void;
}

export function createEvents(): Events {
  const listeners: { [Name in keyof ApiEvents]: Set<Listener<Name>> } = {
    'api-key-error': new Set(),
    'api-key-recovered': new Set(),
    'global-error': new Set(),
    'user-reset': new Set(),
    'user-held': new Set(),
  };
  return {
    on(name, listener) {
      listeners[name].add(listener);
      return () => {
        listeners[name].delete(listener);
      };
    },
    emit(name, event) {
      for (const listener of listeners[name]) listener(event);
    },
  };
}
