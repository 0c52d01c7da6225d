// A newcomer: registration and first pass.
import { expect, type Page } from '@playwright/test';

export const newPassword = 'a long walk to kick-off';

/** Fills in the registration that is open, and sends it. */
export async function fillRegistration(page: Page, email: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByLabel('First name').fill('Nadia');
  await main.getByLabel('Last name').fill('Newcomer');
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Password', { exact: true }).fill(newPassword);
  await main.getByLabel('Repeat the password').fill(newPassword);
  await main.getByRole('checkbox').check();
  await main.getByRole('button', { name: 'Register' }).click();
}

/** Chooses the free basic pass on the page that members without one are led to. */
export async function chooseBasicPass(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/packages/);
  // The address changes before the screen does: the form is looked for where only the passes have it.
  const passes = page.getByRole('region', { name: 'Please choose your pass first' });
  await passes.getByRole('checkbox').first().check();
  await passes.locator('form').getByRole('button').first().click();
  await expect(page.getByText('You now have the basic pass. Enjoy the games.')).toBeVisible();
}
