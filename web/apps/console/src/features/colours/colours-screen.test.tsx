import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DEFAULT_SETTINGS } from '@touchline/theme';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ColoursScreen } from './colours-screen';

const saved = { ...DEFAULT_SETTINGS, accent: '#1d4ed8' };

function answer(status: number, body: unknown): Response {
  return Response.json(body, { status });
}

function show(fetchAnswer: typeof fetch): void {
  vi.stubGlobal('fetch', fetchAnswer);
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } });
  render(
    <QueryClientProvider client={client}>
      <ColoursScreen />
    </QueryClientProvider>,
  );
}

describe('colours screen', () => {
  afterEach(() => {
    cleanup();
    history.replaceState(null, '', '/console/');
  });

  test('OPS-02 starts from the colours of the channel and follows the fields', async () => {
    show(async () => answer(200, { data: saved, meta: {} }));
    const text = await screen.findByLabelText('Page text');
    expect(text).toHaveProperty('value', saved.body_text_color);
    expect(screen.getByText(/every colour is used exactly as you chose it/)).toBeTruthy();

    const user = userEvent.setup();
    await user.clear(text);
    await user.type(text, '#12141a');
    expect(screen.getByText(/too little to read/)).toBeTruthy();
    await vi.waitFor(() => expect(location.search).toContain('body_text_color=12141a'));

    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(text).toHaveProperty('value', saved.body_text_color);
    await vi.waitFor(() => expect(location.search).toBe(''));
  });

  test('OPS-02 a text that is no colour gets a message at its field', async () => {
    show(async () => answer(200, { data: saved, meta: {} }));
    const accent = await screen.findByLabelText('Accent');
    await userEvent.type(accent, ';}');
    expect(accent.getAttribute('aria-invalid')).toBe('true');
    const note = document.querySelector(`#${CSS.escape(accent.getAttribute('aria-describedby') ?? '')}`);
    expect(note?.textContent).toMatch(/^Not a colour/);
    expect(screen.getByRole('button', { name: 'Copy as JSON' })).toHaveProperty('disabled', true);
  });

  test('OPS-02 a shared address is shown', async () => {
    history.replaceState(null, '', '/console/?accent=ff0000');
    show(async () => answer(200, { data: saved, meta: {} }));
    expect(await screen.findByLabelText('Accent')).toHaveProperty('value', '#ff0000');
  });

  test('OPS-02 a failure says so and can be tried again', async () => {
    const answers = vi
      .fn<typeof fetch>()
      .mockResolvedValueOnce(answer(503, {}))
      .mockResolvedValueOnce(answer(200, { data: { accent: 'red' } }))
      .mockResolvedValue(answer(200, { data: saved, meta: {} }));
    show(answers);
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
    await userEvent.click(screen.getByRole('button', { name: /try again|retry/i }));
    expect(await screen.findByLabelText('Accent')).toHaveProperty('value', saved.accent);
  });
});
