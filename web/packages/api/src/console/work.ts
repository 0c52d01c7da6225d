import type { components } from './schema.d.ts';
import { get } from './wire.ts';

export type WorkItem = components['schemas']['WorkItem'];

/** Imports, exports and uploads that go on for the operator, or have ended lately. */
export async function fetchWork(signal: AbortSignal): Promise<WorkItem[]> {
  return (await get<WorkItem[]>('work', signal)).data;
}
