import type { Category, Location, Participant, ParticipantGroup } from '@touchline/api';
import { filterValue } from '../../game-filters/filter-value.ts';
import { type GamesSearch, only } from '../../game-filters/games-search.ts';

/** What the channel has to choose from. */
export interface Choices {
  readonly sports: readonly Category[];
  readonly schools: readonly ParticipantGroup[];
  readonly teams: readonly Participant[];
  readonly places: readonly Location[];
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface FilterOptions {
  readonly sport: readonly Option[];
  readonly school: readonly Option[];
  readonly team: readonly Option[];
  readonly location: readonly Option[];
  readonly state: readonly Option[];
  readonly city: readonly Option[];
}

interface Named {
  readonly id: number;
  readonly name: string;
  readonly alias: string | null;
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
const goesBy = ({ id, alias, name }: Named, wanted: string): boolean =>
  same(alias ?? '', wanted) || same(name, wanted) || String(id) === wanted;
const find = <T extends Named>(list: readonly T[], wanted: string | undefined): T | undefined =>
  wanted === undefined ? undefined : list.find((one) => goesBy(one, wanted));

/** The options of each filter, narrowed by the other filters: a state's cities, a school's teams and sports. */
export function filterOptions(search: GamesSearch, choices: Choices, locale: string): FilterOptions {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const byLabel = (options: readonly Option[]) => options.toSorted((a, b) => compare(a.label, b.label));
  const words = (list: readonly string[]) =>
    byLabel([...new Set(list.filter(Boolean))].map((word) => ({ value: word, label: word })));
  const named = (list: readonly Named[]) => byLabel(list.map((one) => ({ value: filterValue(one), label: one.name })));
  return {
    sport: keep(named(sportsOf(search, choices)), search.sport, choices.sports),
    school: keep(named(choices.schools), search.school, choices.schools),
    team: keep(byLabel(teamOptions(teamsOf(search, choices), choices.sports)), search.team, choices.teams),
    location: keep(
      byLabel(placesOf(search, choices.places).map(placeOption)),
      search.location,
      choices.places.map(unaliased),
    ),
    state: keep(words(choices.places.map(({ state }) => state)), search.state),
    city: keep(words(citiesOf(search.state, choices.places)), search.city),
  };
}

/** What is chosen stays among the options, as the option's own value where there is one. */
function keep(options: readonly Option[], chosen: string | undefined, named: readonly Named[] = []): readonly Option[] {
  if (chosen === undefined || options.some(({ value }) => value === chosen)) return options;
  const known = find(named, chosen);
  const other = options.find(
    ({ value }) => same(value, known ? filterValue(known) : chosen) || value === String(known?.id),
  );
  if (other) return options.map((option) => (option === other ? { ...option, value: chosen } : option));
  return [{ value: chosen, label: known?.name ?? chosen }, ...options];
}

function sportsOf({ school }: GamesSearch, { sports, schools, teams }: Choices): readonly Category[] {
  const group = find(schools, school);
  const played = new Set(
    teams.filter(({ group_id }) => group && group_id === group.id).map((t) => t.event_category_id),
  );
  const narrowed = sports.filter(({ id }) => played.has(id));
  return narrowed.length > 0 ? narrowed : sports;
}

function teamsOf({ school, sport, gender }: GamesSearch, { schools, sports, teams }: Choices): readonly Participant[] {
  const group = find(schools, school);
  const category = find(sports, sport);
  return teams.filter(
    (team) =>
      (!group || team.group_id === group.id) &&
      (!category || team.event_category_id === category.id) &&
      (!gender || (team.properties.gender ?? 'N') === gender),
  );
}

/** Teams of one name are told apart by their sports. */
function teamOptions(teams: readonly Participant[], sports: readonly Category[]): readonly Option[] {
  const times = new Map<string, number>();
  for (const { name } of teams) times.set(name, (times.get(name) ?? 0) + 1);
  return teams.map((team) => {
    const { name } = team;
    const sport = sports.find(({ id }) => id === team.event_category_id)?.name;
    return { value: filterValue(team), label: sport && times.get(name) !== 1 ? `${name} (${sport})` : name };
  });
}

/** A place goes by its number: two may have one name. */
const placeOption = ({ id, name, city }: Location): Option => ({
  value: String(id),
  label: city ? `${name} (${city})` : name,
});
const unaliased = ({ id, name }: Location): Named => ({ id, name, alias: null });

function placesOf({ state, city }: GamesSearch, places: readonly Location[]): readonly Location[] {
  return places.filter(
    (place) => (state === undefined || same(place.state, state)) && (city === undefined || same(place.city, city)),
  );
}

function citiesOf(state: string | undefined, places: readonly Location[]): readonly string[] {
  return places.filter((place) => state === undefined || same(place.state, state)).map(({ city }) => city);
}

/** Filters to set, or to unset. */
export type GamesChange = { readonly [K in keyof GamesSearch]?: GamesSearch[K] | undefined };

/** Sets and unsets filters; the list begins anew, and what no longer fits the choice goes. */
export function changeFilter(search: GamesSearch, change: GamesChange, choices: Choices): GamesSearch {
  const next = only({ ...search, ...change, page: undefined });
  const cities = citiesOf(next.state, choices.places);
  const teams = teamsOf(next, choices);
  const { city, team, location } = next;
  const places = placesOf(next, choices.places).map(unaliased);
  return only({
    ...next,
    ...('state' in change && city && !cities.some((one) => same(one, city)) && { city: undefined }),
    ...(location && ('state' in change || 'city' in change) && !find(places, location) && { location: undefined }),
    ...(team && !('team' in change) && !find(teams, team) && { team: undefined }),
  });
}
