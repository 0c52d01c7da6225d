import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Rail } from './rail.tsx';

const rail = (...names: readonly string[]) => (
  <Rail title="Live now">
    {names.map((name) => (
      <li key={name}>{name}</li>
    ))}
  </Rail>
);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('EVT-11 FAV-03 a card that joins at the front of a row is seen', () => {
  const { rerender } = render(rail('one', 'two'));
  const list = screen.getByRole('list');
  // Browsers keep the card that was first where it was.
  list.scrollLeft = 300;
  rerender(rail('two', 'one'));
  expect(list.scrollLeft).toBe(0);
});

it('a row in which nothing has moved stays where it is', () => {
  const { rerender } = render(rail('one', 'two'));
  const list = screen.getByRole('list');
  list.scrollLeft = 300;
  rerender(rail('one', 'two', 'three'));
  expect(list.scrollLeft).toBe(300);
});
