/** The screens of every channel, in the order of the header; the shop is one where something is sold. */
export const MAIN_LINKS = [
  { to: '/live', label: 'nav.live' },
  { to: '/schedule', label: 'nav.schedule' },
  { to: '/vod', label: 'nav.onDemand' },
  { to: '/vod_library', label: 'nav.library' },
  { to: '/moments', label: 'nav.moments' },
  { to: '/packages', label: 'nav.passes' },
] as const;
