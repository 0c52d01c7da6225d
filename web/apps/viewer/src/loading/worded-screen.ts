import { loadAccountMessages, loadContentMessages, loadShopMessages } from '@touchline/i18n';
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
export const shopScreen = wordedBy(loadShopMessages);
/** What is sold, with a form of the channel for the pass that is free. */
export const passesScreen = wordedBy(() =>
  Promise.all([loadAccountMessages(), loadContentMessages(), loadShopMessages()]),
);
