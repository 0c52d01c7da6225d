import { isLocale, type Locale } from '@touchline/i18n';
import { type ColorSettings, parseSettings } from '@touchline/theme';

/** What a channel's settings file tells before any api call; null where it is silent or makes no sense. */
export interface ChannelSettings {
  readonly apiOrigin: string | null;
  readonly keysOrigin: string | null;
  readonly language: Locale | null;
  readonly colours: ColorSettings | null;
}

/** The page can start without the file, so it does not wait long for it. */
const WAIT_MS = 5_000;

/** Reads `/storage/settings/{alias}.json`; null where there is none to be had. */
export async function readChannelSettings(alias: string): Promise<ChannelSettings | null> {
  try {
    const signal = AbortSignal.timeout(WAIT_MS);
    const response = await fetch(`/storage/settings/${encodeURIComponent(alias)}.json`, { signal });
    return response.ok ? parseChannelSettings(await response.json()) : null;
  } catch {
    return null;
  }
}

export function parseChannelSettings(source: unknown): ChannelSettings | null {
  if (typeof source !== 'object' || source === null) return null;
  const fields = new Map<string, unknown>(Object.entries(source));
  const language = fields.get('language');
  return {
    apiOrigin: originOf(fields.get('api_host')),
    keysOrigin: originOf(fields.get('keys_host')),
    language: isLocale(language) ? language : null,
    colours: parseSettings(fields.get('color_settings')) ?? null,
  };
}

/** A host with or without its scheme; without one, the encrypted web is meant. */
function originOf(host: unknown): string | null {
  if (typeof host !== 'string' || host === '') return null;
  const text = host.includes('://') ? host : `https://${host}`;
  if (!URL.canParse(text)) return null;
  const { protocol, origin } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}
