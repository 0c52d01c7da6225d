import { expect, it } from 'vitest';
import { crestText } from './crest-text.ts';

it.each([
  ['GRB', 'Granite Bay', 'GRB'],
  ['Granite', 'Granite Bay', 'GRA'],
  ['', 'Granite Bay High-School Bears', 'GBH'],
  ['', 'Ирония', 'И'],
  ['', '', ''],
])('the crest of "%s" / "%s" says "%s"', (short, name, expected) => {
  expect(crestText(short, name)).toBe(expected);
});
