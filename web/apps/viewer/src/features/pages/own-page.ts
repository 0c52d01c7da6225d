import type { PageLink } from '@touchline/api';
import { useRouteContext } from '@tanstack/react-router';

/** The page of the channel that this address opens, if it opens one. */
export function useAddressedPage(): PageLink | undefined {
  return useRouteContext({ strict: false, select: ({ page }) => page });
}

/** The same, for the screen that shows it. */
export function useOwnPage(): PageLink {
  const page = useAddressedPage();
  if (!page) throw new Error('this address opens no page of the channel');
  return page;
}
