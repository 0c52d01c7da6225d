import type { Category, Location, Participant, ParticipantGroup } from '@touchline/api';
import { filterValue } from './filter-value.ts';
import { only, filterFieldsOf } from './games-search.ts';

/** Men, women, not identified. */
type Gender = 'M' | 'W' | 'N';

/** What home is narrowed to, as it stands in the address. */
export interface HomeSearch {
  readonly school?: string;
  readonly team?: string;
  /** Alias, name, or the number of a category. */
  readonly sport?: string;
  readonly gender?: Gender;
  /** Number or name of a place. */
  readonly location?: string;
  /** What schools have for a property. */
  readonly division?: string;
}

export type HomeFilter =
  | { readonly kind: 'school'; readonly school: ParticipantGroup }
  | { readonly kind: 'team'; readonly team: Participant; readonly school: ParticipantGroup | null }
  | { readonly kind: 'sport'; readonly sport: Category; readonly gender: Gender | null }
  | { readonly kind: 'place'; readonly place: Location }
  | { readonly kind: 'division'; readonly division: string }
  | { readonly kind: 'unknown'; readonly wanted: string };

export type KnownFilter = Exclude<HomeFilter, { kind: 'unknown' }>;

interface Named {
  readonly id: number;
  readonly name: string;
  readonly alias?: string | null;
}

/** Reads the query of home; anything but a short text is dropped. */
export function homeSearch(query: Readonly<Record<string, unknown>>): HomeSearch {
  return only(filterFieldsOf(query));
}

function findNamed<T extends Named>(list: readonly T[], wanted: string): T | undefined {
  const lower = wanted.toLowerCase();
  return (
    list.find(({ alias }) => alias?.toLowerCase() === lower) ??
    list.find(({ name }) => name.toLowerCase() === lower) ??
    list.find(({ id }) => String(id) === wanted)
  );
}

interface Known {
  readonly schools: readonly ParticipantGroup[];
  readonly teams: readonly Participant[];
  readonly sports: readonly Category[];
  readonly places: readonly Location[];
}

/** The filter that the address names; the narrowest wins: a team, then a school, a sport, a place, a division. */
export function resolveFilter(search: HomeSearch, { schools, teams, sports, places }: Known): HomeFilter | null {
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
    const sport = findNamed(sports, wanted);
    return sport ? { kind: 'sport', sport, gender: search.gender ?? null } : { kind: 'unknown', wanted };
  }
  if (search.location) {
    const { location: wanted } = search;
    const place = findNamed(places, wanted);
    return place ? { kind: 'place', place } : { kind: 'unknown', wanted };
  }
  if (search.division) return { kind: 'division', division: search.division };
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
    case 'place':
      return { location: String(filter.place.id) };
    case 'division':
      return { division: filter.division };
    case undefined:
      return {};
  }
}

export function filterName(filter: KnownFilter): string {
  if (filter.kind === 'division') return filter.division;
  const { name } =
    filter.kind === 'team'
      ? filter.team
      : filter.kind === 'school'
        ? filter.school
        : filter.kind === 'sport'
          ? filter.sport
          : filter.place;
  return name;
}
