import type { Boot, Connection } from '@touchline/api';

/** What every route can reach. */
export interface RouterContext {
  readonly connection: Connection;
  readonly boot: Boot;
}
