import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorOf, findAnswers } from './find-answers.ts';

const entries = [
  { question: 'How do I watch?', answer: '<p>Press <strong>play</strong>.</p>' },
  { question: 'Où regarder les épreuves ?', answer: '<p>Ici.</p>' },
];

describe('findAnswers', () => {
  it('ROUTE-11 finds words of questions and answers, whatever their case and accents', () => {
    expect(findAnswers(entries, 'PLAY watch')).toEqual([entries[0]]);
    expect(findAnswers(entries, 'epreuves')).toEqual([entries[1]]);
    expect(findAnswers(entries, 'play ici')).toEqual([]);
  });

  it('does not find the markup', () => {
    expect(findAnswers(entries, 'strong')).toEqual([]);
  });

  it('an empty search finds everything, and any text can be searched for', () => {
    expect(findAnswers(entries, '  ')).toEqual(entries);
    fc.assert(fc.property(fc.string(), (text) => findAnswers(entries, text).every((one) => entries.includes(one))));
  });
});

it('ROUTE-11 an entry has an address of its own', () => {
  expect(anchorOf(3)).toBe('q-3');
});
