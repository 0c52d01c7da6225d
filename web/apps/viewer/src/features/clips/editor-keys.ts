/** What the keyboard can ask of the editor. */
export type EditorCommand =
  | { readonly do: 'start' | 'end' | 'play' | 'help' }
  | { readonly do: 'step'; readonly unit: 'frame' | 'second'; readonly by: -1 | 1 };

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** What has the focus, where that has a use for keys of its own. */
  readonly on: 'text' | 'button' | 'other';
}

/** What a key asks for; null where it is none of ours. Escape is the way out, wherever one is. */
export function editorCommand({ key, shiftKey, ctrlKey, metaKey, altKey, on }: Pressed): EditorCommand | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (on === 'text' || (on === 'button' && (key === ' ' || key === 'Enter'))) return null;
  switch (key.toLowerCase()) {
    case 'i':
      return { do: 'start' };
    case 'o':
      return { do: 'end' };
    case ' ':
    case 'k':
      return { do: 'play' };
    case 'arrowleft':
      return { do: 'step', unit: shiftKey ? 'second' : 'frame', by: -1 };
    case 'arrowright':
      return { do: 'step', unit: shiftKey ? 'second' : 'frame', by: 1 };
    case '?':
      return { do: 'help' };
    default:
      return null;
  }
}
