import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Session } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { asked, ok, open, OWNER, PLAIN_CHANNEL, refused } from '../../testing/open-console.tsx';
import { pictureItem } from '../../testing/picture.ts';

const EDITOR: Session = {
  ...OWNER,
  channels: [
    { ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'editor', may: ['edit_site'] },
    { ...PLAIN_CHANNEL, id: 2, alias: 'demo2', name: 'Fjord', role: 'finance', may: ['see_orders'] },
  ],
};
const CUP = pictureItem(7, 'Cup');
const CROWD = pictureItem(8, 'Crowd', { uses: [{ kind: 'slide', id: 3, name: 'Final' }] });
const base = {
  'GET session': () => ok(EDITOR),
  'GET channels/1/logo': () => ok({ address: null }),
  'GET channels/1/icon': () => ok({ address: null }),
  'GET channels/1/pictures': () => ok([CROWD, CUP]),
};
const file = (name: string, type = 'image/png') => new File(['x'], name, { type });
/** How often the library was asked for. */
const reads = () => asked.filter((call) => call === 'GET channels/1/pictures').length;

beforeAll(loadConsoleMessages);
beforeEach(() => {
  asked.length = 0;
});
afterEach(cleanup);

test('pictures are listed, found by name, and an empty library says what to do', async () => {
  open('/demo/pictures', base);
  const list = await screen.findByRole('list', { name: 'Pictures' });
  expect(
    within(list)
      .getAllByRole('button')
      .map((tile) => tile.textContent),
  ).toEqual(['CrowdUsed in 1 place', 'CupNot used']);
  const user = userEvent.setup();
  await user.type(screen.getByRole('searchbox', { name: 'Find a picture' }), 'CUP');
  expect(within(list).getAllByRole('button')).toHaveLength(1);
  await user.type(screen.getByRole('searchbox', { name: 'Find a picture' }), 'x');
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(within(list).getAllByRole('button')).toHaveLength(2);
  cleanup();
  open('/demo/pictures', { ...base, 'GET channels/1/pictures': () => ok([]) });
  expect(await screen.findByText('No pictures yet')).toBeTruthy();
});

test('a failed list can be tried again', async () => {
  let calls = 0;
  open('/demo/pictures', {
    ...base,
    'GET channels/1/pictures': () => ((calls += 1) === 1 ? refused(404, 'not_found') : ok([CUP])),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  await userEvent.setup().click(screen.getByRole('button', { name: /try again|retry/i }));
  expect(await screen.findByRole('button', { name: 'Open Cup' })).toBeTruthy();
});

test('T34 a picture is added under the name of its file, and a refused one says why', async () => {
  const sent: [string, string | null][] = [];
  open('/demo/pictures', {
    ...base,
    'POST channels/1/pictures': async (request) => {
      sent.push([await request.text(), request.headers.get('idempotency-key')]);
      if (sent.length > 1) return ok(pictureItem(9, 'state final'));
      const problems = [{ field: 'file', code: 'picture_svg', params: {}, message: 'x' }];
      return Response.json({ message: 'x', code: 'invalid', errors: { file: ['x'] }, problems }, { status: 400 });
    },
  });
  const field = await screen.findByLabelText('Add a picture');
  expect(field.getAttribute('accept')).toBe('image/*');
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(field, file('logo.svg', 'image/svg+xml'));
  expect((await screen.findByRole('alert')).textContent).toContain('use a PNG');
  await user.upload(field, file('state_final.png'));
  expect(await screen.findByRole('button', { name: 'Open state final' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(asked).toContain('POST channels/1/pictures?name=state+final');
  expect(sent.map(([body]) => body)).toEqual(['x', 'x']);
  expect(sent[0]?.[1]).not.toBe(sent[1]?.[1]);
});

test('UI-16 the focal point moves by arrow keys and is saved with the words', async () => {
  const sent: unknown[] = [];
  open('/demo/pictures', {
    ...base,
    'PATCH channels/1/pictures/7': async (request) => {
      sent.push(await request.json());
      return ok({ ...CUP, version: 2, name: 'The cup', focus: { x: 60, y: 49 } });
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Open Cup' }));
  const point = await screen.findByRole('button', { name: 'Focal point' });
  point.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{Shift>}{ArrowUp}{/Shift}{Enter}');
  expect(screen.getByText('60% from the left, 49% from the top')).toBeTruthy();
  const name = screen.getByRole('textbox', { name: 'What the picture shows' });
  fireEvent.change(name, { target: { value: 'The cup' } });
  await user.click(screen.getByRole('button', { name: 'Save picture' }));
  expect(await screen.findByRole('button', { name: 'Open The cup' })).toBeTruthy();
  expect(sent).toEqual([{ version: 1, name: 'The cup', focus: { x: 60, y: 49 } }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('UI-16 what is typed outlives the change of somebody else, which stays where it is another field', async () => {
  const sent: unknown[] = [];
  const theirs = { ...CUP, version: 2, focus: { x: 10, y: 10 } };
  open('/demo/pictures', {
    ...base,
    'GET channels/1/pictures': () => ok([sent.length === 0 ? CUP : theirs]),
    'PATCH channels/1/pictures/7': async (request) => {
      sent.push(await request.json());
      if (sent.length > 1) return ok({ ...theirs, version: 3, name: 'The cup' });
      const conflict = { current: theirs, base: null, changed_by: null, changed_at: null };
      return Response.json({ message: 'x', code: 'version_conflict', errors: {}, conflict }, { status: 409 });
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Open Cup' }));
  const name = await screen.findByRole('textbox', { name: 'What the picture shows' });
  fireEvent.change(name, { target: { value: 'The cup' } });
  const before = reads();
  await user.click(screen.getByRole('button', { name: 'Save picture' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Please save again');
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'What the picture shows' }).value).toBe('The cup');
  await user.click(screen.getByRole('button', { name: 'Save picture' }));
  expect(await screen.findByRole('button', { name: 'Open The cup' })).toBeTruthy();
  expect(sent).toEqual([
    { version: 1, name: 'The cup' },
    { version: 2, name: 'The cup' },
  ]);
});

test('a used picture names its uses and cannot be deleted, an unused one goes after a question', async () => {
  open('/demo/pictures', { ...base, 'DELETE channels/1/pictures/7': () => ok({ id: 7, version: 2 }) });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Open Crowd' }));
  expect((await screen.findByRole('link', { name: 'Slide: Final' })).getAttribute('href')).toBe(
    '/console/demo/site/slides/3',
  );
  expect(screen.queryByRole('button', { name: 'Delete picture' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Open Cup' }));
  await user.click(await screen.findByRole('button', { name: 'Delete picture' }));
  await user.click(screen.getByRole('button', { name: 'Keep' }));
  await user.click(screen.getByRole('button', { name: 'Delete picture' }));
  expect(asked).not.toContain('DELETE channels/1/pictures/7?version=1');
  await user.click(screen.getByRole('button', { name: 'Delete for good' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Open Cup' })).toBeNull());
  expect(asked).toContain('DELETE channels/1/pictures/7?version=1');
});

test('a logo is chosen from the library and removed, and one of somebody else is not lost', async () => {
  const sent: unknown[] = [];
  open('/demo/pictures', {
    ...base,
    'PUT channels/1/logo': async (request) => {
      const body: unknown = await request.json();
      sent.push(body);
      if (sent.length === 2) {
        return Response.json({ message: 'x', code: 'version_conflict', errors: {}, conflict: {} }, { status: 409 });
      }
      return ok({ address: sent.length === 1 ? CUP.address : null });
    },
    'GET channels/1/logo': () => ok({ address: sent.length === 0 ? null : CUP.address }),
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Choose a logo' }));
  await user.click(await screen.findByRole('button', { name: 'Choose Cup' }));
  await waitFor(() => expect(screen.getAllByAltText('Logo')).toHaveLength(2));
  expect(screen.getAllByAltText('Logo')[0]?.getAttribute('src')).toContain('-320.jpg');
  await user.click(screen.getByRole('button', { name: 'Remove logo' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody else');
  await user.click(screen.getByRole('button', { name: 'Remove logo' }));
  await waitFor(() => expect(screen.queryByAltText('Logo')).toBeNull());
  expect(sent).toEqual([
    { picture: 7, before: null },
    { picture: null, before: CUP.address },
    { picture: null, before: CUP.address },
  ]);
});

test('UI-16 an icon is chosen beside the logo, and changes nothing of it', async () => {
  const sent: unknown[] = [];
  open('/demo/pictures', {
    ...base,
    'PUT channels/1/icon': async (request) => {
      sent.push(await request.json());
      return ok({ address: CUP.address });
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Choose an icon' }));
  await user.click(await screen.findByRole('button', { name: 'Choose Cup' }));
  await waitFor(() => expect(screen.getAllByAltText('Icon')).toHaveLength(3));
  expect(sent).toEqual([{ picture: 7, before: null }]);
  expect(screen.getByRole('button', { name: 'Choose a logo' })).toBeTruthy();
});

test('OPS-01 T27 an operator without access sees neither the pictures nor their link', async () => {
  open('/demo2/pictures', base);
  expect(await screen.findByText('You do not have access')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Pictures' })).toBeNull();
  expect(asked.filter((call) => call.includes('pictures'))).toEqual([]);
});
