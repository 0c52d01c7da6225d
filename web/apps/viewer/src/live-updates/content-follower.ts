import { spreadDelay } from './spread.ts';

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

interface ContentFollowerOptions {
  /** The version that the page came with. */
  readonly version: number;
  /** Brings the page to this version at least, and says to which. */
  readonly refresh: (version: number, signal: AbortSignal) => Promise<number>;
}

export interface ContentFollower {
  /** The version that the page shows. */
  version(): number;
  /** The server has this version. */
  tell(version: number): void;
  end(): void;
}

/** Keeps the page at the newest content of its channel: one question at a time, and again for as long as it fails. */
export function createContentFollower({ version, refresh }: ContentFollowerOptions): ContentFollower {
  const ends = new AbortController();
  let shown = version;
  let newest = version;
  let failures = 0;
  /** There is one from when a newer version is known until the page shows it. */
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function catchUp(): Promise<void> {
    try {
      shown = await refresh(newest, ends.signal);
      failures = 0;
    } catch {
      failures += 1;
    }
    timer = undefined;
    if (newest > shown && !ends.signal.aborted) wait();
  }

  function wait(): void {
    timer ??= setTimeout(() => void catchUp(), failures > 0 ? retryDelay(failures) : spreadDelay());
  }

  return {
    version: () => shown,
    tell(told) {
      if (told > newest) newest = told;
      if (newest > shown) wait();
    },
    end() {
      ends.abort();
      clearTimeout(timer);
    },
  };
}

/** Twice as long after each failure, and different for each page. */
function retryDelay(failures: number): number {
  const most = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
  return most * (0.5 + Math.random() / 2);
}
