import { currentTranslator } from '@touchline/i18n';
import { describe, expect, it } from 'vitest';
import { makeEvent, makeHome, makeParticipant, makeSchool } from '../../testing/fixtures.ts';
import { narrowingsOf } from './narrowings.ts';
import { recordOf } from './record.ts';
import { shortTeamNames } from './short-team-names.ts';

const { t } = currentTranslator();
const school = makeSchool(1, 'Granite Bay');
const hockey = { id: 3, name: 'Ice Hockey', alias: 'ice-hockey', image: null };
const men = makeParticipant(1, 'Granite Bay Bears Men’s Ice Hockey', {
  alias: 'men',
  event_category_id: 3,
  properties: { gender: 'M', sport: null },
});
const women = makeParticipant(2, 'Granite Bay Bears Women’s Ice Hockey', {
  alias: 'women',
  event_category_id: 3,
  properties: { gender: 'W', sport: null },
});

describe('narrowingsOf', () => {
  it('ROUTE-01 a school narrows to its teams, called by what tells them apart', () => {
    const { list = [] } = narrowingsOf({ kind: 'school', school }, [men, women], t) ?? {};
    expect(list.map(({ label }) => label)).toEqual(['All teams', 'Men’s Ice Hockey', 'Women’s Ice Hockey']);
    expect(list.map(({ search }) => search)).toEqual([{ school: 'granite-bay' }, { team: 'men' }, { team: 'women' }]);
    expect(list.map(({ active }) => active)).toEqual([true, false, false]);
  });

  it('ROUTE-01 a team shows its team mates, itself marked', () => {
    const { list = [] } = narrowingsOf({ kind: 'team', team: women, school }, [men, women], t) ?? {};
    expect(list.find(({ active }) => active)?.label).toBe('Women’s Ice Hockey');
  });

  it('UI-12 a sport narrows to the genders that play it', () => {
    const { list = [] } = narrowingsOf({ kind: 'sport', sport: hockey, gender: 'W' }, [men, women], t) ?? {};
    expect(list.map(({ label, active }) => [label, active])).toEqual([
      ['All', false],
      ['Men', false],
      ['Women', true],
    ]);
    expect(list[1]?.search).toEqual({ sport: 'ice-hockey', gender: 'M' });
  });

  it('offers nothing where there is no choice', () => {
    expect(narrowingsOf({ kind: 'school', school }, [men], t)).toBeNull();
    expect(narrowingsOf({ kind: 'sport', sport: hockey, gender: null }, [women], t)).toBeNull();
    expect(narrowingsOf({ kind: 'team', team: men, school: null }, [men, women], t)).toBeNull();
  });
});

describe('shortTeamNames', () => {
  it('cuts the words that all names begin with', () => {
    expect(shortTeamNames(['Lake Foxes Men', 'Lake Foxes Women'])).toEqual(['Men', 'Women']);
  });

  it('keeps names whole that would be left empty, and a name alone', () => {
    expect(shortTeamNames(['Lake Foxes', 'Lake Foxes Women'])).toEqual(['Lake Foxes', 'Lake Foxes Women']);
    expect(shortTeamNames(['Lake Foxes'])).toEqual(['Lake Foxes']);
    expect(shortTeamNames([])).toEqual([]);
  });
});

it('the record counts each kind, leaves out none, and does not claim more than it knows', () => {
  const many = Array.from({ length: 24 }, (_, id) => makeEvent({ id }));
  expect(recordOf(makeHome({ live: [makeEvent()], finished: many }), t)).toBe('Live 1 · Full games 24+');
  expect(recordOf(makeHome(), t)).toBe('');
});
