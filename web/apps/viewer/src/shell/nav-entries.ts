import type { MenuEntry, Participant, ParticipantGroup } from '@touchline/api';
import { filterValue } from '../game-filters/filter-value.ts';
import type { CrestTeam } from '../art/crest.tsx';
import { imageOf } from '../art/image-of.ts';

/** An entry of the schools or teams menu: a crest, a name, and home narrowed to it. */
export interface NavEntry {
  readonly id: number;
  readonly name: string;
  readonly value: string;
  readonly crest: CrestTeam;
}

type Known = Pick<Participant | ParticipantGroup, 'id' | 'short_name' | 'color' | 'images'>;

/** Menu entries carry no colours: those come from the schools or teams that they name. */
export function navEntries(entries: readonly MenuEntry[], known: readonly Known[]): readonly NavEntry[] {
  return entries.map((entry) => {
    const match = known.find(({ id }) => id === entry.id);
    return {
      id: entry.id,
      name: entry.name,
      value: filterValue(entry),
      crest: {
        name: entry.name,
        short_name: match?.short_name ?? '',
        color: match?.color ?? '',
        image: imageOf([...entry.images, ...(match?.images ?? [])], 'crest', 'logo'),
      },
    };
  });
}
