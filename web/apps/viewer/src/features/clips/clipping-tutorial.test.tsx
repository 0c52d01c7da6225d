import { loadClipMessages } from '@touchline/i18n';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { restartTutorial, tutorialAnswered } from '../../tutorial/tutorial-store.ts';
import { makeConnection, renderInApp } from '../../testing/render-in-app.tsx';
import { ClippingTutorial } from './clipping-tutorial.tsx';

const mark = () => screen.queryByRole('dialog', { hidden: true });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

async function show(isUseful: boolean) {
  await renderInApp(
    <article>
      <button type="button" data-clip-button="">
        Clip
      </button>
      <ClippingTutorial isUseful={isUseful} />
    </article>,
  );
  await pass(1_000);
}

describe('ClippingTutorial', () => {
  beforeEach(async () => {
    await loadClipMessages();
    vi.useFakeTimers();
    localStorage.clear();
    Element.prototype.scrollIntoView = () => undefined;
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 44, 44));
    vi.spyOn(document, 'elementFromPoint').mockImplementation(() => document.querySelector('[data-clip-button]'));
  });
  afterEach(() => {
    cleanup();
    tutorialAnswered();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('UI-04 explains clips in three steps, once', async () => {
    await show(true);
    expect(mark()?.textContent).toContain('Cut a moment');
    press('Next');
    press('Next');
    expect(mark()?.textContent).toContain('3 of 3');
    press('Got it');
    expect(mark()).toBeNull();
    expect(makeConnection().stored.get('tutorials')).toEqual(['clipping']);
    cleanup();
    await show(true);
    expect(mark()).toBeNull();
  });

  it('UI-04 can be skipped', async () => {
    await show(true);
    press('Skip');
    expect(mark()).toBeNull();
  });

  it('UI-04 is not shown to a member who cannot clip', async () => {
    await show(false);
    await pass(10_000);
    expect(mark()).toBeNull();
  });

  it('UI-04 is shown again on request', async () => {
    makeConnection().stored.set('tutorials', ['clipping']);
    await show(false);
    expect(mark()).toBeNull();
    act(() => restartTutorial('clipping'));
    await pass(1_000);
    expect(mark()?.textContent).toContain('Cut a moment');
  });
});
