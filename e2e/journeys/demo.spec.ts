import type { Page } from '@playwright/test';
import { axeViolations } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

const main = (page: Page) => page.getByRole('main');

test('AUTH-04 AUTH-05 the demo has a login of its own: two of its people are two accounts, and each is known again', async ({
  page,
  touchline,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/api\/auth\/add_session/);
  const site = touchline.origin('demo2');
  const enter = async (person: string) => {
    await page.goto(`${site}/login`);
    await page.getByRole('button', { name: 'Continuer avec Google' }).click();
    await expect(page.getByText('TEST LOGIN.')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/testlogin/authorize');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: person }).click();
    await page.waitForURL(`${site}/**`);
  };
  const leave = async (email: string) => {
    await page.getByRole('button', { name: `Compte de ${email}` }).click();
    await page.getByRole('button', { name: 'Se déconnecter', exact: true }).click();
    await expect(page.getByRole('button', { name: `Compte de ${email}` })).toHaveCount(0);
  };
  for (const [person, email] of [
    ['Alex Morgan', 'alex.morgan@people.test'],
    ['Robin Hale', 'robin.hale@people.test'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop
    await enter(person);
    // oxlint-disable-next-line no-await-in-loop
    await main(page).getByRole('checkbox').check();
    // oxlint-disable-next-line no-await-in-loop
    await main(page).getByRole('button', { name: 'S’inscrire' }).click();
    // oxlint-disable-next-line no-await-in-loop
    await expect(page.getByRole('button', { name: `Compte de ${email}` })).toBeVisible();
    // oxlint-disable-next-line no-await-in-loop
    await leave(email);
  }
  await enter('Alex Morgan');
  await expect(page.getByRole('button', { name: 'Compte de alex.morgan@people.test' })).toBeVisible();
});

test('AUTH-04 a cancelled login of the demo says so', async ({ page, touchline }) => {
  await page.goto(`${touchline.origin('demo2')}/login`);
  await page.getByRole('button', { name: 'Continuer avec Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('La connexion avec votre autre compte a été annulée.')).toBeVisible();
});

test('GEO-02 UI-14 every live game of the demo can be watched here, and one that is over may not', async ({
  page,
  api,
}) => {
  const live = await api.games({ stream_status: 'live' });
  expect(live.length).toBeGreaterThanOrEqual(5);
  expect(live.filter(({ is_geo_blocked }) => is_geo_blocked)).toEqual([]);
  const finished = await api.games({ stream_status: 'finished' });
  const abroad = finished.find(({ is_geo_blocked, access_type }) => is_geo_blocked && access_type === 'free');
  await page.goto(`/watch/${abroad?.id}`);
  await expect(page.getByRole('status').getByText('Not available in your region')).toBeVisible();
});

test('EVT-04 a game without a recording says so, costs nothing and names no length', async ({ page, api }) => {
  const finished = await api.games({ stream_status: 'finished' });
  const unrecorded = finished.filter(({ duration, is_geo_blocked }) => duration === null && !is_geo_blocked);
  expect(unrecorded.length).toBeGreaterThan(0);
  expect(unrecorded.filter(({ access_type }) => access_type !== 'free')).toEqual([]);
  await page.goto(`/watch/${unrecorded[0]?.id}`);
  await expect(page.getByText('There is no recording of this game.')).toBeVisible();
});
