import { act, cleanup, render, screen } from '@testing-library/react';
import { loadContentMessages, setLocale } from '@touchline/i18n';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { RegionBanner, RegionStage } from './region-message.tsx';

beforeAll(loadContentMessages);

afterEach(async () => {
  cleanup();
  await act(() => setLocale('en'));
});

it('UI-14 says that the region is blocked, and which it seems to be', async () => {
  render(<RegionStage country="BG" />);
  expect(screen.getByRole('status').textContent).toContain('Not available in your region');
  expect(screen.getByRole('status').textContent).toContain('Bulgaria');
  await act(() => setLocale('bg'));
  expect(screen.getByRole('status').textContent).toContain('България');
});

it.each([null, 'QX', '??'])('UI-14 does without a country (%s)', (country) => {
  render(<RegionBanner country={country} />);
  expect(screen.getByRole('status').textContent).toContain('where you are');
});
