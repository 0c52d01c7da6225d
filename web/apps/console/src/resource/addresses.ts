import type { OperatorChannel } from '@touchline/api/console';
import type { Resource } from './resource.ts';

interface Place {
  readonly channel: Pick<OperatorChannel, 'alias'>;
  readonly resource: Pick<Resource, 'noun'>;
}

/** The address of a list. */
export function listAddress({ channel, resource }: Place) {
  return { to: '/$channel/site/$noun', params: { channel: channel.alias, noun: resource.noun } } as const;
}

/** The address of an item's form; null is the new item. */
export function formAddress({ channel, resource }: Place, item: number | null) {
  const params = { channel: channel.alias, noun: resource.noun, item: String(item ?? 'new') };
  return { to: '/$channel/site/$noun/$item', params } as const;
}
