import { expect, it } from 'vitest';
import { inputPurpose } from './input-purpose.ts';

it('UI-19 browsers may fill in what they know', () => {
  expect(inputPurpose({ type: 'email', name: 'reply' })).toBe('email');
  expect(inputPurpose({ type: 'phone', name: 'x' })).toBe('tel');
  expect(inputPurpose({ type: 'text', name: 'first_name' })).toBe('given-name');
  expect(inputPurpose({ type: 'text', name: 'topic' })).toBeUndefined();
});
