import { expect, test } from 'vitest';
import { withVariable } from './insert-at.ts';

test('OPS-02 a variable takes the place of what is chosen', () => {
  expect(withVariable('Hi you!', 'name', [3, 6])).toEqual({ text: 'Hi {{ name }}!', cursor: 13 });
});

test('OPS-02 the button stands on a line of its own', () => {
  expect(withVariable('Hi you', 'link', [2, 2]).text).toBe('Hi\n\n{{ link }}\n\n you');
  expect(withVariable('Hi\n\nyou', 'code', [4, 4]).text).toBe('Hi\n\n{{ code }}\n\nyou');
  expect(withVariable('', 'link', [0, 0])).toEqual({ text: '{{ link }}', cursor: 10 });
});
