import { expect, test } from 'vitest';
import { pictureItem } from '../testing/picture.ts';
import { pictureOf } from './picture-of.ts';
import { nameOfFile } from './readable-file.ts';

test('a picture is known by its address, also by that of an earlier crop', () => {
  const pictures = [pictureItem(1, 'One'), pictureItem(2, 'Two')];
  const earlier = pictures[1]?.address.replace('fedcba9876543210-50-50', '0000000000000000-10-90') ?? '';
  expect(pictureOf(pictures, pictures[0]?.address ?? '')?.name).toBe('One');
  expect(pictureOf(pictures, earlier)?.name).toBe('Two');
  expect(pictureOf(pictures, '/storage/images/demo/logo.png')).toBeUndefined();
  expect(pictureOf(pictures, '')).toBeUndefined();
});

test.each([
  ['state_final--2026.JPG', 'state final 2026'],
  ['.png', ''],
  ['Été à la plage.webp', 'Été à la plage'],
  [`${'a'.repeat(200)}.png`, 'a'.repeat(120)],
])('the file %s is called so', (file, name) => {
  expect(nameOfFile(file)).toBe(name);
});
