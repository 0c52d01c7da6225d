import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeMark } from './place-mark.ts';

const MARK = { width: 300, height: 140 };
const PHONE = { width: 390, height: 844 };

it('UI-04 stands under its target, its arrow at the middle of it', () => {
  expect(placeMark({ left: 173, top: 200, width: 44, height: 44 }, MARK, PHONE)).toEqual({
    left: 45,
    top: 256,
    side: 'below',
    arrow: 150,
  });
});

it('UI-04 stands above where there is no room below', () => {
  const place = placeMark({ left: 340, top: 700, width: 44, height: 44 }, MARK, PHONE);
  expect(place).toMatchObject({ side: 'above', top: 548, left: 78 });
  expect(place.left + place.arrow).toBeLessThanOrEqual(378 - 24);
});

it('UI-04 UI-19 never leaves the window, from 320 px on', () => {
  const windows = fc.record({
    width: fc.integer({ min: 320, max: 3840 }),
    height: fc.integer({ min: 320, max: 2160 }),
  });
  fc.assert(
    fc.property(windows, fc.nat(3840), fc.nat(2160), (viewport, x, y) => {
      const mark = { width: Math.min(320, viewport.width - 24), height: 160 };
      const target = { left: x % (viewport.width - 44), top: y % (viewport.height - 44), width: 44, height: 44 };
      const { left, top, arrow } = placeMark(target, mark, viewport);
      expect(left).toBeGreaterThanOrEqual(12);
      expect(left + mark.width).toBeLessThanOrEqual(viewport.width - 12);
      expect(top).toBeGreaterThanOrEqual(12);
      expect(top + mark.height).toBeLessThanOrEqual(viewport.height - 12);
      expect(arrow).toBeGreaterThanOrEqual(24);
      expect(arrow).toBeLessThanOrEqual(mark.width - 24);
    }),
  );
});
