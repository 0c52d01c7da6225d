import { assert, double, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { movedFocus, partOf, viewStyle, visiblePart, wholePixels } from './view-style.ts';

const original = { width: 1600, height: 800 };

test('a wide box shows the band around the focal point', () => {
  const part = partOf(original, null);
  expect(visiblePart(part, { x: 0, y: 100 }, 4)).toEqual({ x: 0, y: 400, width: 1600, height: 400 });
  expect(visiblePart(part, { x: 75, y: 0 }, 1)).toEqual({ x: 600, y: 0, width: 800, height: 800 });
});

test('a part of the picture is a scaled and moved background', () => {
  const style = viewStyle('/original', original, { x: 400, y: 200, width: 800, height: 400 });
  expect(style).toMatchObject({ backgroundSize: '200% 200%', backgroundPosition: '50% 50%' });
  expect(viewStyle('/original', original, partOf(original, null)).backgroundPosition).toBe('0% 0%');
});

test('the focal point stays inside the picture', () => {
  expect(movedFocus({ x: 98, y: 2 }, [5, -5])).toEqual({ x: 100, y: 0 });
});

const length = integer({ min: 1, max: 5000 });
const percent = integer({ min: 0, max: 100 });

test('what is shown lies inside the part, in the shape of the box', () => {
  assert(
    property(
      length,
      length,
      percent,
      percent,
      double({ min: 0.2, max: 5, noNaN: true }),
      (width, height, x, y, ratio) => {
        const shown = visiblePart({ x: 7, y: 9, width, height }, { x, y }, ratio);
        expect(shown.width / shown.height).toBeCloseTo(ratio, 6);
        expect(shown.x).toBeGreaterThanOrEqual(7 - 1e-6);
        expect(shown.y).toBeGreaterThanOrEqual(9 - 1e-6);
        expect(shown.x + shown.width).toBeLessThanOrEqual(7 + width + 1e-6);
        expect(shown.y + shown.height).toBeLessThanOrEqual(9 + height + 1e-6);
      },
    ),
  );
});

test('T34 a crop lies inside the original, in whole pixels', () => {
  const number = double({ min: -10, max: 6000, noNaN: true });
  assert(
    property(number, number, number, number, length, length, (x, y, wide, high, width, height) => {
      const crop = wholePixels({ x, y, width: wide, height: high }, { width, height });
      expect(Object.values(crop).every(Number.isInteger)).toBe(true);
      expect(Math.min(crop.x, crop.y)).toBeGreaterThanOrEqual(0);
      expect(Math.min(crop.width, crop.height)).toBeGreaterThanOrEqual(1);
      expect(crop.x + crop.width).toBeLessThanOrEqual(width);
      expect(crop.y + crop.height).toBeLessThanOrEqual(height);
    }),
  );
});
