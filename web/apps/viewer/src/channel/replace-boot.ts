import type { Boot } from '@touchline/api';
import type { RegisteredRouter } from '@tanstack/react-router';
import { useBootRevision } from './channel.ts';

export type Router = Pick<RegisteredRouter, 'options' | 'update'>;

/** Puts a newer state of the channel in the place of what the page holds: for what is shown, and for moves to come. */
export function replaceBoot(router: Router, boot: Boot): void {
  router.update({ ...router.options, context: { ...router.options.context, boot } });
  useBootRevision.setState((revision) => revision + 1);
}
