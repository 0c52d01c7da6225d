/** Names of a school's teams without the words that all of them begin with; a name that would be left empty stays whole. */
export function shortTeamNames(names: readonly string[]): readonly string[] {
  const [first = [], ...others] = names.map((name) => name.split(' '));
  if (others.length === 0) return names;
  const differs = first.findIndex((word, index) => others.some((words) => words[index] !== word));
  const shared = differs === -1 ? first.length : differs;
  const short = names.map((name) => name.split(' ').slice(shared).join(' '));
  return short.some((name) => name === '') ? names : short;
}
