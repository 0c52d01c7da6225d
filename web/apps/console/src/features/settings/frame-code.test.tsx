import { expect, test } from 'vitest';
import { frameCode } from './frame-code.ts';

test('ROUTE-21 T10 the code shows one player, and a name cannot end it', () => {
  const holder = document.createElement('template');
  holder.innerHTML = frameCode({
    title: 'A "B" <script>alert(1)</script> & C',
    player_url: 'https://tv.example/watch_embed/12?a=1&b="',
  });
  const [frame, ...more] = holder.content.children;
  expect(more).toEqual([]);
  expect(frame?.tagName).toBe('IFRAME');
  expect(frame?.getAttribute('title')).toBe('A "B" <script>alert(1)</script> & C');
  expect(frame?.getAttribute('src')).toBe('https://tv.example/watch_embed/12?a=1&b="');
  expect(frame?.hasAttribute('allowfullscreen')).toBe(true);
});
