import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Session, SlideItem } from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { ok, open, OWNER, PLAIN_CHANNEL } from '../testing/open-console.tsx';
import { pictureItem } from '../testing/picture.ts';

const EDITOR: Session = {
  ...OWNER,
  channels: [{ ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'editor', may: ['edit_site'] }],
};
const OLD = '/storage/images/demo/hawks.svg';
const SLIDE: SlideItem = {
  id: 3,
  version: 1,
  title: 'Final',
  text: '',
  image: OLD,
  link_url: null,
  link_text: null,
  event_id: null,
  slidable_type: null,
  slidable_id: null,
  view_name: null,
  visible_from: null,
  visible_until: null,
  translations: {},
};
const CUP = pictureItem(7, 'Cup');

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  localStorage.clear();
});

test('UI-16 a slide keeps a picture of a file until another is chosen or it is removed', async () => {
  const sent: unknown[] = [];
  open('/demo/site/slides/3', {
    'GET session': () => ok(EDITOR),
    'GET channels/1/slides': () => ok([SLIDE]),
    'GET channels/1/pages': () => ok([]),
    'GET channels/1/names': () => ok([]),
    'GET channels/1/revisions/slide/3': () => ok([]),
    'GET channels/1/pictures': () => ok([CUP]),
    'PATCH channels/1/slides/3': async (request) => {
      sent.push(await request.json());
      return ok({ ...SLIDE, version: 2, image: CUP.address });
    },
  });
  const field = await screen.findByRole('group', { name: 'Picture' });
  expect(within(field).getByText(OLD)).toBeTruthy();
  const user = userEvent.setup();
  await user.click(within(field).getByRole('button', { name: 'Remove picture' }));
  expect(within(field).getByText('No picture')).toBeTruthy();
  await user.click(within(field).getByRole('button', { name: 'Choose a picture' }));
  await user.click(await screen.findByRole('button', { name: 'Choose Cup' }));
  expect(within(field).getByText('Cup')).toBeTruthy();
  expect(within(field).getByRole('button', { name: 'Crop and focal point' })).toBeTruthy();
  await user.keyboard('{Control>}s{/Control}');
  await screen.findByText(/saved/i);
  expect(sent).toEqual([{ version: 1, image: CUP.address }]);
});
