import { queryOptions } from '@tanstack/react-query';
import { parseSettings, type ColorSettings } from '@touchline/theme';

async function fetchCurrentColours(signal: AbortSignal): Promise<ColorSettings> {
  const response = await fetch('/api/color-settings/web', { signal, headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`colours: status ${response.status}`);
  const body: unknown = await response.json();
  const settings = typeof body === 'object' && body !== null && 'data' in body ? parseSettings(body.data) : undefined;
  if (!settings) throw new Error('colours: the answer holds none');
  return settings;
}

/** The colours that the channel has now; edits start from them, so they are not fetched anew behind the operator. */
export const currentColoursQuery = queryOptions({
  queryKey: ['colours', 'current'],
  queryFn: ({ signal }) => fetchCurrentColours(AbortSignal.any([signal, AbortSignal.timeout(15_000)])),
  staleTime: Infinity,
  retry: 1,
});
