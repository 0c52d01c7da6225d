import { describe, expect, it } from 'vitest';
import { chosenLocale } from '../localisation/chosen-locale.ts';
import { findPage } from '../navigation/find-page.ts';
import { linkTarget } from '../navigation/link-target.ts';
import { pageTitle } from '../navigation/page-title.ts';

describe('linkTarget', () => {
  const pages = ['/about', '/sponsors/partners'];

  it.each(['/', '/faq', '/watch/12', '/about', '/about/', '/sponsors/partners?x=1#y', '/?school=granite-bay'])(
    'follows %s inside the site',
    (url) => {
      expect(linkTarget(url, pages)).toEqual({ href: url, external: false });
    },
  );

  it('leads out to other sites', () => {
    expect(linkTarget('https://league.test/a', pages)).toEqual({ href: 'https://league.test/a', external: true });
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.test',
    '/\\evil.test',
    'about',
    '',
    'https://',
    'mailto:a@b.c',
  ])('refuses %s', (url) => {
    expect(linkTarget(url, pages)).toBeNull();
  });

  it('leaves out paths that no screen answers', () => {
    expect(linkTarget('/nowhere', pages)).toBeNull();
    expect(linkTarget('/watch/abc', pages)).toBeNull();
  });
});

describe('findPage', () => {
  const about = { id: 1, url: '/about', alt_name: 'about', name: 'About us' };
  const deep = { id: 2, url: 'sponsors/partners/', alt_name: 'partners', name: 'Partners' };

  it('ROUTE-27 finds the page of a path, whatever slashes it is written with', () => {
    expect(findPage([about, deep], '/about')).toBe(about);
    expect(findPage([about, deep], '/about/')).toBe(about);
    expect(findPage([about, deep], '/sponsors/partners')).toBe(deep);
  });

  it('ROUTE-26 knows no page at other paths', () => {
    expect(findPage([about], '/abou')).toBeUndefined();
    expect(findPage([{ ...about, url: '/' }], '/')).toBeUndefined();
  });
});

it('NAV-06 a title names what is shown first, then the screen, then the channel', () => {
  expect(pageTitle('Northline', 'Home')).toBe('Home – Northline');
  expect(pageTitle('Northline', 'Watch', 'Granite Bay @ Ironwood')).toBe('Granite Bay @ Ironwood – Watch – Northline');
  expect(pageTitle('Northline', '', 'About us')).toBe('About us – Northline');
});

describe('chosenLocale', () => {
  it('UI-13 the channel decides the language', () => {
    expect(chosenLocale({ language: 'fr', multi_language: false }, 'bg')).toBe('fr');
  });

  it('UI-13 the visitor decides where the channel offers a choice', () => {
    expect(chosenLocale({ language: 'fr', multi_language: true }, 'bg')).toBe('bg');
    expect(chosenLocale({ language: 'fr', multi_language: true }, 'xx')).toBe('fr');
    expect(chosenLocale({ language: 'fr', multi_language: true }, null)).toBe('fr');
  });
});
