import { loadContentMessages } from '@touchline/i18n';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeEvent } from '../testing/fixtures.ts';
import { makeConnection, renderInApp } from '../testing/render-in-app.tsx';
import { EventCard } from '../events/event-card.tsx';
import { FavouritesTutorial } from './favourites-tutorial.tsx';
import { restartTutorial, tutorialAnswered } from './tutorial-store.ts';

beforeAll(loadContentMessages);

const heart = () => screen.getByRole('button', { name: 'Favourite: Granite Bay @ Ironwood' });
const mark = () => screen.queryByRole('dialog', { hidden: true });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** A document without layout: the heart is where the test says, and nothing covers it unless it says so. */
let box = new DOMRect(100, 100, 44, 44);
let cover: Element | null = null;

async function show() {
  await renderInApp(
    <>
      <EventCard event={makeEvent()} sport="" />
      <FavouritesTutorial />
    </>,
  );
  await pass(1_000);
}

describe('FavouritesTutorial', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    box = new DOMRect(100, 100, 44, 44);
    cover = null;
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => box);
    vi.spyOn(document, 'elementFromPoint').mockImplementation(() => cover ?? document.querySelector('[data-heart]'));
  });
  afterEach(() => {
    cleanup();
    tutorialAnswered();
    vi.useRealTimers();
    document.body.replaceChildren();
  });

  it('UI-04 explains the heart in three steps, without taking the focus', async () => {
    const before = document.activeElement;
    await show();
    expect(mark()?.textContent).toContain('Keep what you love');
    expect(document.activeElement).toBe(before);
    expect(heart().hasAttribute('data-pointed')).toBe(true);
    press('Next');
    expect(mark()?.textContent).toContain('2 of 3');
    press('Next');
    press('Got it');
    expect(mark()).toBeNull();
    expect(heart().hasAttribute('data-pointed')).toBe(false);
  });

  it('UI-04 is shown once', async () => {
    await show();
    cleanup();
    expect(makeConnection().stored.get('tutorials')).toEqual(['favourites']);
    await show();
    expect(mark()).toBeNull();
  });

  it('UI-04 can be skipped, and the focus goes back to the heart when it was inside', async () => {
    await show();
    act(() => screen.getByRole('button', { name: 'Skip', hidden: true }).focus());
    press('Skip');
    expect(mark()).toBeNull();
    expect(document.activeElement).toBe(heart());
  });

  it('UI-04 UI-19 Escape ends it', async () => {
    await show();
    fireEvent.keyDown(document, { key: 'Escape' });
    expect(mark()).toBeNull();
  });

  it('UI-04 comes right after its target in the tab order', async () => {
    await show();
    expect(heart().compareDocumentPosition(mark() ?? heart())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(mark()?.closest('article')?.contains(heart())).toBe(true);
  });

  it('UI-04 does not appear over a player, except on request', async () => {
    const player = document.createElement('section');
    player.className = 'player';
    document.body.append(player);
    await show();
    expect(mark()).toBeNull();
    restartTutorial('favourites');
    await pass(1_000);
    expect(mark()?.textContent).toContain('Keep what you love');
  });

  it('UI-04 waits until a heart can be seen', async () => {
    box = new DOMRect(100, 5000, 44, 44);
    await show();
    expect(mark()).toBeNull();
    box = new DOMRect(100, 100, 44, 44);
    cover = document.body;
    await pass(1_000);
    expect(mark()).toBeNull();
    cover = null;
    await pass(1_000);
    expect(mark()).not.toBeNull();
  });

  it('UI-04 waits until the cookie notice is answered', async () => {
    const notice = document.createElement('section');
    notice.className = 'cookie-notice';
    document.body.append(notice);
    await show();
    await pass(10_000);
    expect(mark()).toBeNull();
    notice.remove();
    await pass(1_000);
    expect(mark()).not.toBeNull();
  });

  it('UI-04 is shown again on request, and takes the focus', async () => {
    makeConnection().stored.set('tutorials', ['favourites']);
    await show();
    expect(mark()).toBeNull();
    act(() => restartTutorial('favourites'));
    await pass(1_000);
    expect(mark()).not.toBeNull();
    expect(document.activeElement?.textContent).toBe('Next');
  });
});
