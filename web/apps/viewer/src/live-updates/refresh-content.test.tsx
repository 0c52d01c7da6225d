import type { Boot, Bootstrap, Page, Settings } from '@touchline/api';
import { connectTo, refuse } from '@touchline/api/testing';
import { currentTranslator, loadContentMessages, setLocale } from '@touchline/i18n';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { QueryObserver } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useChannel } from '../channel/channel.ts';
import type { Router } from '../channel/replace-boot.ts';
import { FaqScreen } from '../features/pages/faq-screen.tsx';
import { queryClient } from '../queries/query-client.ts';
import { StaticBlocks } from '../rich-text/static-blocks.tsx';
import { makeBoot, makeParticipant, makeSlide } from '../testing/fixtures.ts';
import { renderInApp } from '../testing/render-in-app.tsx';
import { refreshContent } from './refresh-content.ts';

const QUESTION = { id: 1, question: 'Where?', answer: '<p>Here.</p>' };
const BLOCK = { id: 1, place: 'footer', content: '<p>Ten <b>schools</b>.</p>' };
const ABOUT = { id: 5, url: '/our-club', alt_name: 'club', name: 'Our club' };
const TEAM = makeParticipant(1, 'Granite Bay');

function boot(): Boot {
  const whole = makeBoot();
  const { bootstrap } = whole;
  const settings = { ...bootstrap.settings, static_blocks: [BLOCK] };
  return {
    ...whole,
    bootstrap: { ...bootstrap, faq: [QUESTION], pages: [ABOUT], settings },
    participants: [TEAM],
    page: { ...ABOUT, content: '<p>Old</p>', image: null },
  };
}

type Change = Partial<Omit<Bootstrap, 'settings'>> & { readonly settings?: Partial<Settings> };

/** The channel after a change, as the server sends it: nothing of it is the object that the page holds. */
function changed({ settings, ...change }: Change): Bootstrap {
  const { bootstrap } = structuredClone(boot());
  return { ...bootstrap, content_version: 4, ...change, settings: { ...bootstrap.settings, ...settings } };
}

let router: Router;
const teamsSeen = vi.fn<() => void>();

function Part() {
  const own = useRouter();
  useEffect(() => {
    router = own;
  }, [own]);
  const { settings, slides } = useChannel().bootstrap;
  const { participants } = useChannel();
  useEffect(teamsSeen, [participants]);
  return (
    <>
      <h1>{settings.name}</h1>
      <p>{slides.map(({ title }) => title).join()}</p>
      <StaticBlocks place="footer" />
      <input aria-label="name" />
      <FaqScreen />
    </>
  );
}

async function show(answers: Parameters<typeof connectTo>[0]) {
  const asked: string[] = [];
  const server = connectTo(
    Object.fromEntries(
      Object.entries(answers).map(([call, answer]) => [
        call,
        (request: Request) => {
          const { pathname, searchParams } = new URL(request.url);
          searchParams.delete('api_key');
          asked.push(`${pathname.replace('/api/', '')}?${searchParams.toString()}`);
          return answer(request);
        },
      ]),
    ),
  );
  await renderInApp(<Part />, { connection: server.connection, boot: boot() });
  return asked;
}

const serve = (bootstrap: Bootstrap, participants = [structuredClone(TEAM)]) => ({
  'GET channel-bootstrap-data': () => bootstrap,
  'GET participants': () => participants,
});
const refresh = (version = 4) => act(() => refreshContent(router, version, new AbortController().signal));
const variable = (name: string) => document.documentElement.style.getPropertyValue(name);
const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.getAttribute('href');

describe('a newer version of the content', () => {
  const ends: (() => void)[] = [];
  beforeEach(async () => {
    await loadContentMessages();
    queryClient.clear();
    teamsSeen.mockClear();
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) end();
    cleanup();
    queryClient.clear();
    document.documentElement.removeAttribute('style');
    document.querySelector('link[rel="icon"]')?.remove();
    await act(() => setLocale('en'));
  });

  /** A page of the channel that is on the screen. */
  function openPage(alias: string, answer: () => Page) {
    const queryFn = vi.fn<() => Page>(answer);
    ends.push(new QueryObserver(queryClient, { queryKey: ['page', alias], queryFn }).subscribe(() => undefined));
    return queryFn;
  }

  it('OPS-02 is asked for by its number, and shown in place', async () => {
    const slides = [makeSlide({ title: 'Final' })];
    const faq = [QUESTION, { ...QUESTION, id: 2, question: 'When?' }];
    const asked = await show(serve(changed({ slides, faq, settings: { name: 'Harbour' } })));
    expect(await refresh()).toBe(4);
    expect(asked.toSorted()).toEqual([
      'channel-bootstrap-data?client_interface=web&content_version=4',
      'participants?no_limit=1&content_version=4',
    ]);
    expect(screen.getAllByRole('heading', { level: 1 })[0]?.textContent).toBe('Harbour');
    expect(screen.getByText('Final')).toBeTruthy();
    expect(screen.getByText('When?')).toBeTruthy();
    expect(document.title).toContain('Harbour');
  });

  it('OPS-02 leaves alone what did not change: an input, an open answer, markup, and whoever watches an object', async () => {
    await show(serve(changed({ settings: { name: 'Harbour' } })));
    const input = screen.getByLabelText<HTMLInputElement>('name');
    fireEvent.change(input, { target: { value: 'half a word' } });
    input.focus();
    const answer = document.querySelector('details');
    if (answer) answer.open = true;
    const markup = screen.getByText('schools');
    await refresh();
    expect(screen.getByText('Harbour')).toBeTruthy();
    expect(screen.getByLabelText('name')).toBe(input);
    expect([input.value, document.activeElement]).toEqual(['half a word', input]);
    expect(document.querySelector('details')).toBe(answer);
    expect(answer?.open).toBe(true);
    expect(screen.getByText('schools')).toBe(markup);
    expect(teamsSeen).toHaveBeenCalledOnce();
  });

  it('OPS-02 colours and icon change where they did, by no markup of their own', async () => {
    const { color_settings: colours } = makeBoot().bootstrap;
    await show(serve(changed({})));
    await refresh();
    expect([variable('--header'), icon()]).toEqual(['', undefined]);
    cleanup();
    document.head.insertAdjacentHTML('beforeend', '<link rel="icon" href="/favicon-32.png?v=1a2b">');
    const settings = { icon_version: '3c4d' };
    await show(serve(changed({ color_settings: { ...colours, accent: '#ff6600' }, settings })));
    await refresh();
    expect(document.documentElement.style.length).toBeGreaterThan(10);
    expect(icon()).toMatch(/\/favicon-32\.png\?v=3c4d$/);
    cleanup();
    document.querySelector('link[rel="icon"]')?.remove();
  });

  it('OPS-02 the language of the channel changes in place, and a choice of the visitor stays while there is one', async () => {
    await show(serve(changed({ settings: { language: 'fr' } })));
    await refresh();
    expect(currentTranslator().locale).toBe('fr');
    cleanup();
    await act(() => setLocale('bg'));
    await show(serve(changed({ settings: { language: 'fr', multi_language: true } })));
    await refresh();
    expect(currentTranslator().locale).toBe('bg');
    cleanup();
    await show(serve(changed({ settings: { language: 'en' } })));
    await refresh();
    expect(currentTranslator().locale).toBe('en');
  });

  it('OPS-02 a page that is open gets its new text with the rest; one that is gone is not asked for', async () => {
    const [club, gone] = [ABOUT, { ...ABOUT, alt_name: 'gone' }].map((link) =>
      openPage(link.alt_name, () => ({ ...link, content: '<p>Old</p>', image: null })),
    );
    queryClient.setQueryData(['page', 'other'], { ...ABOUT, alt_name: 'other', content: '' });
    const asked = await show({
      ...serve(changed({})),
      'GET pages/club': () => ({ ...ABOUT, content: '<p>New</p>' }),
    });
    await refresh();
    expect(queryClient.getQueryData(['page', 'club'])).toMatchObject({ content: '<p>New</p>' });
    expect(asked.at(-1)).toBe('pages/club?content_version=4');
    expect(queryClient.getQueryState(['page', 'club'])?.isInvalidated).toBe(false);
    expect(queryClient.getQueryState(['page', 'other'])?.isInvalidated).toBe(true);
    expect([club, gone].map((calls) => calls?.mock.calls.length)).toEqual([1, 1]);
    expect(router.options.context.boot.page).toBeNull();
  });

  it('OPS-02 games are asked for again: teams and passes may have other names', async () => {
    const queryFn = vi.fn<() => string>(() => 'games');
    ends.push(new QueryObserver(queryClient, { queryKey: ['games'], queryFn }).subscribe(() => undefined));
    await show(serve(changed({})));
    expect(queryFn).toHaveBeenCalledOnce();
    await refresh();
    expect(queryFn).toHaveBeenCalledTimes(2);
  });

  it('OPS-02 a server that is behind, or a call that fails, changes nothing', async () => {
    for (const failing of ['GET channel-bootstrap-data', 'GET participants', 'GET pages/club']) {
      const end = new QueryObserver(queryClient, {
        queryKey: ['page', 'club'],
        queryFn: () => ({ ...ABOUT, content: '<p>Old</p>' }),
      }).subscribe(() => undefined);
      await show({
        ...serve(changed({ settings: { name: 'Harbour' } })),
        'GET pages/club': () => ({ ...ABOUT, content: '<p>New</p>' }),
        [failing]: () => refuse(500, 'internal'),
      });
      const before = router.options.context;
      await expect(refresh()).rejects.toThrow('internal');
      expect(router.options.context).toBe(before);
      expect(screen.queryByText('Harbour')).toBeNull();
      expect(queryClient.getQueryData(['page', 'club'])).toMatchObject({ content: '<p>Old</p>' });
      end();
      cleanup();
      queryClient.clear();
    }
  });
});
