import { create } from 'zustand';

export type Consent = 'accepted' | 'declined';

interface ConsentState {
  /** Whether the cookie notice is open; null until somebody opens or answers it, while it asks those who never answered. */
  readonly isOpen: boolean | null;
  /** What was answered on this page; what was answered before is stored. */
  readonly answer: Consent | null;
}

/** The footer opens the notice again, and optional services follow the answer. */
export const useConsent = create<ConsentState>()(() => ({ isOpen: null, answer: null }));
