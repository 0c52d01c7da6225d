/** What the keyboard can ask of the player. */
export type Command =
  | { readonly do: 'play' | 'mute' | 'fullscreen' | 'theatre' | 'pip' | 'captions' | 'start' | 'end' | 'help' }
  | { readonly do: 'move' | 'volume' | 'speed'; readonly by: number }
  | { readonly do: 'jump'; readonly to: number };

/** A menu has every key for itself. */
export type Focused = 'menu' | 'button' | 'choice' | 'bar' | 'other';

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  /** What has the focus, where that has a use for some keys of its own. */
  readonly on: Focused;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  ' ': { do: 'play' },
  k: { do: 'play' },
  j: { do: 'move', by: -10 },
  l: { do: 'move', by: 10 },
  arrowleft: { do: 'move', by: -5 },
  arrowright: { do: 'move', by: 5 },
  pageup: { do: 'move', by: 60 },
  pagedown: { do: 'move', by: -60 },
  arrowup: { do: 'volume', by: 0.1 },
  arrowdown: { do: 'volume', by: -0.1 },
  m: { do: 'mute' },
  c: { do: 'captions' },
  f: { do: 'fullscreen' },
  t: { do: 'theatre' },
  i: { do: 'pip' },
  home: { do: 'start' },
  end: { do: 'end' },
  '<': { do: 'speed', by: -1 },
  '>': { do: 'speed', by: 1 },
  '?': { do: 'help' },
};

/** Space and Enter press a button; arrows choose among choices. */
const OWN_KEYS = {
  menu: /^/,
  button: /^( |enter)$/,
  choice: /^( |enter|arrow.*)$/,
  bar: /^$/,
  other: /^$/,
} as const;

/** What a key asks for; null where it is none of ours. */
export function commandOf({ key, ctrlKey, metaKey, altKey, on }: Pressed): Command | null {
  if (ctrlKey || metaKey || altKey) return null;
  const name = key.toLowerCase();
  if (OWN_KEYS[on].test(name)) return null;
  if (/^\d$/.test(name)) return { do: 'jump', to: Number(name) / 10 };
  return Object.hasOwn(COMMANDS, name) ? (COMMANDS[name] ?? null) : null;
}
