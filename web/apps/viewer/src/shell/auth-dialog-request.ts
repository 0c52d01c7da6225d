import { create } from 'zustand';
import { isAuthScreen } from '../navigation/login-address.ts';

type Way = 'login' | 'register';

interface AuthDialogRequest {
  /** The screen that the way in stands over. */
  readonly path: string;
  readonly way: Way | null;
}

/** Which way in an address has asked for, over its page. */
export const useAuthDialogRequest = create<AuthDialogRequest>()(() => ({ path: '', way: null }));

export function requestAuthDialog(path: string, asked: unknown): void {
  const isWay = (asked === 'login' || asked === 'register') && !isAuthScreen(path);
  if (isWay) useAuthDialogRequest.setState({ path, way: asked });
}

export function forgetAuthDialog(): void {
  useAuthDialogRequest.setState({ way: null });
}
