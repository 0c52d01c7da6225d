import type { Variable } from '@touchline/api/console';

/** Parts of the mail stand on lines of their own. */
const PARTS: ReadonlySet<Variable> = new Set(['link', 'code']);

const BEHIND_PART = /(^|\n)[^\S\n]*\{\{\s*(link|code)\s*\}\}[^\S\n]*$/;
const BEFORE_PART = /^[^\S\n]*\{\{\s*(link|code)\s*\}\}[^\S\n]*(\n|$)/;

/** The text with the variable in place of what is chosen, and where the cursor then is. */
export function withVariable(
  text: string,
  variable: Variable,
  [start, end]: readonly [number, number],
): { readonly text: string; readonly cursor: number } {
  const written = `{{ ${variable} }}`;
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const isPart = PARTS.has(variable);
  const begin = (isPart && before !== '' && !before.endsWith('\n')) || BEHIND_PART.test(before) ? '\n\n' : '';
  const finish = (isPart && after !== '' && !after.startsWith('\n')) || BEFORE_PART.test(after) ? '\n\n' : '';
  const inserted = `${begin}${written}${finish}`;
  return { text: `${before}${inserted}${after}`, cursor: start + inserted.length };
}

/** Inserts a variable where the cursor is; an untouched field takes it at its end. */
export function insertAt(id: string, text: string, variable: Variable, onChange: (text: string) => void): void {
  const input = document.getElementById(id);
  const isInput = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement;
  const isTouched = isInput && input.value !== '';
  const at = isTouched ? ([input.selectionStart ?? text.length, input.selectionEnd ?? text.length] as const) : null;
  const next = withVariable(text, variable, at ?? [text.length, text.length]);
  onChange(next.text);
  requestAnimationFrame(() => {
    if (!isInput) return;
    input.focus();
    input.setSelectionRange(next.cursor, next.cursor);
  });
}
