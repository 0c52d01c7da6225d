/** A node's or a mark's attribute; nothing where it has none. */
export function textAttribute(attributes: Readonly<Record<string, unknown>>, name: string): string {
  const value = attributes[name];
  return typeof value === 'string' ? value : '';
}
