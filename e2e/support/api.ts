// Asks the API what a channel holds, so that journeys need no copy of the demo's content.
import type { APIRequestContext } from '@playwright/test';
import type { components } from '../../web/packages/api/src/schema.d.ts';
import type { Touchline } from './touchline.ts';

export type Schemas = components['schemas'];

export class Api {
  private readonly request: APIRequestContext;
  private readonly touchline: Touchline;
  private readonly channel: string;

  constructor(request: APIRequestContext, touchline: Touchline, channel = 'demo') {
    this.request = request;
    this.touchline = touchline;
    this.channel = channel;
  }

  /** The same for another channel. */
  of(channel: string): Api {
    return new Api(this.request, this.touchline, channel);
  }

  async bootstrap(): Promise<Schemas['Bootstrap']> {
    return this.get<Schemas['Bootstrap']>('channel-bootstrap-data?client_interface=web');
  }

  async participants(): Promise<Schemas['Participant'][]> {
    return this.get<Schemas['Participant'][]>('participants?no_limit=1');
  }

  async homeEvents(): Promise<Schemas['HomeEvents']> {
    const { channel_key } = await this.get<{ channel_key: string }>('channel-key');
    const answer = await this.request.post(this.address('get_api_key'), { ...this.options(), data: { channel_key } });
    const { api_key } = await dataOf<{ api_key: string }>(answer);
    return this.get<Schemas['HomeEvents']>(`events-for-homepage?api_key=${encodeURIComponent(api_key)}`);
  }

  private async get<Data>(call: string): Promise<Data> {
    return dataOf<Data>(await this.request.get(this.address(call), this.options()));
  }

  // Only browsers know every name under .localhost, so the channel is named by the Host header alone.
  private address(call: string): string {
    return `${this.touchline.loopback()}/api/${call}`;
  }

  private options(): { headers: { host: string } } {
    return { headers: { host: new URL(this.touchline.origin(this.channel)).host } };
  }
}

async function dataOf<Data>(answer: {
  status(): number;
  url(): string;
  json(): Promise<{ data: Data }>;
}): Promise<Data> {
  if (answer.status() !== 200) throw new Error(`${answer.url()} answered ${answer.status()}`);
  return (await answer.json()).data;
}
