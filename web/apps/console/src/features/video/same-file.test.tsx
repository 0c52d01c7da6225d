import { afterEach, expect, test } from 'vitest';
import { forgetFile, isSameFile, rememberFile } from './same-file.ts';

const UPLOAD = { id: 7, name: 'final.mp4', bytes: 100 };
const FILE = { name: 'final.mp4', size: 100, lastModified: 1_000 };

afterEach(() => localStorage.clear());

test('PLAY-06 an upload goes on with the file that it was begun with', () => {
  expect(isSameFile(UPLOAD, FILE)).toBe(true);
  rememberFile(7, FILE);
  expect(isSameFile(UPLOAD, FILE)).toBe(true);
  expect(isSameFile(UPLOAD, { ...FILE, lastModified: 2_000 })).toBe(false);
  forgetFile(7);
  expect(isSameFile(UPLOAD, { ...FILE, lastModified: 2_000 }), 'another machine knows no dates').toBe(true);
});

test.each([{ name: 'other.mp4' }, { size: 99 }])('PLAY-06 another file is another upload: %o', (difference) => {
  expect(isSameFile(UPLOAD, { ...FILE, ...difference })).toBe(false);
});
