import { loadAccountMessages } from '@touchline/i18n';
import type { ComponentType } from 'react';
import { lazyScreen } from './lazy-screen.tsx';

/** A screen around an account, with the words that only those screens use. */
export function accountScreen(fetchScreen: () => Promise<ComponentType>) {
  return lazyScreen(async () => {
    const [Screen] = await Promise.all([fetchScreen(), loadAccountMessages()]);
    return Screen;
  });
}
