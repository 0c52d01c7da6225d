import type { Boot, FavoritableType } from '@touchline/api';
import type { Favourites } from '../../favourites/favourites.ts';
import { filterValue } from '../../game-filters/filter-value.ts';
import type { CrestTeam } from '../../art/crest.tsx';
import { crestOf } from '../../art/image-of.ts';

/** A favourite as the list of them shows it; a game's name is not in the channel's data and comes later. */
export interface FavouriteEntry {
  readonly type: FavoritableType;
  readonly id: number;
  /** Null where the channel no longer has it. */
  readonly name: string | null;
  readonly detail: string;
  readonly crest: CrestTeam | null;
  /** What to narrow home to; null where home cannot be narrowed to it. */
  readonly search: { readonly team?: string; readonly school?: string; readonly sport?: string } | null;
}

/** The order in which kinds are listed. */
export const KINDS = ['participant', 'group', 'category', 'event', 'location'] as const;

/** All that is kept or pending, with what the channel knows of it, by name. */
export function favouriteEntries(
  { kept, pending }: Pick<Favourites, 'kept' | 'pending'>,
  boot: Boot,
): readonly FavouriteEntry[] {
  const keys = new Set([...kept.keys(), ...[...pending].filter(([, wanted]) => wanted).map(([key]) => key)]);
  return [...keys]
    .filter((key) => pending.get(key) ?? true)
    .flatMap((key) => {
      const [kind, id] = key.split(':');
      const type = KINDS.find((known) => known === kind);
      return type ? [entryOf(type, Number(id), boot)] : [];
    })
    .toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? ''));
}

function entryOf(type: FavoritableType, id: number, { bootstrap, participants }: Boot): FavouriteEntry {
  const sameId = (other: { readonly id: number }) => other.id === id;
  const plain = { type, id, name: null, detail: '', crest: null, search: null };
  switch (type) {
    case 'participant': {
      const team = participants.find(sameId);
      const sport = bootstrap.event_categories.find((category) => category.id === team?.event_category_id);
      if (!team) return plain;
      const { name } = team;
      return { ...plain, name, detail: sport?.name ?? '', crest: crestOf(team), search: { team: filterValue(team) } };
    }
    case 'group': {
      const school = bootstrap.participant_groups.find(sameId);
      if (!school) return plain;
      const detail = [school.city, school.state].filter(Boolean).join(', ');
      return { ...plain, name: school.name, detail, crest: crestOf(school), search: { school: filterValue(school) } };
    }
    case 'category': {
      const sport = bootstrap.event_categories.find(sameId);
      return sport ? { ...plain, name: sport.name, search: { sport: filterValue(sport) } } : plain;
    }
    case 'location': {
      const place = bootstrap.locations.find(sameId);
      return place
        ? { ...plain, name: place.name, detail: [place.city, place.state].filter(Boolean).join(', ') }
        : plain;
    }
    case 'event':
      return plain;
  }
}
