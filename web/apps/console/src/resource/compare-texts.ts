/** A stretch in both texts, only in the earlier one, or only in the later one. */
export interface Stretch {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Limits time and memory; larger texts count as wholly different. */
const MAX_CELLS = 4_000_000;

const WORDS = /\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu;
const LINES = /[^\n]*\n|[^\n]+$/g;

/** Compares by lines, and changed lines by words. */
export function compareTexts(before: string, after: string): readonly Stretch[] {
  const byLines = compareTokens(before.match(LINES) ?? [], after.match(LINES) ?? []);
  const result: Stretch[] = [];
  for (let at = 0; at < byLines.length; at += 1) {
    const [one, next] = [byLines[at], byLines[at + 1]];
    if (!one) continue;
    if (one.kind === 'removed' && next?.kind === 'added') {
      result.push(...compareTokens(one.text.match(WORDS) ?? [], next.text.match(WORDS) ?? []));
      at += 1;
    } else result.push(one);
  }
  return readable(joined(result));
}

/** The longest common subsequence, with removed text before added text. */
function compareTokens(before: readonly string[], after: readonly string[]): readonly Stretch[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end))
    end += 1;
  const middle = changed(before.slice(start, before.length - end), after.slice(start, after.length - end));
  const all = [
    { kind: 'same', text: before.slice(0, start).join('') } as const,
    ...middle,
    { kind: 'same', text: before.slice(before.length - end).join('') } as const,
  ];
  return joined(all);
}

function changed(before: readonly string[], after: readonly string[]): readonly Stretch[] {
  const [rows, columns] = [before.length + 1, after.length + 1];
  if (rows * columns > MAX_CELLS) {
    return [
      { kind: 'removed', text: before.join('') },
      { kind: 'added', text: after.join('') },
    ];
  }
  // The length of the common subsequence from each pair of places on.
  const common = new Uint32Array(rows * columns);
  const at = (row: number, column: number) => common[row * columns + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      common[row * columns + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const stretches: Stretch[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [old = '', fresh = ''] = [before[row], after[column]];
    if (row < before.length && column < after.length && old === fresh) {
      stretches.push({ kind: 'same', text: old });
      row += 1;
      column += 1;
    } else if (row < before.length && (column >= after.length || at(row + 1, column) >= at(row, column + 1))) {
      stretches.push({ kind: 'removed', text: old });
      row += 1;
    } else {
      stretches.push({ kind: 'added', text: fresh });
      column += 1;
    }
  }
  return stretches;
}

/** Joins neighbours; between two unchanged stretches, removed text comes before added text. */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const result: Stretch[] = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed) result.push({ kind: 'removed', text: removed });
    if (added) result.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  let same = '';
  for (const { kind, text } of stretches) {
    if (text === '') continue;
    if (kind === 'same') {
      flush();
      same += text;
      continue;
    }
    if (same) result.push({ kind: 'same', text: same });
    same = '';
    if (kind === 'removed') removed += text;
    else added += text;
  }
  flush();
  if (same) result.push({ kind: 'same', text: same });
  return result;
}

interface Change {
  /** The unchanged text before it. */
  readonly same: string;
  readonly removed: string;
  readonly added: string;
}

const sizeOf = ({ removed, added }: Change) => Math.max(removed.length, added.length);

/** Absorbs unchanged stretches that are shorter than the changes around them. */
function readable(stretches: readonly Stretch[]): readonly Stretch[] {
  const changes: Change[] = [];
  let same = '';
  const end = (change: Change) => {
    let now = change;
    let before = changes.at(-1);
    while (before && now.same.length <= Math.min(sizeOf(before), sizeOf(now))) {
      changes.pop();
      now = {
        same: before.same,
        removed: before.removed + now.same + now.removed,
        added: before.added + now.same + now.added,
      };
      before = changes.at(-1);
    }
    changes.push(now);
  };
  stretches.forEach(({ kind, text }, at) => {
    if (kind === 'same') same = text;
    const next = stretches[at + 1];
    if (kind === 'removed') end({ same, removed: text, added: next?.kind === 'added' ? next.text : '' });
    if (kind === 'added' && stretches[at - 1]?.kind !== 'removed') end({ same, removed: '', added: text });
    if (kind !== 'same') same = '';
  });
  return joined([
    ...changes.flatMap((change) => [
      { kind: 'same', text: change.same } as const,
      { kind: 'removed', text: change.removed } as const,
      { kind: 'added', text: change.added } as const,
    ]),
    { kind: 'same', text: same },
  ]);
}
