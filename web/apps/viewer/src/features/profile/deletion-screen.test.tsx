import { refuse } from '@touchline/api/testing';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../session/session.ts';
import { openApp } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';

const LINK = '/confirm-account-deletion?email=fan%40channel.test&expires=1790000000&signature=ab12';

let close = () => {};
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

describe('DeletionScreen', () => {
  afterEach(() => {
    close();
    cleanup();
    useSession.getState().setUser(null);
  });

  it('ROUTE-15 AUTH-10 a link that is only opened deletes nothing; the button does, and logs out', async () => {
    useSession.getState().setUser(makeProfile());
    const sent: unknown[] = [];
    const app = await openApp(LINK, {
      'POST delete-account-confirm': async (request: Request) => {
        sent.push(await request.json());
        return { deleted: true };
      },
      'GET channel-key': () => ({ channel_key: 'channel' }),
      'POST get_api_key': () => ({ api_key: 'fresh' }),
    });
    ({ close } = app);
    expect(screen.getByText(/fan@channel\.test/)).toBeTruthy();
    expect(app.calls).not.toContain('POST delete-account-confirm');
    await press('Delete my account for good');
    expect(await screen.findByRole('heading', { name: 'Goodbye' })).toBeTruthy();
    expect(sent).toEqual([{ email: 'fan@channel.test', expires: 1_790_000_000, signature: 'ab12' }]);
    await vi.waitFor(() => expect(useSession.getState().user).toBeNull());
    expect(app.connection.keys.isMember()).toBe(false);
  });

  it('AUTH-10 another member logged in here stays so', async () => {
    const other = makeProfile({ email: 'other@channel.test' });
    useSession.getState().setUser(other);
    const app = await openApp(LINK, { 'POST delete-account-confirm': () => ({ deleted: true }) });
    ({ close } = app);
    await press('Delete my account for good');
    await screen.findByRole('heading', { name: 'Goodbye' });
    expect(useSession.getState().user).toBe(other);
  });

  it('ERR-06 says that a link is no longer good', async () => {
    const app = await openApp(LINK, { 'POST delete-account-confirm': () => refuse(400, 'deletion_failed') });
    ({ close } = app);
    await press('Delete my account for good');
    expect((await screen.findByRole('alert')).textContent).toContain('has expired');
  });

  it('ROUTE-15 a link that lost a part on the way asks nothing', async () => {
    const app = await openApp('/confirm-account-deletion?email=fan%40channel.test');
    ({ close } = app);
    expect(screen.getByRole('heading', { name: 'This link does not work' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete my account for good' })).toBeNull();
  });
});
