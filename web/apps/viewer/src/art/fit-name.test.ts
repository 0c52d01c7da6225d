import { expect, it } from 'vitest';
import { fitName } from './fit-name.ts';

it('sets short names large and longer ones smaller', () => {
  expect(fitName('GRB')).toBe(9);
  expect(fitName('Wrenfield')).toBeLessThan(9);
  expect(fitName('Wrenfield')).toBeGreaterThan(fitName('Harrow Point'));
});

it('lets a long name take two lines, as wide as its longest word allows', () => {
  expect(fitName('Kestrel Prairie')).toBe(6.4);
  expect(fitName('Stonehollow-Whitcombe')).toBe(6.4);
  expect(fitName('Llanfairpwllgwyngyll')).toBeLessThan(4);
});

it('copes with no name', () => {
  expect(fitName('')).toBe(9);
});
