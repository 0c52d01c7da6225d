import { loadAccountMessages, loadContentMessages, loadShopMessages } from '@touchline/i18n';
import type { ComponentType } from 'react';
import { lazyScreen } from './lazy-screen.tsx';

/** Screens with the words that only their group uses: the two come side by side. */
const lazyScreenWithMessages = (loadMessages: () => Promise<unknown>) => (fetchScreen: () => Promise<ComponentType>) =>
  lazyScreen(async () => {
    const [Screen] = await Promise.all([fetchScreen(), loadMessages()]);
    return Screen;
  });

export const accountScreen = lazyScreenWithMessages(loadAccountMessages);
export const contentScreen = lazyScreenWithMessages(loadContentMessages);
export const shopScreen = lazyScreenWithMessages(loadShopMessages);
/** What is sold, with a form of the channel for the pass that is free. */
export const passesScreen = lazyScreenWithMessages(() =>
  Promise.all([loadAccountMessages(), loadContentMessages(), loadShopMessages()]),
);
