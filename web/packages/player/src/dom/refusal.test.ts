import { expect, it } from 'vitest';
import { codeIn } from './refusal.ts';

it('PLAY-07 a refusal is read by its code; one that says nothing is about a token', () => {
  expect(codeIn('{"code":"too_many_streams","message":"…"}')).toBe('too_many_streams');
  expect(codeIn('{"code":5}')).toBe('playback_ended');
  expect(codeIn('<html>')).toBe('playback_ended');
  expect(codeIn('')).toBe('playback_ended');
});
