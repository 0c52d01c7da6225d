import { expect, test } from 'vitest';
import { pictureAtWidth, pictureSources } from './picture-sources.ts';

const START = '/storage/images/demo/0123456789abcdef-fedcba9876543210-30-100-';

test('the address of a library picture tells its sizes and its focal point', () => {
  expect(pictureSources(`${START}700.jpg`)).toEqual({
    src: `${START}700.jpg`,
    srcSet: `${START}320.jpg 320w, ${START}640.jpg 640w, ${START}700.jpg 700w`,
    style: { objectPosition: '30% 100%' },
  });
  expect(pictureSources(`${START}200.png`).srcSet).toBe(`${START}200.png 200w`);
});

test.each([
  '/storage/images/demo/a.svg',
  'https://pictures.example/a.png',
  `https://pictures.example${START}700.jpg`,
  `${START}700.svg`,
])('%s is shown as it is', (address) => {
  expect(pictureSources(address)).toEqual({ src: address });
  expect(pictureAtWidth(address, 100)).toBe(address);
});

test('a small picture is asked for where a small one does', () => {
  expect(pictureAtWidth(`${START}1920.jpg`, 72)).toBe(`${START}320.jpg`);
  expect(pictureAtWidth(`${START}1920.jpg`, 641)).toBe(`${START}1280.jpg`);
  expect(pictureAtWidth(`${START}700.jpg`, 641)).toBe(`${START}700.jpg`);
  expect(pictureAtWidth(`${START}1920.jpg`, 4000)).toBe(`${START}1920.jpg`);
});
