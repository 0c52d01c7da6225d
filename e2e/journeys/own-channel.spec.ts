// An empty server becomes a public channel of one's own, by clicks alone.
import type { Page } from '@playwright/test';
import { AuthenticatorApp } from '../support/authenticator-app.ts';
import { drawn } from '../support/drawn-picture.ts';
import { MailServer } from '../support/mail-server.ts';
import { newPassword } from '../support/newcomer.ts';
import { OperatorClock } from '../support/operator-clock.ts';
import { axeViolations } from '../support/page-checks.ts';
import { waitLimit } from '../support/slowness.ts';
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
  clock: OperatorClock,
  page: Page,
  [screen, link]: readonly [string, string],
  english: Readonly<Record<string, string>>,
  french: Readonly<Record<string, string>>,
): Promise<void> {
  await clock.click(navigation(page).getByRole('link', { name: screen, exact: true }));
  await clock.click(page.getByRole('link', { name: link }).first());
  for (const [field, value] of Object.entries(english)) await clock.type(text(page, field), value);
  await clock.click(page.getByRole('tab', { name: 'Français' }));
  for (const [field, value] of Object.entries(french)) await clock.type(text(page, field), value);
  await clock.click(page.getByRole('button', { name: 'Save', exact: true }));
  await clock.wait(() => expect(page.getByText(/^Saved \d/)).toBeVisible());
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
  // A whole set-up, with a test picture that takes its seconds.
  test.setTimeout(waitLimit(180_000));
  problems.allow(/404 \(Not Found\)/);
  const mails = await MailServer.start();
  const server = await Touchline.startEmpty({ SMTP_URL: mails.url(), TOUCHLINE_TEST_PAYMENTS: 'true' });
  const open = async () => (await browser.newContext({ baseURL: server.origin() })).newPage();
  const [owner, viewer, editor] = [await open(), await open(), await open()];
  try {
    // Operator task 1.
    const clock = new OperatorClock('1, from the set-up link to a public channel', 15 * 60);
    const link = /http:\/\/\S+\/console\/setup#\S+/u.exec(server.log())?.[0] ?? '';
    await clock.wait(() => owner.goto(link));
    await clock.type(owner.getByLabel('Your name'), 'Ann Miller');
    await clock.type(owner.getByLabel('Email'), ann);
    await clock.type(owner.getByLabel('Password', { exact: true }), newPassword);
    await clock.click(owner.getByRole('button', { name: 'Create login' }));
    await clock.type(owner.getByLabel('Name', { exact: true }), 'Lions TV');
    await expect(owner.getByLabel('Time zone')).toHaveValue('Europe/London');
    await clock.select(owner.getByLabel('Time zone'), 'Europe/Sofia');
    await clock.click(owner.getByRole('button', { name: 'Create channel' }));

    const heading = (name: string) => owner.getByRole('heading', { level: 1, name, exact: true });
    const next = (name: string) => owner.getByRole('button', { name: `Next: ${name}` });
    await clock.wait(() => expect(heading('Logo and colours')).toBeVisible());
    await clock.choose(owner.getByLabel('Add a picture'), await drawn(owner, 'lions.png', 400, 400));
    await clock.wait(() => expect(owner.getByText('The colours below are taken from the logo.')).toBeVisible());
    await clock.click(next('sports'));
    await clock.wait(() => expect(heading('Which sports do you show?')).toBeVisible());
    await clock.click(owner.getByText('Volleyball', { exact: true }));
    await clock.type(owner.getByLabel('Other sports'), 'Curling');

    // The assistant is left, and goes on where it was left for whoever logs in as the owner.
    const again = await open();
    await logIn(again, ann);
    await expect(again.getByRole('heading', { level: 1, name: 'Which sports do you show?' })).toBeVisible();
    await again.context().close();
    await clock.click(next('first school'));
    await clock.wait(() => expect(heading('First school or club')).toBeVisible());
    await clock.click(owner.getByRole('button', { name: 'Back' }));
    await expect(owner.getByRole('checkbox', { name: 'Volleyball', exact: true })).toBeDisabled();
    await expect(owner.getByText('Already added: Curling')).toBeVisible();
    await clock.click(next('first school'));
    await clock.type(owner.getByLabel('Name of the school or club'), 'Lions High School');
    await expect(owner.getByLabel('Short name')).toHaveValue('LHS');
    await expect(owner.getByRole('checkbox', { name: /Volleyball, Curling/u })).toBeChecked();
    await clock.type(owner.getByLabel('City'), 'Plovdiv');
    await clock.press(owner.getByLabel('City'), 'Enter');
    await clock.wait(() => expect(heading('Remaining tasks before the first game')).toBeVisible());

    // Each test does the real thing.
    const item = (name: string) => owner.getByRole('listitem').filter({ has: owner.getByRole('heading', { name }) });
    await clock.click(owner.getByRole('button', { name: 'Send a test email' }));
    await clock.wait(() => expect(item('Email')).toContainText(/Sent to you .*, accepted by 127\.0\.0\.1:\d+/u));
    expect(await mails.newest(ann)).toContain('Lions TV');
    await clock.click(owner.getByRole('button', { name: 'Make a test payment' }));
    await clock.wait(() => expect(item('Payments')).toContainText('Paid 2.00 with a test card and refunded it'));
    await clock.click(owner.getByRole('button', { name: 'Send a test picture' }));
    await clock.wait(() => expect(item('Encoder')).toContainText('the first segment came out', { timeout: 40_000 }));
    await clock.click(owner.getByRole('button', { name: 'Check the host' }));
    await clock.wait(() => expect(item('Host')).toContainText(/localhost (leads|does not lead) to this server/u));
    expect(await axeViolations(owner)).toEqual([]);
    await clock.click(owner.getByRole('button', { name: 'Finish' }));
    await clock.wait(() => expect(heading('Checklist')).toBeVisible());
    await viewer.goto('/');
    await expect(viewer).toHaveTitle(/Lions TV/u);
    // It has no text of its own: the name stands beside it.
    await expect(viewer.getByRole('banner').locator('img').first()).toBeVisible();

    // What follows is on the visitor's open page without a reload.
    await openScreen(owner, 'Settings');
    await text(owner, 'Tagline').fill('Every game of the Lions');
    await owner.getByRole('checkbox', { name: 'Several languages' }).check();
    await save(owner);
    await openScreen(owner, 'Colours');
    await text(owner, 'Header background').fill('#7a1020');
    await save(owner);
    await expect(viewer.getByRole('banner')).toHaveCSS('background-color', 'rgb(122, 16, 32)');
    await add(
      clock,
      owner,
      ['Pages', 'New page'],
      { Address: '/about', Title: 'About us', Text: 'We film every game.' },
      { Title: 'Qui sommes-nous', Text: 'Nous filmons chaque match.' },
    );
    await clock.click(navigation(owner).getByRole('link', { name: 'Menu', exact: true }));
    await clock.click(owner.getByRole('link', { name: 'New link' }).first());
    await clock.type(text(owner, 'Text of the link'), 'About');
    await clock.select(owner.getByRole('combobox', { name: 'Leads to' }), 'About us (/about)');
    await clock.click(owner.getByRole('tab', { name: 'Français' }));
    await clock.type(text(owner, 'Text of the link'), 'À propos');
    await clock.wait(() => save(owner));
    clock.end();
    await expect(viewer.getByRole('link', { name: 'About', exact: true }).first()).toBeAttached();
    const slide = new OperatorClock('a slide in two languages', 45);
    await add(
      slide,
      owner,
      ['Slides', 'New slide'],
      { Heading: 'The season begins' },
      { Heading: 'La saison commence' },
    );
    slide.end();
    await expect(viewer.getByText('The season begins').first()).toBeVisible();
    const faq = new OperatorClock('4, an FAQ entry in two languages', 45);
    await add(
      faq,
      owner,
      ['FAQ', 'New question'],
      { Question: 'Who films?', Answer: 'Our students.' },
      { Question: 'Qui filme ?', Answer: 'Nos élèves.' },
    );
    faq.end();
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
