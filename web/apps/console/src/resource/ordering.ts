/** The list with one item moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  const [item] = list.slice(from, from + 1);
  return item === undefined ? rest : rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, item);
}
