/** What a key asks for; `section` is the letter after `g`, `list` a key of the list on the screen. */
export type Shortcut =
  | { readonly name: 'search' | 'keys' | 'channel' }
  | { readonly name: 'section'; readonly letter: string }
  | { readonly name: 'list'; readonly key: string };

/** The keys of lists, with what they do. */
export const LIST_KEYS = [
  { key: 'j', text: 'keys.next' },
  { key: 'k', text: 'keys.previous' },
  { key: 'x', text: 'keys.select' },
  { key: 'Enter', text: 'keys.open' },
  { key: 'e', text: 'keys.edit' },
  { key: 'n', text: 'keys.new' },
  { key: 'f', text: 'keys.find' },
] as const;

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The shortcut that a key asks for, after the key before it. In a field, and without single keys, only Ctrl K is one. */
export function shortcutOf(
  pressed: Pressed,
  before: string,
  isTyping: boolean,
  hasSingleKeys: boolean,
): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return { name: 'search' };
  if (isTyping || !hasSingleKeys || ctrlKey || metaKey || altKey) return null;
  if (before === 'g' && key === 'c') return { name: 'channel' };
  if (before === 'g' && /^[a-z]$/.test(key)) return { name: 'section', letter: key };
  if (LIST_KEYS.some((known) => known.key === key)) return { name: 'list', key };
  if (key === '/') return { name: 'search' };
  return key === '?' ? { name: 'keys' } : null;
}

/** Whether keys of this element are letters of a text, or choose in it. */
export function takesText(element: Element | null): boolean {
  const field = element?.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])');
  return field !== null && field !== undefined;
}
