import type { Pass, Profile } from '@touchline/api';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../app/session.ts';
import { makeField, makeForm } from '../testing/content-fixtures.ts';
import { makeBoot } from '../testing/fixtures.ts';
import { openApp, type Server } from '../testing/open-app.tsx';
import { makeProfile } from '../testing/people.ts';

const PASS: Pass = {
  id: 1,
  name: 'Season Pass',
  base_price: '79.99',
  price: '84.99',
  service_fee: '5.00',
  currency: 'USD',
  event_categories: [1],
  event_category_id: null,
  image: null,
  is_team_pass: false,
  offer: 'annual',
  pass_type: 'regular',
  period: 'annual',
  trial_period: null,
  weight: 1,
};
const FORM = makeForm([makeField('basic_pass', { type: 'checkbox', label: 'I want the basic pass' })], {
  alias: 'basic-pass',
  title: 'Basic pass',
  submit_text: 'Choose the basic pass',
});

let close = () => {};

async function open(user: Profile | null, change: { address?: string; server?: Server; passes?: Pass[] } = {}) {
  useSession.getState().setUser(user);
  const boot = makeBoot();
  boot.bootstrap.event_categories = [
    { id: 1, name: 'Basketball', alias: 'basketball', image: null },
    { id: 2, name: 'Soccer', alias: 'soccer', image: null },
  ];
  boot.bootstrap.packages = change.passes ?? [];
  const app = await openApp(change.address ?? '/packages', change.server, { boot });
  ({ close } = app);
  return app;
}

describe('PackagesScreen', () => {
  afterEach(() => {
    close();
    cleanup();
    useSession.getState().setUser(null);
  });

  it('ROUTE-18 UI-17 NAV-06 lists what is sold, with its price and what it covers', async () => {
    const team = { ...PASS, id: 2, name: 'Team Pass', is_team_pass: true, event_categories: [], trial_period: 7 };
    await open(null, { passes: [PASS, team] });
    expect(document.title).toBe('Packages – Northline');
    const [season, other] = screen.getAllByRole('article').map((card) => card.textContent);
    expect(season).toContain('USD $79.99 / year');
    expect(season).toContain('plus USD $5.00 Taxes');
    expect(season).toContain('Basketball');
    expect(other).toMatch(/One team of your choice$/);
    expect(other).toContain('7 days free');
    expect(screen.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/registration');
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
