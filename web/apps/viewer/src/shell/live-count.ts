import { create } from 'zustand';

interface LiveCount {
  /** Games that are live now; null until they are counted. */
  readonly count: number | null;
  setCount(count: number): void;
}

/** How many games are live, for the marks in the navigation; `CountLive` loads after the first paint. */
export const useLiveCount = create<LiveCount>()((set) => ({
  count: null,
  setCount: (count) => set({ count }),
}));
