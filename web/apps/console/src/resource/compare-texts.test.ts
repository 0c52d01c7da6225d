import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareTexts } from './compare-texts.ts';

const word = fc.constantFrom('the', 'Games', 'мач', ' ', ' ', '\n', '.', 'é');
const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(''));
const without = (before: string, after: string, kind: string) =>
  compareTexts(before, after)
    .filter((stretch) => stretch.kind !== kind)
    .map((stretch) => stretch.text)
    .join('');
const many = (begin: string) => Array.from({ length: 30_000 }, (_, line) => `${begin} ${line}\n`).join('');

describe('comparison of texts', () => {
  test('OPS-02 stretches give back both texts', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(without(before, after, 'added')).toBe(before);
        expect(without(before, after, 'removed')).toBe(after);
      }),
    );
  });

  test('OPS-02 stretches say nothing of what did not change', () => {
    fc.assert(
      fc.property(text, (same) => {
        expect(compareTexts(same, same)).toEqual(same === '' ? [] : [{ kind: 'same', text: same }]);
      }),
    );
  });

  test('OPS-02 a changed word is marked alone, in its line', () => {
    expect(compareTexts('One.\nTwo devices may play.\nEnd.', 'One.\nThree devices may play.\nEnd.')).toEqual([
      { kind: 'same', text: 'One.\n' },
      { kind: 'removed', text: 'Two' },
      { kind: 'added', text: 'Three' },
      { kind: 'same', text: ' devices may play.\nEnd.' },
    ]);
  });

  test('OPS-02 a word shared by two different sentences is part of the change', () => {
    expect(compareTexts('We began with one rink in a town.', 'They have moved to a rink.')).toEqual([
      { kind: 'removed', text: 'We began with one rink in a town' },
      { kind: 'added', text: 'They have moved to a rink' },
      { kind: 'same', text: '.' },
    ]);
  });

  test('OPS-02 a new paragraph is added, and the one below it stays', () => {
    expect(compareTexts('One.\nEnd.', 'One.\nTwo.\nEnd.')).toEqual([
      { kind: 'same', text: 'One.\n' },
      { kind: 'added', text: 'Two.\n' },
      { kind: 'same', text: 'End.' },
    ]);
  });

  test('OPS-02 texts of 30,000 lines are compared as wholly different', () => {
    expect(compareTexts(many('a'), many('b')).length).toBeLessThan(4);
  });
});
