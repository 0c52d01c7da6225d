import type { ShopPass } from '@touchline/api';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useSession } from '../../session/session.ts';
import { makeBoot, makeParticipant } from '../../testing/fixtures.ts';
import { openApp, type Server } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';
import { makePass, makeQuote } from '../../testing/shop.ts';

let close = () => {};

afterEach(() => {
  close();
  cleanup();
  useSession.getState().setUser(null);
});

async function open(pass: ShopPass, server: Server = {}, address = `/select-package/${pass.id}`) {
  useSession.getState().setUser(makeProfile());
  const boot = makeBoot();
  boot.bootstrap.event_categories = ['Basketball', 'Soccer', 'Hockey'].map((name, place) => ({
    id: place + 1,
    name,
    alias: name.toLowerCase(),
    image: null,
  }));
  boot.participants = [makeParticipant(10, 'Granite Bay'), makeParticipant(11, 'Ironwood')];
  const asked: { items: unknown }[] = [];
  const app = await openApp(
    address,
    {
      'GET packages': () => [pass, makePass({ id: 9, name: 'Replays', pass_type: 'addition', base_price: '4.00' })],
      'GET subscriptions': () => [],
      'POST stripe/invoice-preview': async (request: Request) => {
        const body = await request.json();
        asked.push(body);
        return makeQuote({ total: `${body.items.length}0.00` });
      },
      ...server,
    },
    { boot },
  );
  ({ close } = app);
  return { ...app, asked };
}

const href = () => screen.getByRole('link', { name: 'Continue to checkout' }).getAttribute('href');
const tick = (name: RegExp) => act(async () => void fireEvent.click(screen.getByRole('checkbox', { name })));

describe('SelectPackageScreen', () => {
  it('ROUTE-17 PAY-01 the screen presets all sports that are not owned, and shows the total of the server', async () => {
    const pass = makePass({ id: 3, event_categories: [1, 2, 3], disabled_category_ids: [3] });
    const { asked } = await open(pass, {}, '/select-package/3?event_id=5');
    expect(await screen.findByText('USD $10.00')).toBeTruthy();
    expect(document.title).toBe('Season Pass – Choose your pass – Northline');
    const owned = screen.getByRole<HTMLInputElement>('checkbox', { name: /Hockey/ });
    expect([owned.disabled, owned.checked]).toEqual([true, true]);
    await tick(/Soccer/);
    await tick(/Replays/);
    expect(await screen.findByText('USD $20.00')).toBeTruthy();
    expect(asked.at(-1)?.items).toEqual([
      { type: 'package', package_id: 3, event_category_ids: [1] },
      { type: 'addon', package_id: 9 },
    ]);
    expect(href()).toBe('/buy?package_id=3&event_category_id=1&addon_id=9&event_id=5');
  });

  it('PAY-01 PAY-09 all sports are preset as the pass at its one price', async () => {
    const pass = makePass({ id: 3, event_categories: [1, 2, 3] });
    await open(pass, {
      'POST stripe/invoice-preview': async (request: Request) => {
        const [wanted] = (await request.json()).items;
        return makeQuote({ total: wanted.event_category_ids ? `${wanted.event_category_ids.length}0.00` : '84.99' });
      },
    });
    expect(await screen.findByText('USD $84.99')).toBeTruthy();
    expect(href()).toBe('/buy?package_id=3');
    await tick(/Soccer/);
    expect(await screen.findByText('USD $20.00')).toBeTruthy();
    expect(href()).toBe('/buy?package_id=3&event_category_id=1%2C3');
  });

  it('PAY-14 PAY-09 an owner of a part of it sees the rest and what that costs', async () => {
    const pass = makePass({ id: 3, event_categories: [1, 2, 3], disabled_category_ids: [3], rest_price: '56.66' });
    await open(pass, {
      'POST stripe/invoice-preview': () => makeQuote({ total: '56.66', rest: { pass_id: 3, held: 1, of: 3 } }),
    });
    expect(await screen.findByText('You have 1 of 3 sports: this is the rest.')).toBeTruthy();
    expect(screen.getByText('USD $56.66')).toBeTruthy();
    expect(href()).toBe('/buy?package_id=3&event_category_id=1%2C2');
  });

  it('ROUTE-17 VAL-12 no team is preset, and none can be bought before one is chosen', async () => {
    const pass = makePass({ id: 4, is_team_pass: true, disabled_participant_ids: [11] });
    const { asked } = await open(pass);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Continue to checkout' });
    expect(button.disabled).toBe(true);
    expect(asked).toEqual([]);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Ironwood/ }).disabled).toBe(true);
    await tick(/Granite Bay/);
    expect(await screen.findByText('USD $10.00')).toBeTruthy();
    expect(href()).toBe('/buy?package_id=4&participant_id=10');
  });

  it('PAY-14 a pass of which all is owned is not sold', async () => {
    await open(makePass({ id: 3, event_categories: [1, 2], disabled_category_ids: [1, 2] }));
    expect(await screen.findByText('You already have everything in this pass.')).toBeTruthy();
  });

  it('VAL-12 a pass that is not sold is not found', async () => {
    await open(makePass({ id: 3 }), {}, '/select-package/77');
    expect(await screen.findByText('This pass is not for sale.')).toBeTruthy();
  });

  it('ROUTE-17 an id is a number', async () => {
    const { router } = await open(makePass(), {}, '/select-package/abc');
    expect(router.state.location.pathname).toBe('/404');
  });

  it('UI-18 a pass that cannot be loaded is asked for again', async () => {
    let packages: unknown;
    await open(makePass({ id: 3 }), { 'GET packages': () => packages });
    expect(await screen.findByText('This pass could not be loaded.')).toBeTruthy();
    packages = [makePass({ id: 3 })];
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })));
    expect(await screen.findByRole('heading', { name: 'Season Pass' })).toBeTruthy();
  });
});
