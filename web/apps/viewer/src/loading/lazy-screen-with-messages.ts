import { loadAccountMessages, loadContentMessages, loadShopMessages } from '@touchline/i18n';
import type { ComponentType } from 'react';
import { lazyScreen } from './lazy-screen.tsx';

/** Screens with the messages that only their group uses: the two load side by side. */
const lazyScreenWithMessages =
  (loadMessages: () => Promise<unknown>) =>
  <Name extends string>(load: () => Promise<Readonly<Record<Name, ComponentType>>>, name: Name) =>
    lazyScreen(async () => {
      const [screens] = await Promise.all([load(), loadMessages()]);
      return screens[name];
    });

export const accountScreen = lazyScreenWithMessages(loadAccountMessages);
export const contentScreen = lazyScreenWithMessages(loadContentMessages);
export const shopScreen = lazyScreenWithMessages(loadShopMessages);
/** What is sold, with a form of the channel for the pass that is free. */
export const passesScreen = lazyScreenWithMessages(() =>
  Promise.all([loadAccountMessages(), loadContentMessages(), loadShopMessages()]),
);
