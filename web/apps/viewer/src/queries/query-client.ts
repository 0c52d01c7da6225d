import { QueryClient } from '@tanstack/react-query';

/** A screen that was left and is opened again shows what it had while that is this fresh. */
const FRESH_MS = 30_000;

/** The one cache of server data. The first page paints without it, so nothing of the shell may import this. */
export const queryClient = new QueryClient({
  // The request layer has its own single retry.
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: false } },
});
