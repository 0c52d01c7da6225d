/** A recorded value as lines that people read: a line for each part of a list, and for each field. */
export function stateLines(value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map((part) => inline(part));
  if (typeof value === 'object') return Object.entries(value).map(([name, part]) => `${name}: ${inline(part)}`);
  return [inline(value)];
}

function inline(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
