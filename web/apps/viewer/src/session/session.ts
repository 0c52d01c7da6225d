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

/** Whether the server says nothing to somebody but how to go on: they have a password to change or a pass to choose. */
export function hasPendingStep(user: Profile | null): boolean {
  return user !== null && (user.temporary_password || !user.basic_pass_selected);
}
