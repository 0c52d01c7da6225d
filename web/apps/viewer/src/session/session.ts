import type { Profile } from '@touchline/api';
import { create } from 'zustand';

interface Session {
  /** Null for a visitor. */
  readonly user: Profile | null;
  setUser(user: Profile | null): void;
}

export const useSession = create<Session>()((set) => ({
  user: null,
  setUser: (user) => set({ user }),
}));

/** Whether the member has a pending step, a password to change or a pass to choose: the server refuses all else. */
export function hasPendingStep(user: Profile | null): boolean {
  return user !== null && (user.temporary_password || !user.basic_pass_selected);
}
