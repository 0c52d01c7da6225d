import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followsInPlace } from '../navigation/follow-link.ts';
import { scrollToHash } from './hash-scroll.ts';
import { dismissSplash } from './splash.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function add(tag: string, attributes: Readonly<Record<string, string>> = {}): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  return element;
}

it('BOOT-11 the splash fades at once and is removed 500 ms later', () => {
  const splash = add('div');
  dismissSplash(splash);
  expect(splash.hasAttribute('data-done')).toBe(true);
  vi.advanceTimersByTime(499);
  expect(splash.isConnected).toBe(true);
  vi.advanceTimersByTime(1);
  expect(splash.isConnected).toBe(false);
});

it('NAV-07 a hash link scrolls smoothly after 1 second', () => {
  const target = add('h2', { id: 'part two' });
  const scroll = vi.spyOn(target, 'scrollIntoView').mockImplementation(() => {});
  scrollToHash('#part%20two');
  vi.advanceTimersByTime(999);
  expect(scroll).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(scroll).toHaveBeenCalledWith({ behavior: 'smooth' });
});

describe('followsInPlace', () => {
  const origin = 'http://channel.test';
  const click = (href: string, change: MouseEventInit = {}, attributes = {}) => {
    const link = add('a', { href, ...attributes });
    let followed: string | null = null;
    link.addEventListener('click', (event) => {
      followed = followsInPlace(event, origin);
      event.preventDefault();
    });
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...change }));
    return followed;
  };

  it('takes plain clicks on links of this site', () => {
    expect(click(`${origin}/faq?a=1#b`)).toBe('/faq?a=1#b');
  });

  it('leaves the rest to the browser', () => {
    expect(click('https://other.test/faq')).toBeNull();
    expect(click(`${origin}/faq`, { ctrlKey: true })).toBeNull();
    expect(click(`${origin}/faq`, { button: 1 })).toBeNull();
    expect(click(`${origin}/faq`, {}, { target: '_blank' })).toBeNull();
    expect(click(`${origin}/file`, {}, { download: '' })).toBeNull();
  });
});
