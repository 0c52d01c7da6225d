import type { OperatorChannel } from '@touchline/api/console';

/** A channel in English that is served at its only alias and asks for no second factor. */
export const PLAIN_CHANNEL: Omit<OperatorChannel, 'id' | 'alias' | 'name' | 'role' | 'may'> = {
  logo: null,
  accent: null,
  language: 'en',
  time_zone: 'Europe/Sofia',
  former_aliases: [],
  is_paused: false,
  requires_second_factor: false,
  needs_second_factor: false,
};
