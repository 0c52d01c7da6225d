import type { NamedLink } from './named-links.ts';

/** About what is left in the header of a wide screen, in letters and in the padding of each link. */
const ROOM = 19;
const PADDING = 4;

/** Whether the channel's own links can stand in the header of a wide screen; otherwise they live in a panel. */
export function fitsBesideBrand(links: readonly Pick<NamedLink, 'name'>[]): boolean {
  return links.reduce((sum, { name }) => sum + name.length + PADDING, 0) <= ROOM;
}
