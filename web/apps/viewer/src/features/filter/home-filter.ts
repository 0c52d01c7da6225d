import type { Category, Participant, ParticipantGroup } from '@touchline/api';
import { filterValue } from '../../app/filter-value.ts';
import { searchText } from '../../app/search-text.ts';

/** Men, women, not identified. */
type Gender = 'M' | 'W' | 'N';

/** What home is narrowed to, as it stands in the address. */
export interface HomeSearch {
  readonly school?: string;
  readonly team?: string;
  /** Alias, name, or the number of a category. */
  readonly sport?: string;
  readonly gender?: Gender;
}

export type HomeFilter =
  | { readonly kind: 'school'; readonly school: ParticipantGroup }
  | { readonly kind: 'team'; readonly team: Participant; readonly school: ParticipantGroup | null }
  | { readonly kind: 'sport'; readonly sport: Category; readonly gender: Gender | null }
  | { readonly kind: 'unknown'; readonly wanted: string };

export type KnownFilter = Exclude<HomeFilter, { kind: 'unknown' }>;

interface Named {
  readonly id: number;
  readonly name: string;
  readonly alias: string | null;
}

/** Reads the query of home, under our names or the older `group`, `participant` and `category_id`; anything but a short text is dropped. */
export function homeSearch(query: Readonly<Record<string, unknown>>): HomeSearch {
  const school = searchText(query['school']) ?? searchText(query['group']);
  const team = searchText(query['team']) ?? searchText(query['participant']);
  const sport = searchText(query['sport']) ?? searchText(query['category_id']);
  const gender = GENDERS.find((one) => one === query['gender']);
  return { ...(school && { school }), ...(team && { team }), ...(sport && { sport }), ...(gender && { gender }) };
}

const GENDERS = ['M', 'W', 'N'] as const;

function findNamed<T extends Named>(list: readonly T[], wanted: string): T | undefined {
  const lower = wanted.toLowerCase();
  return (
    list.find(({ alias }) => alias?.toLowerCase() === lower) ?? list.find(({ name }) => name.toLowerCase() === lower)
  );
}

interface Known {
  readonly schools: readonly ParticipantGroup[];
  readonly teams: readonly Participant[];
  readonly sports: readonly Category[];
}

/** Who or what the address means; the narrowest wins: a team, then a school, then a sport. */
export function resolveFilter(search: HomeSearch, { schools, teams, sports }: Known): HomeFilter | null {
  if (search.team) {
    const team = findNamed(teams, search.team);
    if (!team) return { kind: 'unknown', wanted: search.team };
    return { kind: 'team', team, school: schools.find(({ id }) => id === team.group_id) ?? null };
  }
  if (search.school) {
    const school = findNamed(schools, search.school);
    return school ? { kind: 'school', school } : { kind: 'unknown', wanted: search.school };
  }
  if (search.sport) {
    const { sport: wanted } = search;
    const sport = findNamed(sports, wanted) ?? sports.find(({ id }) => String(id) === wanted);
    return sport ? { kind: 'sport', sport, gender: search.gender ?? null } : { kind: 'unknown', wanted };
  }
  return null;
}

/** The filter as it stands in our own links and in calls: one name, and the alias where there is one. */
export function filterSearch(filter: KnownFilter | null): HomeSearch {
  switch (filter?.kind) {
    case 'team':
      return { team: filterValue(filter.team) };
    case 'school':
      return { school: filterValue(filter.school) };
    case 'sport':
      return { sport: filterValue(filter.sport), ...(filter.gender && { gender: filter.gender }) };
    case undefined:
      return {};
  }
}

export function filterName(filter: KnownFilter): string {
  return filter.kind === 'team' ? filter.team.name : filter.kind === 'school' ? filter.school.name : filter.sport.name;
}
