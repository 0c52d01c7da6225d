import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { refuseField } from '@touchline/api/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { useSession } from '../../session/session.ts';
import { openApp } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';
import { readDeviceCode } from './device-code.ts';

let close = () => {};

const ASKING = () => ({ device: 'Samsung TV', country: 'Canada', address: '203.0.113.7', confirmation: 'seen' });

describe('ActivateScreen', () => {
  afterEach(() => {
    close();
    cleanup();
    useSession.getState().setUser(null);
  });

  it('AUTH-05 T25 shows which TV it is and where, and lets it in once its owner has said yes', async () => {
    useSession.getState().setUser(makeProfile());
    const sent: unknown[] = [];
    const app = await openApp('/activate', {
      'POST auth/device-lookup': ASKING,
      'POST auth/add_session': async (request: Request) => {
        sent.push(await request.json());
        return { api_key: null, user: null, device: 'Kitchen TV' };
      },
    });
    ({ close } = app);
    const code = screen.getByLabelText<HTMLInputElement>('Code');
    fireEvent.change(code, { target: { value: ' k7pm 4xqd' } });
    await act(async () => void fireEvent.submit(code.form ?? code));
    const question = await screen.findByRole('region', { name: 'Is this your device?' });
    expect(question.textContent).toContain('Samsung TV');
    expect(question.textContent).toContain('Canada · 203.0.113.7');
    expect(sent).toEqual([]);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Log in the TV' })));
    const status = await screen.findByRole('status');
    expect(status.textContent).toContain('Kitchen TV is logged in.');
    expect(document.activeElement).toBe(status);
    expect(sent).toMatchObject([{ code: 'K7PM-4XQD', confirmation: 'seen' }]);
  });

  it('AUTH-05 T25 a TV that is not theirs stays out, and a code in the address lets none in', async () => {
    useSession.getState().setUser(makeProfile());
    const app = await openApp('/activate?code=K7PM-4XQD', {
      'POST auth/device-lookup': ASKING,
      'POST auth/add_session': () => {
        throw new Error('the approval was not sent');
      },
    });
    ({ close } = app);
    expect(screen.queryByRole('region', { name: 'Is this your device?' })).toBeNull();
    const code = screen.getByLabelText<HTMLInputElement>('Code');
    fireEvent.change(code, { target: { value: 'K7PM-4XQD' } });
    await act(async () => void fireEvent.submit(code.form ?? code));
    await screen.findByRole('region', { name: 'Is this your device?' });
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'No, it is not mine' })));
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('');
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('AUTH-05 says at the field that a code is wrong', async () => {
    useSession.getState().setUser(makeProfile());
    const app = await openApp('/activate', {
      'POST auth/device-lookup': () => refuseField({ field: 'code', code: 'wrong_code' }, 'wrong_code'),
    });
    ({ close } = app);
    const code = screen.getByLabelText<HTMLInputElement>('Code');
    fireEvent.change(code, { target: { value: 'abc' } });
    await act(async () => void fireEvent.submit(code.form ?? code));
    expect(screen.getByText('The code has 8 letters and digits.')).toBeTruthy();
    fireEvent.change(code, { target: { value: 'AAAA-BBBB' } });
    await act(async () => void fireEvent.submit(code.form ?? code));
    expect(screen.getByText('The code is wrong or has expired')).toBeTruthy();
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
