// An empty server becomes a public channel of one's own, by clicks alone.
import type { Page } from '@playwright/test';
import { AuthenticatorApp } from '../support/authenticator-app.ts';
import { MailServer } from '../support/mail-server.ts';
import { newPassword } from '../support/newcomer.ts';
import { expect, test } from '../support/test.ts';
import { Touchline } from '../support/touchline.ts';

const ann = 'ann@lions.example';
const ben = 'ben@lions.example';

const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Console' });

async function openScreen(page: Page, name: string): Promise<void> {
  await navigation(page).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
}

/** Adds an item with English and French texts, and leaves its form open. */
async function add(
  page: Page,
  [screen, link]: readonly [string, string],
  english: Readonly<Record<string, string>>,
  french: Readonly<Record<string, string>>,
): Promise<void> {
  await openScreen(page, screen);
  await page.getByRole('link', { name: link }).first().click();
  for (const [field, value] of Object.entries(english)) await text(page, field).fill(value);
  await page.getByRole('tab', { name: 'Français' }).click();
  for (const [field, value] of Object.entries(french)) await text(page, field).fill(value);
  await save(page);
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/console');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

test('OPS-01 OPS-02 T27 T48 a set-up link leads to a public channel in two languages with its own look and an editor', async ({
  browser,
  problems,
}) => {
  problems.allow(/404 \(Not Found\)/);
  const mails = await MailServer.start();
  const server = await Touchline.startEmpty({ SMTP_URL: mails.url() });
  const open = async () => (await browser.newContext({ baseURL: server.origin() })).newPage();
  const [owner, viewer, editor] = [await open(), await open(), await open()];
  try {
    const link = /http:\/\/\S+\/console\/setup#\S+/u.exec(server.log())?.[0] ?? '';
    await owner.goto(link);
    await owner.getByLabel('Your name').fill('Ann Miller');
    await owner.getByLabel('Email').fill(ann);
    await owner.getByLabel('Password', { exact: true }).fill(newPassword);
    await owner.getByRole('button', { name: 'Create login' }).click();
    await owner.getByLabel('Name', { exact: true }).fill('Lions TV');
    await owner.getByRole('button', { name: 'Create channel' }).click();
    await expect(owner.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await viewer.goto('/');
    await expect(viewer).toHaveTitle(/Lions TV/u);

    // What follows is on the visitor's open page without a reload.
    await text(owner, 'Tagline').fill('Every game of the Lions');
    await owner.getByRole('checkbox', { name: 'Several languages' }).check();
    await save(owner);
    await openScreen(owner, 'Colours');
    await text(owner, 'Header background').fill('#7a1020');
    await save(owner);
    await expect(viewer.getByRole('banner')).toHaveCSS('background-color', 'rgb(122, 16, 32)');
    await add(
      owner,
      ['Pages', 'New page'],
      { Address: '/about', Title: 'About us', Text: 'We film every game.' },
      { Title: 'Qui sommes-nous', Text: 'Nous filmons chaque match.' },
    );
    await openScreen(owner, 'Menu');
    await owner.getByRole('link', { name: 'New link' }).first().click();
    await text(owner, 'Text of the link').fill('About');
    await owner.getByRole('combobox', { name: 'Leads to' }).selectOption('About us (/about)');
    await owner.getByRole('tab', { name: 'Français' }).click();
    await text(owner, 'Text of the link').fill('À propos');
    await save(owner);
    await expect(viewer.getByRole('link', { name: 'About', exact: true }).first()).toBeAttached();
    await add(owner, ['Slides', 'New slide'], { Heading: 'The season begins' }, { Heading: 'La saison commence' });
    await expect(viewer.getByText('The season begins').first()).toBeVisible();
    await add(
      owner,
      ['FAQ', 'New question'],
      { Question: 'Who films?', Answer: 'Our students.' },
      { Question: 'Qui filme ?', Answer: 'Nos élèves.' },
    );
    await viewer.goto('/about');
    await expect(viewer.getByRole('article')).toContainText('We film every game.');
    await viewer.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Français' });
    await expect(viewer.getByRole('article')).toContainText('Nous filmons chaque match.');
    await viewer.goto('/faq');
    await expect(viewer.locator('summary')).toHaveText('Qui filme ?');

    await openScreen(owner, 'Team');
    await owner.getByLabel('Email address').fill(ben);
    await owner.getByLabel('Role', { exact: true }).selectOption('Editor');
    await owner.getByRole('button', { name: 'Send invitation' }).click();
    await expect(owner.getByRole('list', { name: 'Open invitations' }).getByText(ben)).toBeVisible();
    const [invitation] = (await mails.newest(ben)).match(/\/console\/invitation#[\w-]+/u) ?? [];
    await editor.goto(invitation ?? '');
    await editor.getByLabel('Your name').fill('Ben Baker');
    await editor.getByLabel('Choose a password').fill(newPassword);
    await editor.getByRole('button', { name: 'Accept invitation' }).click();
    await editor.getByRole('button', { name: `Account of ${ben}` }).click();
    await editor.getByRole('link', { name: 'Your account' }).click();
    await editor.getByRole('button', { name: 'Set up an app' }).click();
    const key = await editor.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
    const app = new AuthenticatorApp(key ?? '');
    await editor.getByLabel('Code from the app').fill(app.code());
    await editor.getByRole('button', { name: 'Turn on' }).click();
    await editor.getByRole('button', { name: 'I have saved them' }).click();
    await editor.getByRole('button', { name: `Account of ${ben}` }).click();
    await editor.getByRole('button', { name: 'Log out' }).click();
    await expect(editor.getByRole('heading', { name: 'Log in to the console' })).toBeVisible();
    await logIn(editor, ben);
    await editor.getByLabel('Code').fill(app.code());
    await editor.keyboard.press('Enter');
    await openScreen(editor, 'FAQ');
    await expect(editor.getByRole('list', { name: 'FAQ' }).getByRole('listitem')).toHaveCount(1);
  } finally {
    await Promise.all([owner, viewer, editor].map((page) => page.context().close()));
    await server.stop();
    mails.stop();
  }
});
