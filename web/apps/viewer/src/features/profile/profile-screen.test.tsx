import type { Profile } from '@touchline/api';
import { refuse } from '@touchline/api/testing';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../session/session.ts';
import { openApp } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';

const MEMBER = makeProfile({ email_verified: true, has_password: true, pending_email: null, language: 'en' });

let close = () => {};

async function open(address: string, server: object = {}, user: Profile = MEMBER) {
  useSession.getState().setUser(user);
  const app = await openApp(address, {
    'GET profile': () => user,
    'GET orders': () => [],
    'GET clips/user': () => [],
    ...server,
  });
  close = app.close;
  return app;
}

const current = (navigation: string) =>
  within(screen.getByRole('navigation', { name: navigation }))
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
    .map((link) => link.textContent);

describe('ProfileScreen', () => {
  afterEach(() => {
    close();
    cleanup();
    useSession.getState().setUser(null);
  });

  it('ROUTE-08 says who is logged in and opens with the active orders', async () => {
    const { calls } = await open('/profile');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Fay Ngo');
    expect(document.title).toBe('Profile – Northline');
    expect(current('Your lists')).toEqual(['Orders']);
    expect(current('Orders shown')).toEqual(['Active']);
    expect(await screen.findByText('No active orders')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See passes' }).getAttribute('href')).toBe('/packages');
    expect(calls.filter((call) => call !== 'GET profile')).toEqual(['GET orders']);
  });

  it.each([
    ['/profile?orders=all', 'Orders', 'No orders yet'],
    ['/profile?tab=transactions', 'Transactions', 'No transactions yet'],
    ['/profile?tab=clips', 'Clips', 'No clips yet'],
    ['/profile?tab=nonsense', 'Orders', 'No active orders'],
  ])('ROUTE-08 %s links to a list', async (address, tab, text) => {
    await open(address);
    expect(current('Your lists')).toEqual([tab]);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('AUTH-06 asks to confirm the address, sends the mail again, and can be put away', async () => {
    const { calls } = await open(
      '/profile',
      { 'POST auth/verify-resend': () => ({ sent: true }) },
      { ...MEMBER, email_verified: false },
    );
    const notice = within(screen.getByRole('complementary', { name: 'Confirm your email' }));
    await act(async () => fireEvent.click(notice.getByRole('button', { name: 'Send again' })));
    await vi.waitFor(() => expect(notice.getByRole('button', { name: 'Sent' })).toBeTruthy());
    expect(calls).toContain('POST auth/verify-resend');
    fireEvent.click(notice.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('complementary', { name: 'Confirm your email' })).toBeNull();
  });

  it('AUTH-06 says nothing once the address is confirmed, in another window too', async () => {
    let user: Profile = { ...MEMBER, email_verified: false };
    await open('/profile', { 'GET profile': () => user }, user);
    expect(screen.getByRole('complementary', { name: 'Confirm your email' })).toBeTruthy();
    user = MEMBER;
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await vi.waitFor(() => expect(screen.queryByRole('complementary', { name: 'Confirm your email' })).toBeNull());
  });

  it('ERR-01 a mail that is asked for too often says when to try again', async () => {
    await open(
      '/profile',
      { 'POST auth/verify-resend': () => refuse(429, 'too_many', { 'retry-after': '45' }) },
      { ...MEMBER, email_verified: false },
    );
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Send again' })));
    expect(await screen.findByText(/Try again in 45 seconds/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send again' })).toBeTruthy();
  });
});
