import { createStored } from '@touchline/api';
import type { Caption } from '../core/engine.ts';

const stored = createStored();

/** The language of the captions switched on last; null while they are off. */
export function rememberedCaption(): string | null {
  return stored.get('captions');
}

export function rememberCaption(language: string | null): void {
  if (language === null) stored.remove('captions');
  else stored.set('captions', language);
}

/** The captions of a language; null where there are none. */
export function captionIn(captions: readonly Caption[], language: string | null): number | null {
  return captions.find((caption) => caption.language === language)?.index ?? null;
}
