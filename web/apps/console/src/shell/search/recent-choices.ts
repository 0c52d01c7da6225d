import type { Choice } from './use-search.ts';

interface Place {
  readonly operator: number;
  readonly channel: number;
}

const MAX_RECENT = 5;

const keyOf = ({ operator, channel }: Place) => `touchline-recent:${operator}:${channel}`;

/** What the operator opened by the search on this device, newest first. */
export function recentChoices(place: Place): Choice[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(place)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isChoice) : [];
  } catch {
    // Browsers may deny storage, and another release may have kept something else.
    return [];
  }
}

export function rememberChoice(place: Place, { key, title, detail, lasting = detail, to }: Choice): void {
  const others = recentChoices(place).filter((other) => other.key !== key);
  const choice: Choice = { key, title, detail: lasting, to };
  try {
    localStorage.setItem(keyOf(place), JSON.stringify([choice, ...others].slice(0, MAX_RECENT)));
  } catch {
    // Nothing is remembered then.
  }
}

function isChoice(kept: unknown): kept is Choice {
  if (typeof kept !== 'object' || kept === null) return false;
  const { key, title, detail, to } = { key: null, title: null, detail: null, to: null, ...kept };
  return [key, title, detail].every((text) => typeof text === 'string') && typeof to === 'object' && to !== null;
}
