// A page of another site: another origin, on this machine.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Shows the page for as long as it is used. */
export async function onAnotherSite(html: string, use: (address: string) => Promise<void>): Promise<void> {
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- so it is for a server on a port.
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
