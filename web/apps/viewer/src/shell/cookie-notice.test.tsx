import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useConsent } from '../consent/consent.ts';
import { makeBoot } from '../testing/fixtures.ts';
import { makeConnection, renderInApp } from '../testing/render-in-app.tsx';
import { CookieNotice } from './cookie-notice.tsx';

describe('CookieNotice', () => {
  beforeEach(() => {
    localStorage.clear();
    useConsent.setState({ isOpen: null, answer: null });
  });
  afterEach(cleanup);

  it('UI-01 asks with Accept and Decline of equal weight', async () => {
    await renderInApp(<CookieNotice />);
    const accept = screen.getByRole('button', { name: 'Accept' });
    const decline = screen.getByRole('button', { name: 'Decline' });
    expect(accept.className).toBe(decline.className);
  });

  it.each([
    ['Accept', 'accepted'],
    ['Decline', 'declined'],
  ] as const)('UI-01 remembers %s and does not ask again', async (button, answer) => {
    const connection = makeConnection();
    await renderInApp(<CookieNotice />, { connection });
    fireEvent.click(screen.getByRole('button', { name: button }));
    expect(screen.queryByRole('button', { name: button })).toBeNull();
    expect(makeConnection().stored.get('cookie_consent')).toBe(answer);
    expect(useConsent.getState().answer).toBe(answer);
    cleanup();
    useConsent.setState({ isOpen: null, answer: null });
    await renderInApp(<CookieNotice />);
    expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  });

  it('UI-01 the footer asks again, whatever was answered', async () => {
    makeConnection().stored.set('cookie_consent', 'accepted');
    await renderInApp(<CookieNotice />);
    act(() => useConsent.setState({ isOpen: true }));
    const notice = screen.getByRole('region', { name: 'Cookies' });
    expect(document.activeElement).toBe(notice);
    fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
    expect(makeConnection().stored.get('cookie_consent')).toBe('declined');
    expect(notice.isConnected).toBe(false);
  });

  it('UI-01 T28 says what the channel wrote in this language, as text', async () => {
    const boot = makeBoot();
    const { settings } = boot.bootstrap;
    const own = { ...settings, cookie_notice: { en: 'Biscuits? <b>Yes</b>', fr: 'Des biscuits ?' } };
    await renderInApp(<CookieNotice />, { boot: { ...boot, bootstrap: { ...boot.bootstrap, settings: own } } });
    expect(screen.getByText('Biscuits? <b>Yes</b>')).toBeTruthy();
    expect(screen.queryByText(/We use cookies/)).toBeNull();
  });

  it('UI-01 stores nothing before an answer', async () => {
    await renderInApp(<CookieNotice />);
    expect(localStorage).toHaveLength(0);
  });
});
