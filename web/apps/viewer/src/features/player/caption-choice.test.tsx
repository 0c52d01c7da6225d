import { afterEach, expect, test } from 'vitest';
import { captionIn, rememberCaption, rememberedCaption } from './caption-choice.ts';

const CAPTIONS = [
  { index: 0, label: 'Български', language: 'bg' },
  { index: 1, label: 'English', language: 'en' },
];

afterEach(() => localStorage.clear());

test('PLAY-08 captions are remembered by their language until they are switched off', () => {
  expect(rememberedCaption()).toBeNull();
  rememberCaption('en');
  expect(captionIn(CAPTIONS, rememberedCaption())).toBe(1);
  expect(captionIn([], rememberedCaption())).toBeNull();
  rememberCaption(null);
  expect(captionIn(CAPTIONS, rememberedCaption())).toBeNull();
});
