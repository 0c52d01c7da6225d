import type { components } from './schema.d.ts';
import { get, given } from './wire.ts';

export type FoundAction = components['schemas']['FoundAction'];
export type FoundItem = components['schemas']['FoundItem'];

/** Finds things of a channel of every kind that the operator's role opens. */
export async function fetchFound(channel: number, text: string, signal: AbortSignal): Promise<FoundItem[]> {
  return (await get<FoundItem[]>(`channels/${channel}/search?${given({ text })}`, signal)).data;
}
