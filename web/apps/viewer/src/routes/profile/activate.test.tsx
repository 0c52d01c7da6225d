import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useSession } from '../../app/session.ts';
import { openApp } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';
import { readDeviceCode } from './device-code.ts';

let close = () => {};

describe('ActivateScreen', () => {
  afterEach(() => {
    close();
    cleanup();
    useSession.getState().setUser(null);
  });

  it('AUTH-05 lets the TV in that shows the code', async () => {
    useSession.getState().setUser(makeProfile());
    const sent: unknown[] = [];
    const app = await openApp('/activate', {
      'POST auth/add_session': async (request: Request) => {
        sent.push(await request.json());
        return { api_key: null, user: null, device: 'Kitchen TV' };
      },
    });
    ({ close } = app);
    const code = screen.getByLabelText<HTMLInputElement>('Code');
    fireEvent.change(code, { target: { value: ' k7pm 4xqd' } });
    await act(async () => void fireEvent.submit(code.form ?? code));
    const status = await screen.findByRole('status');
    expect(status.textContent).toContain('Kitchen TV is logged in.');
    expect(document.activeElement).toBe(status);
    expect(sent).toMatchObject([{ code: 'K7PM-4XQD' }]);
  });

  it('AUTH-05 says at the field that a code is wrong', async () => {
    useSession.getState().setUser(makeProfile());
    const message = 'The code is wrong or has expired';
    const app = await openApp('/activate', {
      'POST auth/add_session': () =>
        Response.json({ message, code: 'wrong_code', errors: { code: [message] } }, { status: 400 }),
    });
    ({ close } = app);
    const code = screen.getByLabelText<HTMLInputElement>('Code');
    fireEvent.change(code, { target: { value: 'abc' } });
    await act(async () => void fireEvent.submit(code.form ?? code));
    expect(screen.getByText('The code has 8 letters and digits.')).toBeTruthy();
    fireEvent.change(code, { target: { value: 'AAAA-BBBB' } });
    await act(async () => void fireEvent.submit(code.form ?? code));
    expect(code.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(code);
  });

  it('NAV-05 a visitor logs in first and comes back', async () => {
    const app = await openApp('/activate');
    ({ close } = app);
    expect(app.router.state.location.href).toBe('/login?return=%2Factivate');
  });
});

it.each([
  ['K7PM-4XQD', 'K7PM-4XQD'],
  ['k7pm4xqd', 'K7PM-4XQD'],
  [' k7pm – 4xqd ', 'K7PM-4XQD'],
  ['k7pm', undefined],
  ['', undefined],
])('AUTH-05 the code %j is read as %j', (typed, code) => {
  expect(readDeviceCode(typed)).toBe(code);
});
