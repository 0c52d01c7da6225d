import type { ApiClient } from '../client.ts';
import { unwrap } from './unwrap.ts';

/** The key of the channel that this host serves. */
export async function fetchChannelKey(client: ApiClient): Promise<string> {
  const { channel_key } = await unwrap(client.GET('/channel-key'));
  return channel_key;
}

/** An anonymous api key of the channel. */
export async function fetchApiKey(client: ApiClient, channelKey: string): Promise<string> {
  const { api_key } = await unwrap(client.POST('/get_api_key', { body: { channel_key: channelKey } }));
  return api_key;
}
