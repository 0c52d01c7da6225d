import {
  ANALYTICS_SESSION_LIFE_MS,
  RETRY_DELAY_MS,
  STORED_LIFE_MS,
  STORE_PERSISTENCE_MS,
  TRACKING_LIFE_MS,
} from './limits.ts';

const PREFIX = 'rudy_';

/** How lists of games are laid out: cards in a grid, cards one under the other, or a table. */
export type GamesView = 'grid' | 'list' | 'table';

interface StoredValues {
  channel_key: string;
  api_key: string;
  /** Whether the api key came from a login. */
  member: boolean;
  language: string;
  cookie_consent: 'accepted' | 'declined';
  analytics_session: string;
  games_view: GamesView;
  /** What the visitor looked for, latest first. */
  recent_searches: readonly string[];
  /** Whether the search opens on its key. */
  search_key: boolean;
  /** Names of the tutorials that the visitor has seen. */
  tutorials: readonly string[];
  /** The tracking value of the referring link; orders carry it. */
  trk: string;
  /** The language of the captions switched on last. */
  captions: string;
}

type Name = keyof StoredValues;

interface Rule<Value> {
  life: number;
  /** What the page cannot do without may be kept before the visitor accepts cookies. */
  needed: boolean;
  /** Other programs and older releases write to the same place. */
  is: (value: unknown) => value is Value;
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isStrings = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isString);
const isConsent = (value: unknown): value is StoredValues['cookie_consent'] =>
  value === 'accepted' || value === 'declined';
const isGamesView = (value: unknown): value is GamesView => value === 'grid' || value === 'list' || value === 'table';

const RULES: { readonly [N in Name]: Rule<StoredValues[N]> } = {
  channel_key: { life: STORED_LIFE_MS, needed: true, is: isString },
  api_key: { life: STORED_LIFE_MS, needed: true, is: isString },
  member: { life: STORED_LIFE_MS, needed: true, is: isBoolean },
  language: { life: STORED_LIFE_MS, needed: true, is: isString },
  cookie_consent: { life: STORED_LIFE_MS, needed: true, is: isConsent },
  analytics_session: { life: ANALYTICS_SESSION_LIFE_MS, needed: false, is: isString },
  games_view: { life: STORED_LIFE_MS, needed: true, is: isGamesView },
  recent_searches: { life: STORED_LIFE_MS, needed: false, is: isStrings },
  search_key: { life: STORED_LIFE_MS, needed: true, is: isBoolean },
  tutorials: { life: STORED_LIFE_MS, needed: true, is: isStrings },
  trk: { life: TRACKING_LIFE_MS, needed: false, is: isString },
  captions: { life: STORED_LIFE_MS, needed: true, is: isString },
};
const OPTIONAL: readonly Name[] = ['analytics_session', 'recent_searches', 'trk'];

interface Entry {
  value: unknown;
  expires: number;
}

interface HeldEntry extends Entry {
  refusedAt: number | null;
}

export interface Stored {
  get<N extends Name>(name: N): StoredValues[N] | null;
  set<N extends Name>(name: N, value: StoredValues[N]): void;
  remove(name: Name): void;
}

/** Values that outlive the page; one that may not be written, or that the browser refuses, lives as long as the page. */
export function createStored(storage: () => Storage = () => localStorage): Stored {
  const held = new Map<Name, HeldEntry>();

  function get<N extends Name>(name: N): StoredValues[N] | null {
    const entry = held.get(name) ?? read(name);
    const rule: Rule<StoredValues[N]> = RULES[name];
    return entry && entry.expires > Date.now() && rule.is(entry.value) ? entry.value : null;
  }

  function read(name: Name): Entry | null {
    return tolerant(() => parseEntry(storage().getItem(PREFIX + name)));
  }

  function write(name: Name, { value, expires }: Entry): boolean {
    return tolerant(() => storage().setItem(PREFIX + name, JSON.stringify({ value, expires }))) !== null;
  }

  function mayWrite(name: Name): boolean {
    const consent = get('cookie_consent');
    // It tells of a link, not of the visitor, and an order may come before they answer.
    return RULES[name].needed || consent === 'accepted' || (name === 'trk' && !consent);
  }

  /** Writes what is held; what the browser refuses is tried again until the persistence time-out. */
  function flush(): void {
    let again = false;
    for (const [name, entry] of held) {
      if (!mayWrite(name)) continue;
      if (write(name, entry)) {
        held.delete(name);
        continue;
      }
      entry.refusedAt ??= Date.now();
      again ||= Date.now() - entry.refusedAt < STORE_PERSISTENCE_MS;
    }
    if (again) setTimeout(flush, RETRY_DELAY_MS);
  }

  function remove(name: Name): void {
    held.delete(name);
    tolerant(() => storage().removeItem(PREFIX + name));
  }

  return {
    get,
    set(name, value) {
      held.set(name, { value, expires: Date.now() + RULES[name].life, refusedAt: null });
      if (name === 'cookie_consent' && value === 'declined') OPTIONAL.forEach(remove);
      flush();
    },
    remove,
  };
}

function parseEntry(text: string | null): Entry | null {
  const entry: unknown = JSON.parse(text ?? 'null');
  if (typeof entry !== 'object' || entry === null || !('value' in entry) || !('expires' in entry)) return null;
  return typeof entry.expires === 'number' ? { value: entry.value, expires: entry.expires } : null;
}

/** Storage throws when it is full, or blocked by the visitor's settings. */
function tolerant<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
