import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

describe('states of a list', () => {
  afterEach(cleanup);

  it('UI-18 an error says what happened and can be retried', () => {
    const retry = vi.fn<() => void>();
    render(<ErrorState text="The games could not be loaded." onRetry={retry} />);
    expect(screen.getByRole('alert').textContent).toContain('The games could not be loaded.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('UI-18 an empty list says what to do next', () => {
    render(
      <EmptyState title="No games yet" text="Look at another team.">
        <a href="/">All games</a>
      </EmptyState>,
    );
    expect(screen.getByText('No games yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All games' })).toBeTruthy();
  });

  it('UI-18 a skeleton is not read out', () => {
    const { container } = render(<Skeleton className="h-4" />);
    expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  });
});
