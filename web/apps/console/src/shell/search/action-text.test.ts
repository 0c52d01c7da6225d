import { expect, test } from 'vitest';
import { actionText } from './action-text.ts';

const titles = ['Refund order …', 'Take down …', 'Équipe'];

const apart = (text: string) => {
  const { verb, thing } = actionText(text, titles);
  return [verb, thing];
};

test('OPS-01 the beginning of an action is told from what it is done with', () => {
  expect(apart('refund ann')).toEqual(['refund', 'ann']);
  expect(apart('refu ord 48211')).toEqual(['refu ord', '48211']);
  expect(apart('take down Take that')).toEqual(['take down', 'Take that']);
  expect(apart('Ann Miller')).toEqual(['', 'Ann Miller']);
  expect(apart('equipe x')).toEqual(['equipe', 'x']);
  expect(apart('  ')).toEqual(['', '']);
  expect(apart('ref')).toEqual(['ref', '']);
});
