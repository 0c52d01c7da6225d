import type { Caption } from './engine.ts';

const KEY = 'touchline-captions';

/** The language that somebody last read along in; null while they do not. */
export function rememberedCaption(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function rememberCaption(language: string | null): void {
  try {
    if (language === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, language);
  } catch {
    // Then it is chosen again the next time.
  }
}

/** The captions of a language; null where there are none. */
export function captionIn(captions: readonly Caption[], language: string | null): number | null {
  return captions.find((caption) => caption.language === language)?.index ?? null;
}
