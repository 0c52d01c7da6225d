import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { loadAccountMessages } from '@touchline/i18n';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useSession } from '../session/session.ts';
import { makeProfile } from '../testing/people.ts';
import { renderInApp } from '../testing/render-in-app.tsx';
import { AddressNotice } from './address-notice.tsx';

const NEW = makeProfile({ email: 'fan@channel.test', email_verified: false });

describe('AddressNotice', () => {
  beforeEach(loadAccountMessages);
  afterEach(() => {
    cleanup();
    useSession.getState().setUser(null);
  });

  it('AUTH-06 reminds a member with an unconfirmed address, and leads to where the mail is sent again', async () => {
    await renderInApp(<AddressNotice />);
    expect(screen.queryByRole('region')).toBeNull();
    act(() => useSession.getState().setUser(NEW));
    const notice = screen.getByRole('region', { name: 'Confirm your email' });
    expect(notice.textContent).toContain('fan@channel.test');
    expect(screen.getByRole('link', { name: 'No email?' }).getAttribute('href')).toMatch(/^\/verify-notice/);
    act(() => useSession.getState().setUser({ ...NEW, email_verified: true }));
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('AUTH-06 goes when it is told to, and comes for another member', async () => {
    useSession.getState().setUser(NEW);
    await renderInApp(<AddressNotice />);
    fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('region')).toBeNull();
    act(() => useSession.getState().setUser({ ...NEW, id: 8, email: 'other@channel.test' }));
    expect(screen.getByRole('region').textContent).toContain('other@channel.test');
  });
});
