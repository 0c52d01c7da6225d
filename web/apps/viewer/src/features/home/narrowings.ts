import type { Participant } from '@touchline/api';
import type { Translate } from '@touchline/i18n';
import { filterValue } from '../../game-filters/filter-value.ts';
import type { HomeSearch, KnownFilter } from '../../game-filters/home-filter.ts';
import { shortTeamNames } from './short-team-names.ts';

/** A way to narrow home further, or back. */
interface Narrowing {
  readonly key: string;
  readonly label: string;
  readonly search: HomeSearch;
  readonly active: boolean;
}

export interface Narrowings {
  readonly label: string;
  readonly list: readonly Narrowing[];
}

/** What the view can be narrowed to: a school to one of its teams, a sport to men's or women's games. Nothing where there is no choice. */
export function narrowingsOf(filter: KnownFilter, teams: readonly Participant[], t: Translate): Narrowings | null {
  if (filter.kind === 'sport') return genders(filter, teams, t);
  if (filter.kind !== 'team' && filter.kind !== 'school') return null;
  const { school } = filter;
  const mates = teams.filter(({ group_id }) => school !== null && group_id === school.id);
  if (!school || mates.length < 2) return null;
  const names = shortTeamNames(mates.map(({ name }) => name));
  return {
    label: t('filter.teams', { school: school.name }),
    list: [
      {
        key: 'all',
        label: t('filter.allTeams'),
        search: { school: filterValue(school) },
        active: filter.kind === 'school',
      },
      ...mates.map((team, index) => ({
        key: String(team.id),
        label: names[index] ?? team.name,
        search: { team: filterValue(team) },
        active: filter.kind === 'team' && filter.team.id === team.id,
      })),
    ],
  };
}

const GENDERS = [
  ['M', 'filter.men'],
  ['W', 'filter.women'],
  ['N', 'filter.unidentified'],
] as const;

function genders(
  { sport, gender }: Extract<KnownFilter, { kind: 'sport' }>,
  teams: readonly Participant[],
  t: Translate,
): Narrowings | null {
  const played = new Set(
    teams.filter((team) => team.event_category_id === sport.id).map(({ properties }) => properties.gender ?? 'N'),
  );
  if (played.size < 2) return null;
  const search = { sport: filterValue(sport) };
  return {
    label: t('filter.genders'),
    list: [
      { key: 'all', label: t('filter.everyone'), search, active: gender === null },
      ...GENDERS.filter(([one]) => played.has(one)).map(([one, label]) => ({
        key: one,
        label: t(label),
        search: { ...search, gender: one },
        active: gender === one,
      })),
    ],
  };
}
