import { type ApiClient, createClient } from './client.ts';
import { fetchApiKey, fetchChannelKey } from './endpoints/keys.ts';
import { createEvents, type Events } from './events.ts';
import type { Fetch } from './exchange.ts';
import { createKeyHealth } from './key-health.ts';
import { createKeyRing, type KeyRing } from './key-ring.ts';
import { watchRecovery } from './recovery.ts';
import { createRequests, type Requests } from './requests.ts';
import { createStored, type Stored } from './stored.ts';

interface ConnectionOptions {
  /** Origin of the api. */
  apiOrigin: string;
  /** Origin that gives the channel key; the api's own unless the channel's settings name another. */
  keysOrigin?: string;
  fetch?: Fetch;
  stored?: Stored;
}

/** Everything that a page needs to talk to the server; there is one of it. */
export interface Connection {
  /** Origin of the api, for addresses that are not called but followed: streams, calendar files. */
  origin: string;
  client: ApiClient;
  global: Requests['global'];
  send: Requests['send'];
  keys: KeyRing;
  stored: Stored;
  events: Events;
}

export function createConnection({
  apiOrigin,
  keysOrigin = apiOrigin,
  fetch = (request) => globalThis.fetch(request),
  stored = createStored(),
}: ConnectionOptions): Connection {
  const apiKeyUrl = new URL('/api/get_api_key', apiOrigin).href;
  const events = createEvents();
  const health = createKeyHealth(events);
  const keys = createKeyRing(stored, {
    channelKey: () => fetchChannelKey(keysClient),
    apiKey: (channelKey) => fetchApiKey(client, channelKey),
    refused() {
      health.refused(apiKeyUrl);
      events.emit('user-reset', {});
    },
    failed: () => health.failed(apiKeyUrl),
  });
  const { send, global } = createRequests({ keys, health, events, fetch });
  const client = createClient(`${apiOrigin}/api`, send);
  const keysClient = createClient(`${keysOrigin}/api`, send);
  watchRecovery(events, (url) => (url === apiKeyUrl ? keys.apiKey() : send(new Request(url))));
  return { origin: apiOrigin, client, global, send, keys, stored, events };
}
