import type { Choice } from '../../resource/resource.ts';

/** The positions of a menu. */
export const PLACES: readonly Choice[] = [
  { value: 'header', label: 'menu.header' },
  { value: 'footer', label: 'menu.footer' },
];
