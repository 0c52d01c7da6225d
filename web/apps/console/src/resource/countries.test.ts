import { describe, expect, test } from 'vitest';
import { countriesIn, countryName, findCountries } from './countries.ts';
import { parseRule, readRule, ruleText, writeRule } from './country-rule.ts';

const namesOf = (text: string) => findCountries(countriesIn('en'), text).map(({ name }) => name);

describe('countries', () => {
  test('OPS-02 countries have a name in each language, in its order', () => {
    const english = countriesIn('en');
    expect(english).toHaveLength(250);
    expect(english.filter(({ code, name }) => code === name)).toEqual([]);
    expect(countryName('bg')('BG')).toBe('България');
    expect(countriesIn('fr')[0]?.name).toBe('Afghanistan');
  });

  test('OPS-02 countries are found without marks and by their code, those that begin with the text first', () => {
    expect(namesOf(' REUN')).toEqual(['Réunion']);
    expect(namesOf('de')[0]).toBe('Denmark');
    expect(namesOf('de')).toContain('Germany');
    expect(namesOf('niger')).toEqual(['Niger', 'Nigeria']);
    expect(namesOf(' ')).toEqual([]);
  });

  test.each([{ mode: 'everywhere' }, { mode: 'only_in', countries: ['BG', 'FR'] }, { mode: 'not_in', countries: [] }])(
    'OPS-02 the rule %j is the same when it is read and written',
    (rule) => expect(writeRule(readRule(rule))).toEqual(rule),
  );

  test('OPS-02 the order of countries is no change, and an unknown rule is none', () => {
    expect(ruleText({ mode: 'only_in', countries: ['FR', 'BG'] })).toBe('only_in BG FR');
    expect(readRule('only_in')).toBeNull();
    expect(parseRule(null)).toEqual({ mode: 'everywhere', countries: [] });
  });
});
