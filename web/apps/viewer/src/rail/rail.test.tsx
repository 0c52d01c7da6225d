import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useMotionSwitch } from '../motion/motion-switch.ts';
import { Rail } from './rail.tsx';

const CARD = 300;

/** A document without layout: three cards of 300 px in a rail of 500. */
function layOut(list: HTMLElement): void {
  Object.defineProperties(list, { clientWidth: { value: 500 }, scrollWidth: { value: 900 } });
  [...list.children].forEach((card, index) => Object.defineProperty(card, 'offsetLeft', { value: index * CARD }));
}

function show(): HTMLElement {
  render(
    <Rail title="Live now">
      <li>
        <a href="/watch/1">one</a>
      </li>
      <li>two</li>
      <li>three</li>
    </Rail>,
  );
  const list = screen.getByRole('list');
  layOut(list);
  act(() => {
    list.dispatchEvent(new Event('scroll'));
  });
  return list;
}

const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

describe('Rail', () => {
  const scrollTo = vi.fn<() => void>();
  let hidden = false;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(HTMLElement.prototype, 'scrollTo').mockImplementation(scrollTo);
    vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
    hidden = false;
    scrollTo.mockClear();
    useMotionSwitch.setState({ stopped: false });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('UI-06 moves on by itself every 5000 ms', () => {
    show();
    pass(4999);
    expect(scrollTo).not.toHaveBeenCalled();
    pass(1);
    expect(scrollTo).toHaveBeenLastCalledWith({ left: CARD, behavior: 'smooth' });
  });

  it('UI-06 stands still while a pointer is over it or focus is in it', () => {
    show();
    const section = screen.getByRole('region', { name: 'Live now' });
    fireEvent.mouseEnter(section);
    pass(20_000);
    fireEvent.mouseLeave(section);
    act(() => screen.getByText('one').focus());
    pass(20_000);
    expect(scrollTo).not.toHaveBeenCalled();
    act(() => screen.getByText('one').blur());
    pass(5000);
    expect(scrollTo).toHaveBeenCalledOnce();
  });

  it('UI-06 stands still for reduced motion', () => {
    const media = { matches: true, addEventListener() {} };
    vi.stubGlobal('matchMedia', () => media);
    show();
    pass(20_000);
    expect(scrollTo).not.toHaveBeenCalled();
  });

  it('stands still in a hidden tab, and when it is paused', () => {
    show();
    hidden = true;
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    pass(20_000);
    hidden = false;
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
    fireEvent.click(screen.getByRole('button', { name: 'Pause motion' }));
    pass(20_000);
    expect(scrollTo).not.toHaveBeenCalled();
  });

  it('pages with its arrows, which know the ends', () => {
    show();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Live now: previous' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Live now: next' }));
    expect(scrollTo).toHaveBeenLastCalledWith({ left: CARD, behavior: 'smooth' });
  });
});
