import { useEffect } from 'react';
import { useChannel } from '../channel/channel.ts';

/** "Game – Watch – Channel": first the shown item, then the screen, then the channel. */
export function pageTitle(channel: string, screen: string, own?: string): string {
  return [own, screen, channel].filter(Boolean).join(' – ');
}

/** Sets the document's title; `own` is the name of what a watch or content page shows. */
export function usePageTitle(screen: string, own?: string): void {
  const { name } = useChannel().bootstrap.settings;
  useEffect(() => {
    document.title = pageTitle(name, screen, own);
  }, [name, screen, own]);
}
