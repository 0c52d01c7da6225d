import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { OperatorChannel } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeQueryClient } from '../app/query-client.ts';
import { ok, PLAIN_CHANNEL } from '../testing/open-console.tsx';
import type { Value } from './draft.ts';
import { FieldInput } from './field-input.tsx';
import type { Field } from './resource.ts';

const OWN: OperatorChannel = { ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'owner', may: [] };

const TIME: Field = { name: 'field', label: 'slides.visibleFrom', kind: 'time', nullable: true };

/** What the server says of every local time. */
const answering = (moments: object) => vi.stubGlobal('fetch', async () => ok(moments));

beforeAll(loadConsoleMessages);
afterEach(cleanup);

/** Shows a field, and tells which values it gives. */
function show(field: Field, value: Value, problem?: string): Value[] {
  const given: Value[] = [];
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <FieldInput
        channel={OWN}
        field={field}
        problems={[]}
        fields={{ [field.name]: value }}
        id="field"
        label="Field"
        hint="Help"
        problem={problem}
        value={value}
        onChange={(next) => given.push(next)}
      />
    </QueryClientProvider>,
  );
  return given;
}

const type = (text: string) => fireEvent.change(screen.getByLabelText('Field'), { target: { value: text } });

describe('input of a field', () => {
  test('OPS-02 an empty text is null only where the server takes null', () => {
    const common = { name: 'field', label: 'faq.question' } as const;
    const plain = show({ ...common, kind: 'text' }, 'a');
    type('');
    expect(plain).toEqual(['']);
    cleanup();
    const nullable = show({ ...common, kind: 'lines', nullable: true }, 'a');
    type('');
    expect(nullable).toEqual([null]);
    cleanup();
    const number = show({ ...common, kind: 'number' }, 3);
    type('12');
    type('');
    expect(number).toEqual([12, null]);
  });

  test('OPS-02 a switch is on or off, with its help or problem', () => {
    const given = show({ name: 'field', label: 'faq.question', kind: 'switch' }, true, 'Not allowed');
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Field' });
    expect(box.checked).toBe(true);
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Not allowed');
    fireEvent.click(box);
    expect(given).toEqual([false]);
  });

  test('OPS-02 a choice shows a value that it does not know, and what null stands for', () => {
    const field: Field = {
      name: 'field',
      label: 'blocks.place',
      kind: 'choice',
      options: [{ value: 'home', label: 'blocks.home' }],
    };
    show(field, 'sidebar');
    expect(screen.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.textContent).toBe('sidebar');
    cleanup();
    show({ ...field, whenEmpty: 'home' }, null);
    expect(screen.getByRole<HTMLSelectElement>('combobox').selectedOptions[0]?.textContent).toBe('Home page');
  });

  test('OPS-02 a time is edited to the minute and says its zone', () => {
    answering({ clock: 'unique', moments: [] });
    const given = show(TIME, '2026-11-20T19:00[America/Toronto]');
    expect(screen.getByLabelText<HTMLInputElement>('Field').value).toBe('2026-11-20T19:00');
    expect(screen.getByText(/America\/Toronto/)).toBeTruthy();
    type('2026-11-20T19:30');
    type('');
    expect(given).toEqual(['2026-11-20T19:30[America/Toronto]', null]);
    cleanup();
    const empty = show(TIME, null);
    expect(screen.getByText(/Times are in the channel’s zone, Europe\/Sofia/)).toBeTruthy();
    type('2026-11-20T19:30');
    expect(empty).toEqual(['2026-11-20T19:30[Europe/Sofia]']);
  });

  test('OPS-02 a time that the clocks leave out is refused, and of one that comes twice the second can be meant', async () => {
    answering({ clock: 'skipped', moments: [] });
    show(TIME, '2027-03-14T02:30[America/Toronto]');
    expect(await screen.findByText(/The clocks are put forward past this time/)).toBeTruthy();
    expect(screen.getByLabelText('Field').getAttribute('aria-invalid')).toBe('true');
    cleanup();
    answering({ clock: 'repeated', moments: [{ offset: '-04:00' }, { offset: '-05:00' }] });
    const given = show(TIME, '2026-11-01T01:30[America/Toronto]');
    const which = await screen.findByLabelText<HTMLSelectElement>('Field: which one?');
    expect(which.value).toBe('-04:00');
    fireEvent.change(which, { target: { value: '-05:00' } });
    expect(given).toEqual(['2026-11-01T01:30-05:00[America/Toronto]']);
  });
});
