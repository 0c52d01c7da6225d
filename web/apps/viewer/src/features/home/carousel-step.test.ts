import { expect, it } from 'vitest';
import { carouselStep, slideAt } from './carousel-step.ts';

it('goes round and round', () => {
  expect(carouselStep(2, 3, 1)).toBe(0);
  expect(carouselStep(0, 3, -1)).toBe(2);
  expect(carouselStep(0, 0, 1)).toBe(0);
});

it('names the slide that is mostly in sight', () => {
  expect(slideAt(0, 400, 3)).toBe(0);
  expect(slideAt(230, 400, 3)).toBe(1);
  expect(slideAt(9000, 400, 3)).toBe(2);
  expect(slideAt(100, 0, 3)).toBe(0);
});
