import type { CategoryItem, GroupItem } from '@touchline/api/console';

const MAX_LENGTH = 12;

/** "LHS" for "Lions High School", "LIO" for "Lions". */
export function shortNameOf(name: string): string {
  const words = name.split(/[\s-]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [first = ''] = words;
  const initials = words.map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '').join('');
  const letters = words.length > 1 ? initials : first.slice(0, 3);
  return letters.toUpperCase().slice(0, MAX_LENGTH);
}

/** The first team of a school in a sport. */
export function teamFields(school: GroupItem, sport: CategoryItem) {
  return {
    name: school.name,
    short_name: school.short_name,
    color: school.color,
    group_id: school.id,
    event_category_id: sport.id,
  };
}
