import { expect, test } from 'vitest';
import { aliasFor, commonFields, typedSports } from './sports.ts';

test('OPS-02 a common sport is named in the language of the channel and translated into the others', () => {
  const sport = { alias: 'volleyball', en: 'Volleyball', fr: 'Volley-ball', bg: 'Волейбол' };
  expect(commonFields(sport, 'bg')).toEqual({
    name: 'Волейбол',
    alias: 'volleyball',
    translations: { en: { name: 'Volleyball' }, fr: { name: 'Volley-ball' } },
  });
});

test.each([
  ['Ultimate Frisbee', [], 'ultimate-frisbee'],
  ['Étoile', ['etoile'], 'etoile-2'],
  ['Кърлинг', [], 'sport'],
  ['Кърлинг', ['sport', 'sport-2'], 'sport-3'],
])('OPS-02 %s beside %j has the address %s', (name, taken, alias) => {
  expect(aliasFor(name, taken)).toBe(alias);
});

test('OPS-02 sports that are typed twice or are there already make one', () => {
  const known = { id: 1, version: 1, name: 'Curling', alias: 'curling', image: null, translations: {} };
  expect(typedSports('Polo\n curling\n\npolo ', [known])).toEqual(['polo']);
});
