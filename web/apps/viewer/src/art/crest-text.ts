/** The letters on a generated crest: the short name, or the initials of the name, three at most. */
export function crestText(shortName: string, name: string): string {
  const short = shortName.trim();
  if (short) return Array.from(short).slice(0, 3).join('').toUpperCase();
  return name
    .split(/[\s-]+/)
    .filter(Boolean)
    .slice(0, 3)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase();
}
