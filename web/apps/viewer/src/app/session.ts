import type { Profile } from '@touchline/api';
import { create } from 'zustand';

interface Session {
  /** Null while nobody is logged in. */
  readonly user: Profile | null;
  setUser(user: Profile | null): void;
}

export const useSession = create<Session>()((set) => ({
  user: null,
  setUser: (user) => set({ user }),
}));
