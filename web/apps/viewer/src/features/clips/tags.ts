/** As many as a clip has, and as long as one is. */
export const MAX_TAGS = 10;
export const MAX_TAG = 30;

/** The tags with the typed ones, which a comma or a number sign separates. */
export function addTags(tags: readonly string[], typed: string): readonly string[] {
  const names = typed.split(/[,#]/).map((name) => name.trim().replaceAll(/\s+/g, ' ').slice(0, MAX_TAG).trim());
  const all = [...tags];
  for (const name of names) if (name !== '' && all.length < MAX_TAGS && !hasTag(all, name)) all.push(name);
  return all;
}

export function toggleTag(tags: readonly string[], name: string): readonly string[] {
  return hasTag(tags, name) ? tags.filter((tag) => !isSame(tag, name)) : addTags(tags, name);
}

export function hasTag(tags: readonly string[], name: string): boolean {
  return tags.some((tag) => isSame(tag, name));
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
