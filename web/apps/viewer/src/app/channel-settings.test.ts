import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeBoot } from '../testing/fixtures.ts';
import { parseChannelSettings, readChannelSettings } from './channel-settings.ts';

const colours = makeBoot().bootstrap.color_settings;
const file = { alias: 'demo', api_host: null, keys_host: null, language: 'fr', color_settings: colours };

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('parseChannelSettings', () => {
  it('BOOT-13 gives language and colours; hosts that are null mean the same origin', () => {
    expect(parseChannelSettings(file)).toEqual({ apiOrigin: null, keysOrigin: null, language: 'fr', colours });
  });

  it('BOOT-13 takes other hosts, with or without a scheme', () => {
    const hosts = { ...file, api_host: 'api.channel.test', keys_host: 'http://keys.channel.test:8080/' };
    expect(parseChannelSettings(hosts)).toMatchObject({
      apiOrigin: 'https://api.channel.test',
      keysOrigin: 'http://keys.channel.test:8080',
    });
  });

  it('drops what makes no sense', () => {
    const odd = { api_host: 'javascript://x', keys_host: 'a b', language: 'xx', color_settings: { accent: 'red;' } };
    expect(parseChannelSettings(odd)).toEqual({ apiOrigin: null, keysOrigin: null, language: null, colours: null });
    expect(parseChannelSettings('hello')).toBeNull();
  });
});

describe('readChannelSettings', () => {
  it('BOOT-13 asks for the file of the channel alias', async () => {
    const fetcher = vi.fn<typeof fetch>().mockResolvedValue(Response.json(file));
    vi.stubGlobal('fetch', fetcher);
    expect(await readChannelSettings('demo')).toMatchObject({ language: 'fr' });
    expect(fetcher.mock.calls[0]?.[0]).toBe('/storage/settings/demo.json');
  });

  it('does without the file where there is none', async () => {
    vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockResolvedValueOnce(new Response('', { status: 404 })));
    expect(await readChannelSettings('demo')).toBeNull();
    vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockRejectedValueOnce(new TypeError('offline')));
    expect(await readChannelSettings('demo')).toBeNull();
  });
});
