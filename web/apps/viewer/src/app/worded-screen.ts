import { loadAccountMessages, loadContentMessages } from '@touchline/i18n';
import type { ComponentType } from 'react';
import { lazyScreen } from './lazy-screen.tsx';

/** Screens with the words that only their group uses: the two come side by side. */
const wordedBy = (loadWords: () => Promise<unknown>) => (fetchScreen: () => Promise<ComponentType>) =>
  lazyScreen(async () => {
    const [Screen] = await Promise.all([fetchScreen(), loadWords()]);
    return Screen;
  });

export const accountScreen = wordedBy(loadAccountMessages);
export const contentScreen = wordedBy(loadContentMessages);
/** An account's screen with a form of the channel. */
export const accountFormScreen = wordedBy(() => Promise.all([loadAccountMessages(), loadContentMessages()]));
