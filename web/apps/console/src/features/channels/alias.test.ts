import { expect, test } from 'vitest';
import { aliasOf } from './alias.ts';

test.each([
  ['Lions TV', 'lions-tv'],
  ['  Élan — Sport & Études  ', 'elan-sport-etudes'],
  ['--a--', 'a'],
  ['Левски', ''],
  ['x'.repeat(80), 'x'.repeat(63)],
  [`${'x'.repeat(62)} y`, 'x'.repeat(62)],
])('OPS-02 %s becomes %s', (name, alias) => {
  expect(aliasOf(name)).toBe(alias);
});
