import type { FavoritableType } from '@touchline/api';
import { create } from 'zustand';

/** A thing that can be a favourite. */
export interface Favourable {
  readonly type: FavoritableType;
  readonly id: number;
}

export const favouriteKey = ({ type, id }: Favourable): string => `${type}:${id}`;

export interface Favourites {
  readonly status: 'unknown' | 'ready' | 'failed';
  /** What the server keeps, each with the id that it is kept by. */
  readonly kept: ReadonlyMap<string, number>;
  /** What has been pressed since and the server has not answered. */
  readonly pending: ReadonlyMap<string, boolean>;
  /** Counts the members: an answer for the previous one is dropped. */
  readonly person: number;
}

/** The favourites of the member. Their calls load when they are needed. */
export const useFavourites = create<Favourites>()(() => ({
  status: 'unknown',
  kept: new Map(),
  pending: new Map(),
  person: 0,
}));

/** What the page shows: a pending change counts before the server has agreed. */
export function isFavourite({ kept, pending }: Pick<Favourites, 'kept' | 'pending'>, key: string): boolean {
  return pending.get(key) ?? kept.has(key);
}

export function setPending(key: string, wanted: boolean): void {
  useFavourites.setState(({ pending }) => ({ pending: new Map(pending).set(key, wanted) }));
}

export function forgetFavourites(): void {
  useFavourites.setState(({ person }) => ({
    status: 'unknown',
    kept: new Map(),
    pending: new Map(),
    person: person + 1,
  }));
}
