import { loadContentMessages } from '@touchline/i18n';
import { ApiError, type FieldProblem, RequestError } from '@touchline/api';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeField, makeForm } from '../testing/content-fixtures.ts';
import { CustomForm } from './custom-form.tsx';

beforeAll(loadContentMessages);

type Send = Parameters<typeof CustomForm>[0]['onSend'];

const form = makeForm([
  makeField('name', { label: 'Your name' }),
  makeField('email', { label: 'Email', type: 'email', max_length: 254 }),
  makeField('phone', { label: 'Phone', type: 'phone', required: false }),
  makeField('topic', { label: 'Topic', type: 'select', options: [{ value: 'stream', label: 'A stream' }] }),
  makeField('message', { label: 'Message', type: 'textarea', min_length: 10, max_length: 5000 }),
  makeField('terms', { label: 'I agree', type: 'checkbox' }),
]);

/** A code that this page does not know yet. */
const NEWER: string = 'newer';
const refusal = (status: number, problems: FieldProblem[] = []) =>
  new ApiError({ status, message: 'no', code: 'invalid', fields: {}, problems, retryAfter: null });
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
const send = () => screen.getByRole('button', { name: 'Send message' });

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(field(/Your name/), 'Ada');
  await user.type(field(/Email/), 'ada@example.org');
  await user.selectOptions(field(/Topic/), 'stream');
  await user.type(field(/Message/), 'The stream stops.');
  await user.click(field(/I agree/));
}

describe('CustomForm', () => {
  afterEach(cleanup);

  it('VAL-05 a form with missing fields is not sent; each field says so, and the first has the focus', async () => {
    const onSend = vi.fn<Send>();
    const user = userEvent.setup();
    render(<CustomForm form={form} onSend={onSend} />);
    await user.click(send());
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getAllByText('Field is required')).toHaveLength(5);
    expect(document.activeElement).toBe(field(/Your name/));
    expect(field(/Your name/).getAttribute('aria-invalid')).toBe('true');
    const said = document.getElementById(field(/Your name/).getAttribute('aria-describedby') ?? '');
    expect(said?.textContent).toBe('Field is required');
    expect(field(/Phone/).getAttribute('aria-invalid')).toBe('false');
  });

  it('VAL-06 a mistake goes away as soon as it is mended', async () => {
    const user = userEvent.setup();
    render(<CustomForm form={form} onSend={vi.fn<Send>()} />);
    await fillIn(user);
    await user.clear(field(/Message/));
    await user.type(field(/Message/), 'short');
    expect(screen.queryByText(/Field length/)).toBeNull();
    await user.click(send());
    expect(screen.getByText('Field length must be greater than 9, and must be less than 5001')).toBeTruthy();
    expect(document.activeElement).toBe(field(/Message/));
    await user.type(field(/Message/), ' no more');
    expect(screen.queryByText(/Field length/)).toBeNull();
  });

  it('FORM-01 sends all fields once, shows that it is sending, then says that it arrived', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const onSend = vi.fn<Send>(() => promise);
    const user = userEvent.setup();
    render(<CustomForm form={form} onSend={onSend} />);
    await fillIn(user);
    await user.click(send());
    const sending = screen.getByRole('button', { name: 'Sending…' });
    expect(sending.getAttribute('aria-disabled')).toBe('true');
    await user.click(sending);
    expect(onSend).toHaveBeenCalledOnce();
    expect(onSend.mock.calls[0]?.[0]).toEqual([
      { name: 'name', value: 'Ada' },
      { name: 'email', value: 'ada@example.org' },
      { name: 'phone', value: '' },
      { name: 'topic', value: 'stream' },
      { name: 'message', value: 'The stream stops.' },
      { name: 'terms', value: 'true' },
    ]);
    await act(async () => resolve());
    const status = screen.getByRole('status');
    expect(status.textContent).toContain('Thank you!');
    expect(document.activeElement).toBe(status);
    await user.click(screen.getByRole('button', { name: 'Send another message' }));
    expect(field(/Message/).value).toBe('');
  });

  it('FORM-01 errors of the server stand at their fields, and nothing is lost', async () => {
    const errors: FieldProblem[] = [
      { field: 'message', code: NEWER as 'invalid', params: {}, message: 'No links, please' },
      { field: 'email', code: 'email', params: {}, message: 'in English' },
    ];
    const user = userEvent.setup();
    render(<CustomForm form={form} onSend={vi.fn<Send>(() => Promise.reject(refusal(400, errors)))} />);
    await fillIn(user);
    await user.click(send());
    expect(screen.getByText('No links, please')).toBeTruthy();
    expect(screen.getByText('A valid email address is required')).toBeTruthy();
    // The focus follows what is shown, in an effect of its own.
    await vi.waitFor(() => expect(document.activeElement).toBe(field(/Email/)));
    expect(field(/Message/).value).toBe('The stream stops.');
    expect(field(/I agree/).checked).toBe(true);
  });

  it.each([
    ['a lost connection', new RequestError('network'), 'What you wrote is still here'],
    ['a broken server', refusal(503), 'What you wrote is still here'],
    [
      'an error of no field',
      refusal(400, [{ field: 'recaptcha_token', code: 'captcha_required', params: {}, message: 'no' }]),
      'What you wrote is still here',
    ],
    ['too many requests', refusal(429), 'Too many requests'],
  ])('FORM-01 %s loses nothing, says so, and can be tried again', async (_, error, text) => {
    const onSend = vi.fn<Send>(() => Promise.resolve()).mockRejectedValueOnce(error);
    const user = userEvent.setup();
    render(<CustomForm form={form} onSend={onSend} />);
    await fillIn(user);
    await user.click(send());
    expect(screen.getByRole('alert').textContent).toContain(text);
    expect(field(/Message/).value).toBe('The stream stops.');
    await user.click(send());
    expect(screen.getByRole('status').textContent).toContain('Thank you!');
  });

  it('UI-19 fields are named, marked where they may stay empty, and fit what is typed', () => {
    render(<CustomForm form={form} onSend={vi.fn<Send>()} />);
    expect(field(/Phone/).type).toBe('tel');
    expect(field(/Email/).autocomplete).toBe('email');
    expect(screen.getByText('(optional)').closest('label')?.textContent).toContain('Phone');
  });
});
