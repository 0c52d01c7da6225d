import { expect, test } from 'vitest';
import { isPrecompressed } from '../src/index.ts';

test.each([
  ['shell-Bx7.js', true],
  ['index-D3.css', true],
  ['mark.svg', true],
  ['data.json', true],
  ['geist.woff2', false],
  ['shell-Bx7.js.br', false],
  ['photo.webp', false],
])('%s gets compressed twins: %s', (file, expected) => {
  expect(isPrecompressed(file)).toBe(expected);
});
