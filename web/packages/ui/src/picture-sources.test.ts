import { expect, test } from 'vitest';
import { pictureSources } from './picture-sources.ts';
import { smallPicture } from './small-picture.ts';

const START = '/storage/images/demo/0123456789abcdef-fedcba9876543210-30-100-';

test('the address of a library picture tells its sizes and its focal point', () => {
  expect(pictureSources(`${START}700.jpg`)).toEqual({
    src: `${START}700.jpg`,
    srcSet: `${START}320.jpg 320w,${START}640.jpg 640w,${START}700.jpg 700w`,
    style: { objectPosition: '30% 100%' },
  });
  expect(pictureSources(`${START}200.png`).srcSet).toBe(`${START}200.png 200w`);
});

test.each([
  '/storage/images/demo/a.svg',
  'https://pictures.example/a.png',
  `https://pictures.example${START}700.jpg`,
  '/storage/images/demo/team-1-2-3-320.jpg',
])('%s is shown as it is', (address) => {
  expect(pictureSources(address)).toEqual({ src: address });
  expect(smallPicture(address)).toBe(address);
});

test('icons are shown in the smallest size', () => {
  expect(smallPicture(`${START}1920.jpg`)).toBe(`${START}320.jpg`);
  expect(smallPicture(`${START}200.png`)).toBe(`${START}200.png`);
});
