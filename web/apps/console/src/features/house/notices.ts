import type { House } from '@touchline/api/console';

const STORAGE = {
  low: 'house.low',
  short: 'house.short',
  full: 'house.full',
  broken: 'house.broken',
  slow: 'house.slow',
} as const;

const ENCODERS = {
  lost: 'house.lost',
  silent: 'house.silent',
  no_tables: 'house.noTables',
  no_pictures: 'house.noPictures',
} as const;

const ADVICE = { key_frames: 'house.keyFrames', colours: 'house.colours' } as const;

const CLOSED = { no_keys: 'house.noKeys', real_before: 'house.realBefore' } as const;

export interface StorageNotice {
  readonly name: (typeof STORAGE)[keyof typeof STORAGE];
  readonly since: number;
  readonly freeBytes: number;
  /** Something is being lost at this moment. */
  readonly isUrgent: boolean;
}

export interface GameNotice {
  readonly name: (typeof ENCODERS)[keyof typeof ENCODERS] | (typeof ADVICE)[keyof typeof ADVICE];
  readonly since: number;
  readonly event: number;
  readonly title: string;
}

/** What there is to say of the disk; nothing while all is well. */
export function storageNotice({ storage }: House): StorageNotice | null {
  if (storage.state === 'ample') return null;
  return {
    name: STORAGE[storage.state],
    since: storage.since ?? 0,
    freeBytes: storage.free_bytes ?? 0,
    isUrgent: storage.state !== 'low',
  };
}

/** Why nothing is for sale; nothing while something is. */
export function shopNotice({ not_for_sale: why }: House): (typeof CLOSED)[keyof typeof CLOSED] | null {
  return why === null ? null : CLOSED[why];
}

/** What there is to say of encoders, of those alone that somebody has to see to. */
export function gameNotices({ games }: House): GameNotice[] {
  return games.flatMap(({ encoder, advice, since, event_id: event, title }) => {
    const names = encoder === 'sending' ? advice.map((name) => ADVICE[name]) : [ENCODERS[encoder]];
    return names.map((name) => ({ name, since, event, title }));
  });
}
