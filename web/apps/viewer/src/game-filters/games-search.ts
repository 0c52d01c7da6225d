import { searchText } from '../navigation/search-text.ts';
import { clampDay, type Day, isDay } from '../time/days.ts';
import { EARLIEST_DAY, LATEST_DAY, MAX_PAGES } from './limits.ts';

export const GENDERS = ['M', 'W', 'N'] as const;
export const ACCESS_TYPES = ['free', 'register', 'paid', 'ppv'] as const;
/** First is what members get unasked. */
export const FAVORITES = ['first', 'mixed', 'only'] as const;

/** What a list of games shows, as it stands in the address. */
export interface GamesSearch {
  readonly search?: string;
  /** Alias or name, like school and team. */
  readonly sport?: string;
  readonly school?: string;
  readonly team?: string;
  /** Number or name of a place. */
  readonly location?: string;
  /** What schools have for a property. */
  readonly division?: string;
  /** The number of one game. */
  readonly event?: string;
  readonly gender?: (typeof GENDERS)[number];
  /** Of the place, not of the game. */
  readonly state?: string;
  readonly city?: string;
  readonly access?: (typeof ACCESS_TYPES)[number];
  readonly favorites?: (typeof FAVORITES)[number];
  readonly from?: Day;
  readonly to?: Day;
  /** The day that the schedule begins with. */
  readonly day?: Day;
  /** Unix seconds; the schedule begins a day later. */
  readonly start?: number;
  readonly page?: number;
}

/** Reads the query of a list; what makes no sense is dropped, so that an old or mistyped link still shows games. */
export function gamesSearch(query: Readonly<Record<string, unknown>>): GamesSearch {
  const [from, to] = inOrder(day(query['from']), day(query['to']));
  const start = whole(query['start']);
  const page = whole(query['page']);
  return only({
    search: searchText(query['search']),
    ...filterFieldsOf(query),
    event: whole(query['event_id'] ?? query['event'])?.toString(),
    state: searchText(query['state']),
    city: searchText(query['city']),
    access: oneOf(ACCESS_TYPES, query['access']),
    favorites: oneOf(FAVORITES, query['favorites']),
    from,
    to,
    day: day(query['day']),
    start: start !== undefined && isMoment(start) ? start : undefined,
    page: page !== undefined && page > 1 ? Math.min(page, MAX_PAGES) : undefined,
  });
}

/** Filters by owner and place, under our names or those of the specification. */
export function filterFieldsOf(query: Readonly<Record<string, unknown>>) {
  const first = (...names: readonly string[]) => names.map((name) => searchText(query[name])).find(Boolean);
  return {
    sport: first('sport', 'category_id', 'event_category_id'),
    school: first('school', 'group'),
    team: first('team', 'participant', 'participant_id'),
    location: first('location'),
    division: first('division'),
    gender: genderOf(query['gender']),
  };
}

/** By its letter or its word. */
function genderOf(value: unknown): (typeof GENDERS)[number] | undefined {
  return oneOf(GENDERS, value === 'men' ? 'M' : value === 'women' ? 'W' : value);
}

type Loose<T> = { readonly [K in keyof T]: T[K] | undefined };

/** Leaves out what is not set, so that addresses stay short. */
export function only(search: Loose<GamesSearch>): GamesSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
}

function oneOf<T extends string>(words: readonly T[], value: unknown): T | undefined {
  return words.find((word) => typeof value === 'string' && word.toLowerCase() === value.toLowerCase());
}

function day(value: unknown): Day | undefined {
  return typeof value === 'string' && isDay(value) ? clampDay(value, EARLIEST_DAY, LATEST_DAY) : undefined;
}

function whole(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

const isMoment = (seconds: number): boolean => seconds >= 0 && seconds * 1000 < Date.parse(LATEST_DAY);

function inOrder(from: Day | undefined, to: Day | undefined): readonly [Day | undefined, Day | undefined] {
  return from && to && from > to ? [to, from] : [from, to];
}
