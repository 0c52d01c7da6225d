import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Plugin } from 'vite';

/** As the server does with its own pages: an address that chooses a channel chooses it for what the page asks for. */
export function keepChosenChannel(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const alias = searchParams.get('channel');
  if (alias !== null && !pathname.startsWith('/api/')) {
    const life = alias === '' ? '; Max-Age=0' : '';
    response.setHeader(
      'set-cookie',
      `touchline-channel=${encodeURIComponent(alias)}; Path=/; HttpOnly; SameSite=Lax${life}`,
    );
  }
  next();
}

export const chosenChannel: Plugin = {
  name: 'chosen-channel',
  configureServer: ({ middlewares }) => {
    middlewares.use(keepChosenChannel);
  },
};
