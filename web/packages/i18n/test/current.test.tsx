import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { currentTranslator, setLocale, useLocale, useT } from '../src/index.ts';

function Retry() {
  const t = useT();
  const locale = useLocale();
  return <button type="button">{`${locale}: ${t('ui.retry')}`}</button>;
}

afterEach(async () => {
  await act(() => setLocale('en'));
});

test('UI-13 components follow the language', async () => {
  render(<Retry />);
  expect(screen.getByRole('button').textContent).toBe('en: Try again');
  await act(() => setLocale('fr'));
  expect(screen.getByRole('button').textContent).toBe('fr: Réessayer');
  await act(() => setLocale('bg'));
  expect(screen.getByRole('button').textContent).toBe('bg: Опитайте отново');
});

test('UI-13 the last choice wins, whichever file comes first', async () => {
  await act(async () => {
    await Promise.all([setLocale('fr'), setLocale('en')]);
  });
  expect(currentTranslator().locale).toBe('en');
});
