import { describe, expect, it } from 'vitest';
import { completeAddress, isComplete, isPictureAddress, isSafeLink } from './addresses.ts';

describe('addresses', () => {
  it.each(['/tickets', 'https://example.org/a', 'HTTP://example.org', 'mailto:a@example.org', 'tel:+15550100'])(
    'OPS-02 T28 a link takes %s',
    (address) => {
      expect(isSafeLink(address) && isComplete(address)).toBe(true);
    },
  );

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    '//evil.example',
    'data:text/html,x',
    '/\\evil.example',
    'java\nscript:x',
    '\u0001https://example.org',
    'faq',
    '',
  ])('T28 a link refuses %j', (address) => {
    expect(isSafeLink(address)).toBe(false);
  });

  it.each(['https://', 'http://exa mple.org', 'mailto:', 'tel:', '/with space'])(
    'OPS-02 a link refuses %j, which leads nowhere',
    (address) => {
      expect(isComplete(address)).toBe(false);
    },
  );

  it('OPS-02 T28 a picture comes from here or over https', () => {
    expect(['/media/a.png', 'https://example.org/a.png'].every(isPictureAddress)).toBe(true);
    expect(['http://example.org/a.png', 'mailto:a@b.c', 'data:image/png;base64,AA=='].some(isPictureAddress)).toBe(
      false,
    );
  });

  it.each([
    [' example.org/a ', 'https://example.org/a'],
    ['ann@example.org', 'mailto:ann@example.org'],
    ['/tickets', '/tickets'],
    ['https://example.org', 'https://example.org'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['tickets', 'tickets'],
  ])('OPS-02 what is left out of %j is added', (typed, address) => {
    expect(completeAddress(typed)).toBe(address);
  });
});
