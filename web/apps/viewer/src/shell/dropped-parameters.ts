import { create } from 'zustand';

interface Dropped {
  /** The path of the screen whose address it was. */
  readonly path: string;
  readonly names: readonly string[];
}

/** What was left out of the address that the screen was opened with. */
export const useDropped = create<Dropped>()(() => ({ path: '', names: [] }));
