import { loadClipMessages } from '@touchline/i18n';
import type { ComponentType } from 'react';

/** A part with its words. Where they come from is no business of the page that may never show it. */
export const withClipMessages =
  <Props>(Part: ComponentType<Props>) =>
  async (): Promise<ComponentType<Props>> => {
    await loadClipMessages();
    return Part;
  };
