import { loadContentMessages } from '@touchline/i18n';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchBox } from './search-box.tsx';

beforeAll(loadContentMessages);

const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search videos' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

describe('SearchBox', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it('ROUTE-19 asks once the typing stops', () => {
    const onSearch = vi.fn<(title: string) => void>();
    render(<SearchBox title="" onSearch={onSearch} />);
    type('du');
    pass(200);
    type('dunks ');
    pass(299);
    expect(onSearch).not.toHaveBeenCalled();
    pass(1);
    expect(onSearch.mock.calls).toEqual([['dunks']]);
    pass(1000);
    expect(onSearch).toHaveBeenCalledOnce();
  });

  it('ROUTE-19 Enter asks at once, the cross asks for all', () => {
    const onSearch = vi.fn<(title: string) => void>();
    render(<SearchBox title="" onSearch={onSearch} />);
    type('dunks');
    fireEvent.submit(box());
    expect(onSearch).toHaveBeenLastCalledWith('dunks');
    fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(onSearch).toHaveBeenLastCalledWith('');
    expect(document.activeElement).toBe(box());
  });

  it('ROUTE-19 follows the address, but not into what is being typed', () => {
    const onSearch = vi.fn<(title: string) => void>();
    const { rerender } = render(<SearchBox title="old" onSearch={onSearch} />);
    expect(box().value).toBe('old');
    type('dun');
    pass(300);
    type('dunks');
    rerender(<SearchBox title="dun" onSearch={onSearch} />);
    expect(box().value).toBe('dunks');
    rerender(<SearchBox title="" onSearch={onSearch} />);
    expect(box().value).toBe('');
  });
});
