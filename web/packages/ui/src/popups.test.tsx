import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPopup } from './popup-store.ts';
import { Popups } from './popups.tsx';

const open = (title: string, onClosed = () => {}) =>
  act(() => void openPopup({ title, onClosed, content: (close) => <button onClick={close}>leave {title}</button> }));

/** The browser turns Escape into a `cancel`, and closes the dialog unless a listener prevents it. */
const pressEscape = () => {
  const dialog = document.querySelector('dialog');
  if (dialog && fireEvent(dialog, new Event('cancel', { cancelable: true }))) act(() => dialog.close());
};

describe('Popups', () => {
  afterEach(cleanup);

  it('UI-03 one popup at a time, the next one when it closes', () => {
    render(<Popups />);
    open('first');
    open('second');
    expect(screen.queryByText('first')).not.toBeNull();
    expect(screen.queryByText('second')).toBeNull();
    fireEvent.click(screen.getByText('leave first'));
    expect(screen.queryByText('first')).toBeNull();
    expect(screen.queryByText('second')).not.toBeNull();
    fireEvent.click(screen.getByText('leave second'));
    expect(document.querySelector('dialog')).toBeNull();
  });

  it('UI-03 a popup is a modal dialog named by its title', () => {
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    render(<Popups />);
    open('Question');
    expect(showModal).toHaveBeenCalledOnce();
    const dialog = document.querySelector('dialog');
    const name = document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '');
    expect(name?.textContent).toBe('Question');
    pressEscape();
  });

  it('UI-03 Escape closes', () => {
    const closed = vi.fn<() => void>();
    render(<Popups />);
    open('Question', closed);
    pressEscape();
    expect(closed).toHaveBeenCalledOnce();
    expect(document.querySelector('dialog')).toBeNull();
  });
});
