import type { components } from './schema.d.ts';
import type { SiteKind } from './site.ts';
import { BASE, given, post } from './wire.ts';

export type PresentOperator = components['schemas']['PresentOperator'];

/** Where it is streamed who else has a form open. `place` is the window's own word. */
export function presenceUrl(channel: number, kind: SiteKind, item: number, place: string): string {
  return `${BASE}channels/${channel}/presence?${given({ kind, item, place })}`;
}

/** Says that the window is still there, and whether something was typed in it. */
export async function renewPresence(channel: number, place: string, isEdited: boolean): Promise<void> {
  await post(`channels/${channel}/presence`, { place, is_edited: isEdited });
}
