import type { PageItem } from '@touchline/api/console';
import type { ConsoleKey } from '@touchline/i18n';

/** The fixed sections that a link can lead to. */
export const SITE_SECTIONS = [
  { url: '/schedule', label: 'target.schedule' },
  { url: '/live', label: 'target.live' },
  { url: '/vod', label: 'target.onDemand' },
  { url: '/packages', label: 'target.passes' },
  { url: '/faq', label: 'target.faq' },
  { url: '/contacts', label: 'target.contacts' },
  { url: '/about', label: 'target.about' },
] as const satisfies readonly { url: string; label: ConsoleKey }[];

/** The sections whose path has no page of the channel. */
export function sectionsBeside(pages: readonly Pick<PageItem, 'url'>[]): readonly (typeof SITE_SECTIONS)[number][] {
  return SITE_SECTIONS.filter(({ url }) => pages.every((page) => page.url !== url));
}
