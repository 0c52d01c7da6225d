import type { Profile, ShopPass } from '@touchline/api';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../session/session.ts';
import { makeField, makeForm } from '../../testing/content-fixtures.ts';
import { makeBoot } from '../../testing/fixtures.ts';
import { openApp, type Server } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';
import { makePass } from '../../testing/shop.ts';

const PASS = makePass();
const FORM = makeForm([makeField('basic_pass', { type: 'checkbox', label: 'I want the basic pass' })], {
  alias: 'basic-pass',
  title: 'Basic pass',
  submit_text: 'Choose the basic pass',
});

let close = () => {};

interface Opening {
  readonly address?: string;
  readonly server?: Server;
  readonly passes?: ShopPass[];
  readonly subscriptions?: ShopPass[];
  readonly isClosed?: boolean;
}

async function open(user: Profile | null, change: Opening = {}) {
  useSession.getState().setUser(user);
  const boot = makeBoot();
  boot.bootstrap.event_categories = [
    { id: 1, name: 'Basketball', alias: 'basketball', image: null },
    { id: 2, name: 'Soccer', alias: 'soccer', image: null },
  ];
  const { passes = [], subscriptions = [], isClosed = false } = change;
  if (isClosed) boot.bootstrap.settings.payments = { provider: 'none', publishable_key: null, is_test: false };
  Object.assign(boot.bootstrap, { packages: passes, subscriptions });
  const server = { 'GET packages': () => passes, 'GET subscriptions': () => subscriptions, ...change.server };
  const app = await openApp(change.address ?? '/packages', server, { boot });
  ({ close } = app);
  return app;
}

const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('PackagesScreen', () => {
  afterEach(() => {
    close();
    cleanup();
    useSession.getState().setUser(null);
  });

  it('T53 a closed shop says so, and offers nothing that cannot be bought', async () => {
    const trial = makePass({ id: 2, name: 'Monthly', period: 'monthly', trial_period: 7 });
    await open(null, { passes: [PASS], subscriptions: [trial], isClosed: true });
    expect(await screen.findByText(/^Nothing is for sale at the moment/)).toBeTruthy();
    const cards = screen.getAllByRole('article');
    expect(cards).toHaveLength(2);
    for (const card of cards)
      expect(within(card).queryAllByRole('link', { name: /Try|Choose|Subscribe|Buy/ })).toEqual([]);
  });

  it('ROUTE-18 UI-17 NAV-06 lists what is sold by weight, with its price and what it covers', async () => {
    const team = makePass({ id: 2, name: 'Team Pass', is_team_pass: true, event_categories: [], weight: 2 });
    const addon = makePass({ id: 9, name: 'Replays', pass_type: 'addition', weight: 0 });
    const single = makePass({ id: 6, name: 'Single Game', offer: 'game' });
    const { calls } = await open(null, { passes: [single, team, PASS, addon] });
    expect(document.title).toBe('Packages – Northline');
    await screen.findAllByText('14 games');
    const [season, other, extra, ...more] = screen.getAllByRole('article').map((card) => card.textContent);
    // Single games are sold on their own pages.
    expect(more).toEqual([]);
    expect(season).toContain('USD $79.99 / year');
    expect(season).toContain('plus USD $5.00 Taxes');
    expect(season).toContain('Basketball');
    expect(season).toContain('Granite Bay @ Ironwood');
    expect(other).toContain('One team of your choice');
    expect(extra).toContain('Replays');
    expect(screen.getByRole('heading', { name: 'Add-ons' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/registration');
    expect(calls).toContain('GET packages');
  });

  it('ROUTE-18 PAY-08 each pass leads to what comes next, with the game that the visitor came from', async () => {
    const team = makePass({ id: 2, name: 'Team Pass', is_team_pass: true });
    const monthly = makePass({ id: 3, name: 'Monthly', period: 'monthly', trial_period: 7 });
    await open(null, { address: '/packages?return=%2Fwatch%2F5', passes: [PASS, team], subscriptions: [monthly] });
    expect(href('Buy Season Pass')).toBe('/buy?package_id=1&event_id=5');
    expect(href('Choose what Team Pass includes')).toBe('/select-package/2?event_id=5');
    expect(href('Try 7 days for free: Monthly')).toBe('/buy?type=trial&subscription_id=3&event_id=5');
    expect(href('Subscribe to Monthly')).toBe('/buy?subscription_id=3&event_id=5');
  });

  it('PAY-01 PLAY-03 a pass says what it brings besides games, and how much', async () => {
    const all = ['watch', 'download', 'clipping', 'download_clip', 'no_ads', 'vod_media_access'] as const;
    const some = makePass({
      id: 2,
      features: ['watch', 'clipping', 'download_clip'],
      max_clips: 50,
      max_downloads: 20,
    });
    const games = makePass({ id: 3, name: 'Games alone', features: ['watch'] });
    await open(null, { passes: [makePass({ features: [...all] }), some, games] });
    const cards = (await screen.findAllByRole('article')).map((card) => {
      const list = within(card).queryByRole('list', { name: 'Included' });
      return (
        list &&
        within(list)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent)
      );
    });
    expect(cards).toEqual([
      ['Cut clips', 'Download games and clips', 'No ads', 'Video library'],
      ['Cut up to 50 clips', 'Download clips (20 in 30 days)'],
      null,
    ]);
  });

  it('PAY-08 PAY-14 a member who has had the trial is offered none, and an owned pass is not sold again', async () => {
    const monthly = makePass({ id: 3, name: 'Monthly', trial_period: 7 });
    const user = makeProfile({ trial_period_used: true });
    await open(user, { passes: [makePass({ is_purchased: true })], subscriptions: [monthly] });
    expect(await screen.findByText('You have this pass.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Buy Season Pass' })).toBeNull();
    expect(screen.queryByRole('link', { name: /Try 7 days/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Subscribe to Monthly' })).toBeTruthy();
  });

  it('PAY-14 an owner of a part of a pass reads what the rest costs', async () => {
    const partly = makePass({ event_categories: [1, 2], disabled_category_ids: [2], rest_price: '42.49' });
    await open(makeProfile(), { passes: [partly] });
    expect(await screen.findByText('You have 1 of 2 sports: the rest is USD $42.49.')).toBeTruthy();
    expect(href('Choose what Season Pass includes')).toBe('/select-package/1');
  });

  it('UI-18 names and prices are shown while the rest fails to load, with a retry', async () => {
    let passes: unknown;
    await open(null, { passes: [PASS], server: { 'GET packages': () => passes } });
    const alert = within(await screen.findByRole('alert'));
    expect(screen.getByText('USD $79.99 / year')).toBeTruthy();
    passes = [PASS];
    await act(async () => void fireEvent.click(alert.getByRole('button', { name: 'Try again' })));
    expect(await screen.findByText('14 games')).toBeTruthy();
  });

  it('ROUTE-18 says so where nothing is sold', async () => {
    await open(makeProfile());
    expect(screen.getByText('No passes for sale')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'You have the basic pass' })).toBeTruthy();
  });

  it('PAY-15 NAV-01 the basic pass is chosen by the form, and leads back to where the member came from', async () => {
    let user = makeProfile({ basic_pass_selected: false });
    const sent: unknown[] = [];
    const { router } = await open(user, {
      address: '/faq',
      server: {
        'GET profile': () => user,
        'GET custom-forms/basic-pass': () => FORM,
        'POST custom-forms/basic-pass': async (request: Request) => {
          sent.push(await request.json());
          user = { ...user, basic_pass_selected: true };
          return {};
        },
      },
    });
    expect(router.state.location.href).toBe('/packages?return=%2Ffaq');
    expect(screen.getByRole('heading', { name: 'Please choose your pass first' })).toBeTruthy();
    fireEvent.click(await screen.findByLabelText('I want the basic pass'));
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Choose the basic pass' })));
    await vi.waitFor(() => expect(router.state.location.href).toBe('/faq'));
    expect(sent).toMatchObject([{ fields: [{ name: 'basic_pass', value: 'true' }] }]);
    expect(useSession.getState().user?.basic_pass_selected).toBe(true);
  });

  it('PAY-15 a form that cannot be had is asked for again', async () => {
    let form: unknown;
    await open(makeProfile({ basic_pass_selected: false }), { server: { 'GET custom-forms/basic-pass': () => form } });
    const alert = within(await screen.findByRole('alert'));
    form = FORM;
    await act(async () => void fireEvent.click(alert.getByRole('button', { name: 'Try again' })));
    expect(await screen.findByLabelText('I want the basic pass')).toBeTruthy();
  });
});
