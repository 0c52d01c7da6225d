import { afterEach, expect, test } from 'vitest';
import { captionIn, rememberCaption, rememberedCaption } from './caption-choice.ts';

const CAPTIONS = [
  { index: 0, label: 'Български', language: 'bg' },
  { index: 1, label: 'English', language: 'en' },
];

afterEach(() => localStorage.clear());

test('PLAY-08 BOOT-04 captions are remembered by their language, under the prefix, until they are switched off', () => {
  expect(rememberedCaption()).toBeNull();
  rememberCaption('en');
  expect(Object.keys(localStorage)).toEqual(['rudy_captions']);
  expect(captionIn(CAPTIONS, rememberedCaption())).toBe(1);
  expect(captionIn([], rememberedCaption())).toBeNull();
  rememberCaption(null);
  expect(captionIn(CAPTIONS, rememberedCaption())).toBeNull();
});
