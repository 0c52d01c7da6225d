// Asks the API what a channel holds, so that journeys need no copy of the demo's content.
import type { APIRequestContext, APIResponse } from '@playwright/test';
import type { components } from '../../web/packages/api/src/schema.d.ts';
import type { Touchline } from './touchline.ts';

export type Schemas = components['schemas'];
export type Clip = Schemas['ClipDetails'];
export type VodRail = Schemas['Data_Vec_VodRail']['data'][number];

type Query = Readonly<Record<string, string>>;

const mostGames = '200';

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
    return this.get<Schemas['Bootstrap']>('channel-bootstrap-data', { client_interface: 'web' });
  }

  async participants(): Promise<Schemas['Participant'][]> {
    return this.get<Schemas['Participant'][]>('participants', { no_limit: '1' });
  }

  async homeEvents(query: Query = {}): Promise<Schemas['HomeEvents']> {
    return this.getWithKey<Schemas['HomeEvents']>('events-for-homepage', query);
  }

  /** All games that match, in the order of the lists; for a visitor, or for the member of the key. */
  async games(query: Query = {}, key?: string): Promise<Schemas['Event'][]> {
    const api_key = key ?? (await this.apiKey());
    return this.get<Schemas['Event'][]>('events', { limit: mostGames, ...query, api_key });
  }

  async game(id: number): Promise<Schemas['Event']> {
    return this.getWithKey<Schemas['Event']>(`events/${id}`);
  }

  async gameDays(query: Query): Promise<Schemas['GameDay'][]> {
    return this.getWithKey<Schemas['GameDay'][]>('events-days', query);
  }

  async vodRails(): Promise<VodRail[]> {
    return this.getWithKey<VodRail[]>('vod-media-rails');
  }

  async vodCategories(): Promise<Schemas['VodCategory'][]> {
    return this.getWithKey<Schemas['VodCategory'][]>('vod-media-categories');
  }

  async vodItems(query: Query = {}): Promise<Schemas['VodItem'][]> {
    return this.getWithKey<Schemas['VodItem'][]>('vod-media-items', { limit: '100', ...query });
  }

  async findVod(title: string): Promise<Schemas['VodItem'][]> {
    return this.getWithKey<Schemas['VodItem'][]>('vod-media/search', { title });
  }

  /** What the API says to a form, wrong or right. */
  async sendForm(alias: string, fields: { name: string; value: string }[]): Promise<APIResponse> {
    return this.post(`custom-forms/${alias}`, { api_key: await this.apiKey(), fields });
  }

  /** The key of a new login. */
  async logIn(email: string, password: string): Promise<string> {
    const body = { api_key: await this.apiKey(), email, password };
    return (await dataOf<{ api_key: string }>(await this.post('v2/auth/login', body))).api_key;
  }

  /** A new member with the basic pass, and the key of their session. */
  async register(email: string, password: string): Promise<string> {
    const body = {
      api_key: await this.apiKey(),
      first_name: 'Nadia',
      last_name: 'Newcomer',
      email,
      password,
      password_confirmation: password,
      terms: true,
    };
    const registered = await this.post('v2/auth/register', body);
    const { api_key, user } = await dataOf<{ api_key: string; user: Schemas['Profile'] }>(registered);
    if (!user.basic_pass_selected) {
      const fields = [{ name: 'basic_pass', value: 'true' }];
      await dataOf(await this.post('custom-forms/basic-pass', { api_key, fields }));
    }
    return api_key;
  }

  /** What the API says of a member's profile: 401 once the session has ended. */
  async profile(key: string): Promise<APIResponse> {
    return this.request.get(`${this.touchline.origin(this.channel)}/api/profile`, { params: { api_key: key } });
  }

  /** Changes a name; whatever the server remembers of the member is read anew. */
  async rename(key: string, first_name: string): Promise<void> {
    await dataOf(await this.post('profile', { _method: 'patch', api_key: key, first_name }));
  }

  async favourites(key: string): Promise<Schemas['Favorite'][]> {
    return this.get<Schemas['Favorite'][]>('favorites', { api_key: key });
  }

  async removeFavourite(key: string, id: number): Promise<void> {
    const call = this.address(`favorite/${id}`, { api_key: key });
    await dataOf(await this.request.delete(call, this.options()));
  }

  /** The member's purchases and attempts, newest first. */
  async orders(key: string): Promise<Schemas['Order'][]> {
    return this.get<Schemas['Order'][]>('orders', { api_key: key, no_limit: '1' });
  }

  /** A clip cut by the API, without the editor. */
  async cut(key: string, clip: Omit<Schemas['ClipRequest'], 'tags'> & { tags: string[] }): Promise<Clip> {
    return dataOf<Clip>(await this.post('clip', { api_key: key, ...clip }));
  }

  /** The clip as the member of the key sees it. */
  async clip(key: string, id: number): Promise<Clip> {
    return this.get<Clip>(`clip/${id}`, { api_key: key });
  }

  /** Any address of the site, as a program without a browser asks for it. */
  async fetch(path: string): Promise<APIResponse> {
    return this.request.get(this.touchline.loopback() + path, { ...this.options(), maxRedirects: 0 });
  }

  async apiKey(): Promise<string> {
    const { channel_key } = await this.get<{ channel_key: string }>('channel-key');
    return (await dataOf<{ api_key: string }>(await this.post('get_api_key', { channel_key }))).api_key;
  }

  private async getWithKey<Data>(call: string, query: Query = {}): Promise<Data> {
    return this.get<Data>(call, { ...query, api_key: await this.apiKey() });
  }

  private async get<Data>(call: string, query: Query = {}): Promise<Data> {
    return dataOf<Data>(await this.request.get(this.address(call, query), this.options()));
  }

  private async post(call: string, data: object): Promise<APIResponse> {
    return this.request.post(this.address(call, {}), { ...this.options(), data });
  }

  // Only browsers know every name under .localhost, so the channel is named by the Host header alone.
  private address(call: string, query: Query): string {
    return `${this.touchline.loopback()}/api/${call}?${new URLSearchParams(query).toString()}`;
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
