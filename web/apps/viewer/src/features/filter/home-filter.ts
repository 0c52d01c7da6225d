import type { Participant, ParticipantGroup } from '@touchline/api';

/** What home is narrowed to, as it stands in the address. */
export interface HomeSearch {
  readonly school?: string;
  readonly team?: string;
}

export type HomeFilter =
  | { readonly kind: 'school'; readonly school: ParticipantGroup }
  | { readonly kind: 'team'; readonly team: Participant; readonly school: ParticipantGroup | null }
  | { readonly kind: 'unknown'; readonly wanted: string };

interface Named {
  readonly name: string;
  readonly alias: string | null;
}

/** Reads the query of home; anything but a short text is dropped. */
export function homeSearch(query: Readonly<Record<string, unknown>>): HomeSearch {
  const school = text(query['school']);
  const team = text(query['team']);
  return { ...(school && { school }), ...(team && { team }) };
}

function text(value: unknown): string | undefined {
  // The router reads "2026" in an address as a number, and a school may be called that.
  const found = typeof value === 'number' ? String(value) : value;
  return typeof found === 'string' && found.trim() !== '' ? found.trim().slice(0, 200) : undefined;
}

/** The word for an address: the alias, or else the name. */
export function filterValue({ alias, name }: Named): string {
  return alias || name;
}

function findNamed<T extends Named>(list: readonly T[], wanted: string): T | undefined {
  const lower = wanted.toLowerCase();
  return (
    list.find(({ alias }) => alias?.toLowerCase() === lower) ?? list.find(({ name }) => name.toLowerCase() === lower)
  );
}

/** Who the address means; a team is narrower than a school, so it wins. */
export function resolveFilter(
  { school, team }: HomeSearch,
  schools: readonly ParticipantGroup[],
  teams: readonly Participant[],
): HomeFilter | null {
  if (team) {
    const found = findNamed(teams, team);
    if (!found) return { kind: 'unknown', wanted: team };
    return { kind: 'team', team: found, school: schools.find(({ id }) => id === found.group_id) ?? null };
  }
  if (school) {
    const found = findNamed(schools, school);
    return found ? { kind: 'school', school: found } : { kind: 'unknown', wanted: school };
  }
  return null;
}
