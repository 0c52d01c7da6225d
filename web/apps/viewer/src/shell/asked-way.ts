import { create } from 'zustand';
import { isAuthScreen } from '../navigation/login-address.ts';

type Way = 'login' | 'register';

interface AskedWay {
  /** The screen that the way in stands over. */
  readonly path: string;
  readonly way: Way | null;
}

/** Which way in an address has asked for, over its page. */
export const useAskedWay = create<AskedWay>()(() => ({ path: '', way: null }));

export function noteWay(path: string, asked: unknown): void {
  const isWay = (asked === 'login' || asked === 'register') && !isAuthScreen(path);
  if (isWay) useAskedWay.setState({ path, way: asked });
}

export function forgetWay(): void {
  useAskedWay.setState({ way: null });
}
