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

test('OPS-02 nothing is inserted beside the button on its line', () => {
  expect(withVariable('Hi\n\n{{ link }}', 'name', [14, 14]).text).toBe('Hi\n\n{{ link }}\n\n{{ name }}');
  expect(withVariable('{{ code }}\nBye', 'name', [0, 0]).text).toBe('{{ name }}\n\n{{ code }}\nBye');
  expect(withVariable('Hi {{ name }}', 'host', [13, 13]).text).toBe('Hi {{ name }}{{ host }}');
});
