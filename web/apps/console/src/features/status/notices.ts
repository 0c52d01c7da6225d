import type { ServerStatus } from '@touchline/api/console';

const STORAGE = {
  low: 'status.low',
  short: 'status.short',
  full: 'status.full',
  broken: 'status.broken',
  slow: 'status.slow',
} as const;

const ENCODERS = {
  lost: 'status.lost',
  silent: 'status.silent',
  no_tables: 'status.noTables',
  no_pictures: 'status.noPictures',
} as const;

const ADVICE = { key_frames: 'status.keyFrames', colours: 'status.colours' } as const;

const CLOSED = { no_keys: 'status.noKeys', real_before: 'status.realBefore' } as const;

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
export function storageNotice({ storage }: ServerStatus): StorageNotice | null {
  if (storage.state === 'ample') return null;
  return {
    name: STORAGE[storage.state],
    since: storage.since ?? 0,
    freeBytes: storage.free_bytes ?? 0,
    isUrgent: storage.state !== 'low',
  };
}

/** Why nothing is for sale; nothing while something is. */
export function shopNotice({ not_for_sale: why }: ServerStatus): (typeof CLOSED)[keyof typeof CLOSED] | null {
  return why === null ? null : CLOSED[why];
}

/** Notices about encoders that need attention. */
export function gameNotices({ games }: ServerStatus): GameNotice[] {
  return games.flatMap(({ encoder, advice, since, event_id: event, title }) => {
    const names = encoder === 'sending' ? advice.map((name) => ADVICE[name]) : [ENCODERS[encoder]];
    return names.map((name) => ({ name, since, event, title }));
  });
}
