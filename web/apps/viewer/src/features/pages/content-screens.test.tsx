import { setLocale } from '@touchline/i18n';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../queries/query-client.ts';
import { useSession } from '../../session/session.ts';
import { makeField, makeForm, makeVodItem } from '../../testing/content-fixtures.ts';
import { makeBoot } from '../../testing/fixtures.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { makeProfile } from '../../testing/people.ts';
import { makeProofOfWork } from '../../testing/proof-of-work.ts';
import { AboutScreen } from './about-screen.tsx';
import { ContactsScreen } from './contacts-screen.tsx';
import { FaqScreen } from './faq-screen.tsx';
import { LegalScreen } from './legal-screen.tsx';
import { VodItemScreen } from '../vod/vod-item-screen.tsx';
import { VodLibraryScreen } from '../vod/vod-library-screen.tsx';

const CATEGORIES = [
  { id: 1, title: 'Highlights', alias: 'highlights', translations: { fr: { title: 'Temps forts' } } },
  { id: 2, title: 'Training', alias: 'training' },
];
const ITEMS = Array.from({ length: 15 }, (_, index) => makeVodItem(index + 1));
const RAILS = [{ id: 1, title: 'New here', vod_media_items: ITEMS.slice(0, 3) }];
const NOT_BLOCKED = { country: null, country_code: null, ip: '127.0.0.1', is_geo_blocked: false };

const failing = () => Response.json({ message: 'x', code: 'internal', errors: {} }, { status: 500 });
/** A list of which the server gives a part, as the query asks. */
const listed = (items: typeof ITEMS) => (request: Request) => {
  const query = new URL(request.url).searchParams;
  const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
  return Response.json({ data: items.slice(offset, offset + limit), meta: { total: items.length, offset, limit } });
};

const library = {
  'vod-media-categories': () => CATEGORIES,
  'vod-media-rails': () => RAILS,
  'vod-media-items': listed(ITEMS),
  'vod-media/search': listed(ITEMS.slice(0, 2)),
};
const openLibrary = (search: string, server: Parameters<typeof openScreen>[0]['server'] = library) =>
  openScreen({ path: '/vod_library', address: `/vod_library${search}`, screen: VodLibraryScreen, server });
const titles = (region: HTMLElement) => within(region).queryAllByRole('article').length;

const openContacts = (server = {}) => {
  const boot = makeBoot();
  boot.bootstrap.settings.static_blocks = [{ id: 1, place: 'contacts', content: '<p>12 Harbour Street</p>' }];
  return openScreen({ path: '/contacts', address: '/contacts', screen: ContactsScreen, server, boot });
};

const openQuestions = (count: number, hash = '') => {
  const boot = makeBoot();
  boot.bootstrap.faq = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    question: `Question ${index + 1}?`,
    answer: `<p>Answer ${index + 1}.</p>`,
  }));
  return openScreen({ path: '/faq', address: `/faq${hash}`, screen: FaqScreen, boot });
};
const opened = () => [...document.querySelectorAll('details')].filter((entry) => entry.open).map(({ id }) => id);

afterEach(async () => {
  cleanup();
  queryClient.clear();
  useSession.getState().setUser(null);
  await act(() => setLocale('en'));
});

describe('the library', () => {
  it('ROUTE-19 VOD-01 shows rails with a way to the whole, then everything', async () => {
    await openLibrary('');
    const rail = await screen.findByRole('region', { name: 'New here' });
    expect(titles(rail)).toBe(3);
    const all = await within(rail).findByRole('link', { name: /See all.*Highlights/ });
    expect(all.getAttribute('href')).toBe('/vod_library?category=highlights');
    expect(titles(await screen.findByRole('region', { name: 'All videos' }))).toBe(12);
    expect(screen.getByText('12 of 15 shown')).toBeTruthy();
  });

  it('VOD-01 more videos follow on demand, and the focus goes to the first of them', async () => {
    await openLibrary('?category=highlights');
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    const next = await screen.findByRole('link', { name: 'Video 13' });
    await vi.waitFor(() => expect(document.activeElement).toBe(next));
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('ROUTE-19 a category is marked, keeps the title in its address, and asks for its videos', async () => {
    const { calls } = await openLibrary('?category=highlights&title=dunks');
    const chip = await screen.findByRole('link', { name: 'Highlights' });
    expect(chip.getAttribute('aria-current')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBeNull();
    expect(screen.getByRole('link', { name: 'Training' }).getAttribute('href')).toBe(
      '/vod_library?category=training&title=dunks',
    );
    await screen.findByRole('heading', { name: 'Results for “dunks”' });
    expect(calls).toContain('vod-media/search?category_id=1&offset=0&limit=12&title=dunks');
  });

  it('VOD-02 typing a title searches, and the address keeps it', async () => {
    const { router } = await openLibrary('');
    await userEvent.type(await screen.findByRole('searchbox'), 'dunks{Enter}');
    const found = await screen.findByRole('region', { name: 'Results for “dunks”' });
    await within(found).findByText('2 videos');
    expect(router.state.location.search).toEqual({ title: 'dunks' });
  });

  it('UI-13 categories follow the language', async () => {
    await act(() => setLocale('fr'));
    await openLibrary('?category=highlights');
    expect(await screen.findByRole('heading', { name: 'Temps forts' })).toBeTruthy();
  });

  it('UI-14 a member whose region is blocked is told before choosing, without another call', async () => {
    useSession.getState().setUser(makeProfile({ is_geo_blocked: true }));
    const { calls } = await openLibrary('');
    expect(await screen.findByText('Not available in your region')).toBeTruthy();
    expect(calls).not.toContain('geo');
  });

  it('UI-18 says what to do where nothing is found, nothing is there, or the category is unknown', async () => {
    await openLibrary('?title=zzz', { ...library, 'vod-media/search': listed([]) });
    expect(await screen.findByText('No videos match your search')).toBeTruthy();
    cleanup();
    await openLibrary('', {
      'vod-media-categories': () => [],
      'vod-media-rails': () => [],
      'vod-media-items': listed([]),
    });
    expect(await screen.findByText('No videos here yet')).toBeTruthy();
    cleanup();
    await openLibrary('?category=gone');
    expect(await screen.findByText('Category not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show all videos' }).getAttribute('href')).toBe('/vod_library');
  });

  it('UI-18 an error can be retried', async () => {
    let broken = true;
    const rails = () => (broken ? failing() : RAILS);
    await openLibrary('', { ...library, 'vod-media-rails': rails });
    const alert = await screen.findByRole('alert');
    broken = false;
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'New here' })).toBeTruthy();
  });
});

describe('a video', () => {
  const film = makeVodItem(3, { title: 'Under the lights', description: 'One night.\n\nOne game.' });
  const server = { ...library, 'vod-media-items/3': () => film, geo: () => NOT_BLOCKED };
  const open = (change: Partial<Parameters<typeof openScreen>[0]> = {}) =>
    openScreen({ path: '/vod_library/$id', address: '/vod_library/3', screen: VodItemScreen, server, ...change });

  it('VOD-01 has its title, date, duration, description, categories and others like it', async () => {
    await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Under the lights' })).toBeTruthy();
    expect(screen.getByText(/One night/)).toBeTruthy();
    expect(screen.getAllByText('2:05').length).toBeGreaterThan(0);
    const chip = await screen.findByRole('link', { name: 'Highlights' });
    expect(chip.getAttribute('href')).toBe('/vod_library?category=highlights');
    expect(titles(await screen.findByRole('complementary', { name: 'More like this' }))).toBe(6);
    expect(document.title).toBe('Under the lights – vod – Northline');
  });

  it('VOD-03 a video that needs a pass says so on its stage', async () => {
    const locked = { ...film, access_type: 'vod_media', has_access: false };
    await open({ server: { ...server, 'vod-media-items/3': () => locked } });
    expect(await screen.findByText('You need a pass that includes the video library to watch this.')).toBeTruthy();
  });

  it('ROUTE-26 an id that nothing has leads to the not-found page', async () => {
    const { router } = await open({ server: {} });
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/404'));
  });

  it('PLAY-06 shows what the page carries at once, and asks for the addresses to play it', async () => {
    const { calls } = await open({ boot: { ...makeBoot(), vodItem: film } });
    expect(screen.getByRole('heading', { level: 1, name: 'Under the lights' })).toBeTruthy();
    expect(calls).toContain('vod-media-items/3');
  });

  it('UI-14 a visitor whose region is blocked sees that instead of the stage', async () => {
    const blocked = { ...NOT_BLOCKED, country_code: 'FR', is_geo_blocked: true };
    await open({ server: { ...server, geo: () => blocked } });
    expect(await screen.findByText('Not available in your region')).toBeTruthy();
    expect(screen.getByText(/France/)).toBeTruthy();
    expect(screen.queryByText('This video cannot be played yet.')).toBeNull();
  });

  it('UI-18 an error can be retried', async () => {
    await open({ server: { ...server, 'vod-media-items/3': failing } });
    expect((await screen.findByRole('alert')).textContent).toContain('This video could not be loaded.');
  });
});

/** Fills in the form and sends it; gives what the server got, and all calls. */
async function writeTo(captcha: object) {
  const sent: unknown[] = [];
  const form = makeForm([makeField('name', { label: 'Your name' })]);
  const answer = (request: Request) => {
    if (request.method === 'GET') return form;
    sent.push(request.clone().json());
    return { received: true };
  };
  const { calls } = await openContacts({ 'custom-forms/contacts': answer, captcha: () => captcha });
  await userEvent.type(await screen.findByLabelText('Your name'), 'Ada');
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findByText('Thank you!')).toBeTruthy();
  return { calls, sent: await Promise.all(sent) };
}

describe('contacts', () => {
  afterEach(() => useSession.getState().setUser(null));

  it('ROUTE-10 UI-15 shows the details and the form, and sends it', async () => {
    const { sent } = await writeTo({ kind: 'none' });
    expect(screen.getByText('12 Harbour Street')).toBeTruthy();
    expect(sent).toEqual([{ fields: [{ name: 'name', value: 'Ada' }], api_key: 'a' }]);
  });

  it('AUTH-11 visitors send the proof that the channel wants', async () => {
    const { sent } = await writeTo({ kind: 'pow', challenge: await makeProofOfWork(5, 10) });
    expect(sent).toEqual([expect.objectContaining({ recaptcha_token: expect.stringMatching(/./) })]);
  });

  it('AUTH-11 members are not asked for one', async () => {
    useSession.getState().setUser(makeProfile());
    const { sent, calls } = await writeTo({ kind: 'pow', challenge: await makeProofOfWork(5, 10) });
    expect(sent).toEqual([expect.not.objectContaining({ recaptcha_token: expect.anything() })]);
    expect(calls).not.toContain('captcha');
  });

  it('FORM-01 a channel without the form shows the details and no error', async () => {
    const { calls } = await openContacts();
    await vi.waitFor(() => expect(queryClient.getQueryData(['form', 'contacts'])).toBeNull());
    expect(calls).toContain('custom-forms/contacts');
    expect(screen.getByText('12 Harbour Street')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('UI-18 a form that cannot be loaded can be asked for again', async () => {
    await openContacts({ 'custom-forms/contacts': failing });
    expect((await screen.findByRole('alert')).textContent).toContain('The form could not be loaded.');
  });
});

describe('questions', () => {
  it('ROUTE-11 an address can name an entry, which is then open', async () => {
    await openQuestions(3, '#q-2');
    expect(opened()).toEqual(['q-2']);
    cleanup();
    await openQuestions(3);
    expect(opened()).toEqual([]);
  });

  it('ROUTE-11 many questions can be searched, few need not', async () => {
    await openQuestions(8);
    expect(screen.queryByRole('searchbox')).toBeNull();
    cleanup();
    await openQuestions(9);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the answers' }), 'answer 7');
    expect(document.querySelectorAll('details')).toHaveLength(1);
    expect(screen.getByRole('status').textContent).toBe('1 answer found');
    await userEvent.type(screen.getByRole('searchbox'), 'x');
    expect(screen.getByText('Nothing found', { selector: 'p:not([role])' })).toBeTruthy();
  });

  it('UI-18 without questions it leads to the contacts', async () => {
    await openQuestions(0);
    expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contacts');
  });
});

it('ROUTE-12 a channel without a page about itself is told from its data', async () => {
  const boot = makeBoot();
  boot.bootstrap.settings.tagline = 'Live and in full.';
  await openScreen({ path: '/about', address: '/about', screen: AboutScreen, boot });
  expect(screen.getByRole('heading', { level: 1, name: 'Northline' })).toBeTruthy();
  expect(screen.getByText('Live and in full.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Basketball' }).getAttribute('href')).toBe('/?sport=basketball');
  expect(screen.getByRole('link', { name: 'Contact us' })).toBeTruthy();
});

it.each([
  ['/privacy_policy', 'Privacy policy'],
  ['/terms_conditions', 'Terms and conditions'],
])('ROUTE-25 %s says that the channel has not published it', async (path, title) => {
  await openScreen({ path, address: path, screen: LegalScreen });
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(screen.getByText(/Northline has not published/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/contacts');
});
