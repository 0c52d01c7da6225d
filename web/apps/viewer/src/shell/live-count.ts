import { create } from 'zustand';

interface LiveCount {
  /** Games that are live now; null until somebody has counted. */
  readonly count: number | null;
  setCount(count: number): void;
}

/** How many games are live, for the marks in the navigation; whoever counts them loads after the first paint. */
export const useLiveCount = create<LiveCount>()((set) => ({
  count: null,
  setCount: (count) => set({ count }),
}));
