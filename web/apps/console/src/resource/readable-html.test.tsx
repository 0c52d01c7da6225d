import { expect, test } from 'vitest';
import { readableHtml } from './readable-html.ts';

test('OPS-02 an HTML text is read as lines, with its links and pictures', () => {
  const html =
    '<h2>Who  we are</h2>\n<p>Ten <b>schools</b>.<br>See <a href="/about">us</a></p><ul><li>One</li><li>Two</li></ul><img src="/a.png" alt="A rink">';
  expect(readableHtml(html)).toBe('Who we are\nTen schools.\nSee us (/about)\n• One\n• Two\n[A rink /a.png]');
  expect(readableHtml('')).toBe('');
  expect(readableHtml('<script>alert(1)</script>')).not.toContain('<');
});
