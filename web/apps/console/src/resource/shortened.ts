/** Characters of unchanged text shown beside a change. */
const CONTEXT = 120;

/** An unchanged stretch, cut to the text near its changes. */
export function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const [head, tail] = [isFirst ? 0 : CONTEXT, isLast ? 0 : CONTEXT];
  if (isFirst && isLast) return text.length > 4 * CONTEXT ? `${text.slice(0, 4 * CONTEXT)}…` : text;
  if (text.length <= head + tail + 1) return text;
  return `${text.slice(0, head)}…${tail === 0 ? '' : text.slice(-tail)}`;
}
