import { createStored } from '@touchline/api';
import type { Caption } from '../core/engine.ts';

const stored = createStored();

/** The language that somebody last read along in; null while they do not. */
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
