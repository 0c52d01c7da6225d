import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { loadAccountMessages, setLocale, useAccountT, useT } from '../src/index.ts';

function Submit() {
  const t = useAccountT();
  const say = useT();
  return <button type="button">{`${t('login.submit')}, ${t('ui.retry')}, ${say('ui.close')}`}</button>;
}

afterEach(async () => {
  cleanup();
  await act(() => setLocale('en'));
});

test('UI-13 messages of a group of screens follow the language together with all others', async () => {
  await loadAccountMessages();
  render(<Submit />);
  const said: (string | null)[] = [];
  for (const locale of ['en', 'fr', 'bg'] as const) {
    await act(() => setLocale(locale));
    said.push(screen.getByRole('button').textContent);
  }
  expect(said).toEqual([
    'Log in, Try again, Close',
    'Se connecter, Réessayer, Fermer',
    'Вход, Опитайте отново, Затваряне',
  ]);
});

test('UI-13 a group that comes while the language changes speaks the new one', async () => {
  await act(async () => {
    await Promise.all([setLocale('fr'), loadAccountMessages()]);
  });
  render(<Submit />);
  expect(screen.getByRole('button').textContent).toBe('Se connecter, Réessayer, Fermer');
});
