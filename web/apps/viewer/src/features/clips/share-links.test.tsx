import { describe, expect, it } from 'vitest';
import { embedCode, mailLink, networkLinks } from './share-links.ts';

const SHARED = { url: 'https://demo.test/share/7/a-b', text: 'Dunk & run: 100%' };

describe('sharing a clip', () => {
  it('CLIP-06 the usual networks get link and name whole', () => {
    const links = networkLinks(SHARED);
    expect(links.map(({ name }) => name)).toEqual(['X', 'Facebook', 'WhatsApp', 'Telegram', 'Reddit']);
    for (const { href } of links) {
      expect(new URL(href).protocol).toBe('https:');
      expect(href).toContain(encodeURIComponent(SHARED.url));
    }
    expect(new URL(links[0]?.href ?? '').searchParams.get('text')).toBe(SHARED.text);
    expect(new URL(links[2]?.href ?? '').searchParams.get('text')).toBe(`${SHARED.text} ${SHARED.url}`);
  });

  it('CLIP-06 a mail has the name as its subject', () => {
    const { searchParams } = new URL(mailLink(SHARED));
    expect([searchParams.get('subject'), searchParams.get('body')]).toEqual([SHARED.text, SHARED.url]);
  });

  it('CLIP-06 the embed code allows full screen once, by the attribute that every browser knows', () => {
    const code = embedCode('https://demo.test', { id: 7, uuid: 'a-b', name: 'Dunk' });
    expect(code.match(/fullscreen/g)).toHaveLength(1);
    const frame = new DOMParser().parseFromString(code, 'text/html').querySelector('iframe');
    expect(frame?.hasAttribute('allowfullscreen')).toBe(true);
    expect(frame?.getAttribute('allow')).toBe('autoplay; picture-in-picture');
  });

  it('T28 a name cannot break out of the embed code', () => {
    const code = embedCode('https://demo.test', { id: 7, uuid: 'a-b', name: '"><script>alert(1)</script>' });
    const frame = new DOMParser().parseFromString(code, 'text/html').body.children;
    expect(frame).toHaveLength(1);
    expect(frame[0]?.getAttribute('src')).toBe('https://demo.test/embed/clip/7/a-b');
    expect(frame[0]?.getAttribute('title')).toBe('"><script>alert(1)</script>');
  });
});
