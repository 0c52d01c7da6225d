import { expect, it } from 'vitest';
import { AUTO_SCROLL_MS, mayMove, UNDISTURBED } from './auto-motion.ts';

it('UI-06 rails move every 5000 ms while no pointer, focus or setting stops them', () => {
  expect(AUTO_SCROLL_MS).toBe(5000);
  expect(mayMove(UNDISTURBED)).toBe(true);
});

it.each(['stopped', 'hovered', 'focused', 'touched', 'hidden', 'reduced'] as const)(
  'UI-06 rails stand still when %s',
  (reason) => {
    expect(mayMove({ ...UNDISTURBED, [reason]: true })).toBe(false);
  },
);
