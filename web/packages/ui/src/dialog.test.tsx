import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

test('UI-03 a press on the backdrop closes a dialog, and a drag that ends there does not', async () => {
  const onClose = vi.fn<() => void>();
  render(
    <Dialog open onClose={onClose} label="Crop">
      <button type="button">Drag</button>
    </Dialog>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Crop' });
  fireEvent.mouseDown(screen.getByRole('button', { name: 'Drag' }));
  fireEvent.click(dialog);
  expect(dialog.open).toBe(true);
  fireEvent.mouseDown(dialog);
  expect(dialog.open).toBe(false);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
