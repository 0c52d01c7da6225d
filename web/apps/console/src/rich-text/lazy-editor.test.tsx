import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadConsoleMessages } from '@touchline/i18n';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { RichTextField } from './rich-text-field.tsx';

/** A form's text, and what it was told. */
function open(): string[] {
  const told: string[] = [];
  function Form() {
    const [value, setValue] = useState('<p>One</p>');
    const change = (html: string) => {
      told.push(html);
      setValue(html);
    };
    return <RichTextField id="text" label="Text" value={value} onChange={change} />;
  }
  render(<Form />);
  return told;
}

beforeAll(loadConsoleMessages);
afterEach(cleanup);

// The first in its file, because an editor that has come stays.
test('OPS-02 without its editor the field takes HTML, and a retry goes on with what was typed', async () => {
  vi.doMock('./rich-text-editor.tsx', () => {
    throw new TypeError('failed to fetch');
  });
  const told = open();
  expect(document.querySelector('[aria-busy="true"]')).toBeTruthy();
  const source = await screen.findByRole('textbox', { name: 'Text' });
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  await userEvent.type(source, '<hr>');
  vi.doUnmock('./rich-text-editor.tsx');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('toolbar');
  expect(within(screen.getByRole('textbox', { name: 'Text' })).getByRole('separator')).toBeTruthy();
  await waitFor(() => expect(told).toEqual(['<p>One</p><hr>']));
});

test('OPS-02 a second field has its editor at once', () => {
  open();
  expect(screen.getByRole('toolbar')).toBeTruthy();
});
