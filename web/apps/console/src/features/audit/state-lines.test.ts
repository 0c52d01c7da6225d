import { expect, test } from 'vitest';
import { stateLines } from './state-lines.ts';

test.each([
  [null, []],
  [undefined, []],
  [[], []],
  [{}, []],
  ['paid', ['paid']],
  [0, ['0']],
  [false, ['false']],
  [
    ['club.example', '*.club.example'],
    ['club.example', '*.club.example'],
  ],
  [{ ended_at: null, current: { ends_at: 5 } }, ['ended_at: null', 'current: {"ends_at":5}']],
])('OPS-01 a recorded value is read line by line: %o', (value, lines) => {
  expect(stateLines(value)).toEqual(lines);
});
