/** What to do about a failure that the engine cannot recover from itself. */
export type Remedy =
  | { readonly do: 'load'; readonly afterMs: number }
  | { readonly do: 'recover' }
  | { readonly do: 'rebuild' }
  | { readonly do: 'fail' };

export interface Recovery {
  network(): Remedy;
  media(nowMs: number): Remedy;
  /** Something has been played: a failure from now on is a new one. */
  well(nowMs: number): void;
}

const FIRST_MS = 500;
const MAX_WAIT_MS = 8_000;
/** Decoders that fail this often within the span are not mended by trying again. */
const MAX_IN_SPAN = 6;
const SPAN_MS = 60_000;

/** Networks come back, however late; a decoder is reset, then rebuilt, and given up when that does not help either. */
export function createRecovery(): Recovery {
  let tries = 0;
  let mediaErrors: number[] = [];
  return {
    network() {
      const afterMs = Math.min(MAX_WAIT_MS, FIRST_MS * 2 ** tries);
      tries = Math.min(tries + 1, 10);
      return { do: 'load', afterMs };
    },
    media(nowMs) {
      mediaErrors = [...mediaErrors.filter((at) => nowMs - at < SPAN_MS), nowMs];
      if (mediaErrors.length > MAX_IN_SPAN) return { do: 'fail' };
      return { do: mediaErrors.length % 3 === 0 ? 'rebuild' : 'recover' };
    },
    well(nowMs) {
      tries = 0;
      mediaErrors = mediaErrors.filter((at) => nowMs - at < SPAN_MS);
    },
  };
}
