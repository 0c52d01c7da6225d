const words = (name: string) => name.trim().split(/\s+/u).join(' ');

/** Whether the names look the same: a page shows several spaces, and breaks of lines, as one space. */
export function isSameName(typed: string, name: string): boolean {
  return words(typed) === words(name);
}
