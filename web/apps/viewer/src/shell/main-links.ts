/** The screens that every channel has, in the order of the header. */
export const MAIN_LINKS = [
  { to: '/live', label: 'nav.live' },
  { to: '/schedule', label: 'nav.schedule' },
  { to: '/vod', label: 'nav.onDemand' },
  { to: '/vod_library', label: 'nav.library' },
  { to: '/moments', label: 'nav.moments' },
] as const;
