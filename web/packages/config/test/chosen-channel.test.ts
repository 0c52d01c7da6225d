import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { keepChosenChannel } from '../src/chosen-channel.ts';

test('BOOT-02 a page of the development server keeps the channel that its address chooses', async () => {
  const server = createServer((request, response) => keepChosenChannel(request, response, () => response.end()));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- so it is for a server on a port.
    const { port } = server.address() as AddressInfo;
    const kept = async (path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get('set-cookie')?.split('; Path')[0];
    expect(await kept('/?channel=demo2')).toBe('touchline-channel=demo2');
    expect(await kept('/schedule?team=1&channel=a%3B%20b%0D')).toBe('touchline-channel=a%3B%20b%0D');
    expect(await kept('/?channel=')).toBe('touchline-channel=');
    expect(await kept('/?team=1')).toBeUndefined();
    expect(await kept('/api/events?channel=demo2')).toBeUndefined();
  } finally {
    server.close();
  }
});
