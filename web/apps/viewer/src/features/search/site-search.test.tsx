import { loadContentMessages } from '@touchline/i18n';
import { createConnection, createStored, type SearchResults } from '@touchline/api';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../queries/query-client.ts';
import { makeEvent, makeParticipant, makeSchool } from '../../testing/fixtures.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { SiteSearch } from './site-search.tsx';

beforeAll(loadContentMessages);

const FOUND: SearchResults = {
  teams: [makeParticipant(1, 'Granite Bears')],
  schools: [makeSchool(1, 'Granite Bay')],
  sports: [{ id: 1, name: 'Basketball', alias: 'basketball', image: null }],
  games: [makeEvent({ id: 12, stream_status: 'finished' })],
  vod: [],
};
const NOTHING: SearchResults = { teams: [], schools: [], sports: [], games: [], vod: [] };

/** Opens the search over a server that answers searches so. */
async function openSearch(answer: (text: string) => Response) {
  const texts: string[] = [];
  const connection = createConnection({
    apiOrigin: 'http://channel.test',
    stored: createStored(() => localStorage),
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.endsWith('/channel-key')) return Response.json({ data: { channel_key: 'c' }, meta: {} });
      if (pathname.endsWith('/get_api_key')) return Response.json({ data: { api_key: 'a' }, meta: {} });
      const text = searchParams.get('text') ?? '';
      texts.push(text);
      return answer(text);
    },
  });
  const onClose = vi.fn<() => void>();
  await renderInApp(<SiteSearch open onClose={onClose} />, { connection });
  return { texts, onClose, connection, field: screen.getByRole('combobox') };
}

const answering = (data: SearchResults) => () => Response.json({ data, meta: {} });
/** By its text: the test's DOM puts a space beside every mark when it makes up a name. */
const findOption = (text: string) =>
  waitFor(() => {
    const option = screen.getAllByRole('option').find(({ textContent }) => textContent?.includes(text));
    if (!option) throw new Error(`no option says ${text}`);
    return option;
  });
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

describe('SiteSearch', () => {
  beforeEach(() => {
    localStorage.clear();
    queryClient.clear();
  });
  afterEach(cleanup);

  it('asks once the visitor pauses, and shows what was found by kind', async () => {
    const { field, texts } = await openSearch(answering(FOUND));
    type(field, 'g');
    type(field, 'gr');
    await findOption('Granite Bears');
    expect(texts).toEqual(['gr']);
    const groups = screen.getAllByRole('group').map((group) => group.querySelector('p')?.textContent);
    expect(groups).toEqual(['Teams', 'Schools', 'Sports', 'Games']);
    const hrefs = screen.getAllByRole('option').map((option) => option.getAttribute('href'));
    expect(hrefs).toEqual([
      '/?team=granite-bears',
      '/?school=granite-bay',
      '/?sport=basketball',
      '/watch/12',
      '/vod?search=gr',
    ]);
    const [mark] = within(await findOption('Granite Bears')).getAllByText('Gr');
    expect(mark?.tagName).toBe('MARK');
    expect(screen.getByText('4 results')).toBeTruthy();
  });

  it('UI-19 arrows move, Enter opens, and the words are remembered', async () => {
    const { field, onClose, connection } = await openSearch(answering(FOUND));
    type(field, 'gr');
    await findOption('Granite Bears');
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    const school = screen.getByRole('option', { selected: true });
    expect(school.textContent).toContain('Granite Bay');
    expect(field.getAttribute('aria-activedescendant')).toBe(school.id);
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(onClose).toHaveBeenCalledOnce();
    expect(connection.stored.get('recent_searches')).toEqual(['gr']);
  });

  it('UI-18 says what to do when nothing is found', async () => {
    const { field } = await openSearch(answering(NOTHING));
    type(field, 'zzz');
    expect(await screen.findByText('Nothing found for “zzz”')).toBeTruthy();
    expect(screen.queryByRole('option')).toBeNull();
  });

  it('UI-18 an error can be tried again', async () => {
    let broken = true;
    const failure = { message: 'broken', code: 'internal', errors: {} };
    const { field } = await openSearch(() =>
      broken ? Response.json(failure, { status: 400 }) : Response.json({ data: FOUND, meta: {} }),
    );
    type(field, 'gr');
    const retry = await screen.findByRole('button', { name: 'Try again' });
    broken = false;
    fireEvent.click(retry);
    expect(await findOption('Granite Bears')).toBeTruthy();
  });

  it('brings recent searches back, and forgets them when asked', async () => {
    createStored(() => localStorage).set('cookie_consent', 'accepted');
    createStored(() => localStorage).set('recent_searches', ['bears']);
    const { field, texts } = await openSearch(answering(FOUND));
    fireEvent.click(screen.getByRole('option', { name: 'bears' }));
    await waitFor(() => expect(texts).toEqual(['bears']));
    type(field, '');
    fireEvent.click(screen.getByRole('button', { name: 'Clear recent searches' }));
    expect(screen.queryByRole('option')).toBeNull();
    expect(localStorage.getItem('rudy_recent_searches')).toBeNull();
  });

  it('UI-19 the search key can be turned off', async () => {
    const { connection } = await openSearch(answering(FOUND));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Open with the / key' }));
    expect(connection.stored.get('search_key')).toBe(false);
  });
});
