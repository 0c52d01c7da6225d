import { withSeveralLanguages } from '../support/document.ts';
import { newAddress } from '../support/mailbox.ts';
import { accountButton, fan, fillLogin, logOut } from '../support/member.ts';
import { chooseBasicPass, fillRegistration, newPassword } from '../support/newcomer.ts';
import { axeViolations } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

test('AUTH-01 AUTH-06 ROUTE-03 ROUTE-04 ROUTE-05 NAV-01 PAY-15 a newcomer registers, confirms the address, takes the basic pass and is where they were', async ({
  page,
  mailbox,
}) => {
  const email = newAddress('newcomer');
  await page.goto('/vod?sport=football');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await fillRegistration(page, email);
  await chooseBasicPass(page);
  await expect(page).toHaveURL('/vod?sport=football');
  const reminder = page.getByRole('region', { name: 'Confirm your email' });
  await expect(reminder).toContainText(email);
  expect(await axeViolations(page)).toEqual([]);
  await reminder.getByRole('link', { name: 'No email?' }).click();
  await expect(page).toHaveURL(/\/verify-notice/);
  await expect(page.getByRole('main')).toContainText(email);
  await expect(reminder).toHaveCount(0);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/vod?sport=football');
  await expect(accountButton(page, email)).toBeVisible();

  await page.goto(await mailbox.link(email, 'verify_email', '/verify-email'));
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  const welcome = await mailbox.newest(email, 'welcome');
  expect(welcome.text).toContain('Nadia');
});

test('AUTH-06 a link that was followed before says so, and a changed one fails', async ({
  page,
  api,
  mailbox,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/api\/auth\/email-verify/);
  const email = newAddress('twice');
  await api.register(email, newPassword);
  const link = await mailbox.link(email, 'verify_email', '/verify-email');
  await page.goto(link.replace(/signature=(.)/, (_, first: string) => `signature=${first === '_' ? '-' : '_'}`));
  await expect(page.getByRole('heading', { name: 'Verification your email address failed' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Your email already verified' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});

test('VAL-01 VAL-02 VAL-03 VAL-04 VAL-07 AUTH-01 a problem is named at its field, and nothing typed is lost', async ({
  page,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/api\/v2\/auth\/register/);
  await page.goto('/registration');
  const main = page.getByRole('main');
  const field = (name: string) => main.getByLabel(name, { exact: true });
  await main.getByRole('button', { name: 'Register' }).click();
  await expect(field('First name')).toHaveAccessibleDescription('Enter your first name');
  await expect(field('First name')).toBeFocused();
  await expect(field('Last name')).toHaveAccessibleDescription('Enter your last name');
  await expect(field('Email')).toHaveAccessibleDescription('Enter your Email');
  await expect(main.getByText('Please accept terms & conditions')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await field('Email').fill('nobody');
  await field('Password').fill('short');
  await field('Repeat the password').fill('shorter');
  await main.getByRole('button', { name: 'Register' }).click();
  await expect(main.getByText('A valid email address is required')).toBeVisible();
  await expect(main.getByText('The password is too short')).toBeVisible();
  await expect(main.getByText('The password and password confirmation do not match')).toBeVisible();

  await fillRegistration(page, fan);
  await expect(field('Email')).toHaveAccessibleDescription('Email already registered');
  await expect(field('First name')).toHaveValue('Nadia');
});

for (const { language, tag, submit, invalid, common, taken } of [
  {
    language: 'Français',
    tag: 'fr',
    submit: 'S’inscrire',
    invalid: 'La valeur de ce champ n’est pas valide',
    common: 'Ce mot de passe est trop courant',
    taken: 'Cet e-mail est déjà inscrit',
  },
  {
    language: 'Български',
    tag: 'bg',
    submit: 'Регистрация',
    invalid: 'Стойността на полето не е валидна',
    common: 'Тази парола е твърде разпространена',
    taken: 'Този имейл вече е регистриран',
  },
]) {
  test(`ERR-06 UI-13 AUTH-01 a field problem that only the server knows is named in the language of the page: ${tag}`, async ({
    page,
    problems,
  }) => {
    problems.allow(/400 \(Bad Request\).*\/api\/v2\/auth\/register/);
    await withSeveralLanguages(page);
    await page.goto('/registration');
    await page.getByRole('combobox').selectOption({ label: language });
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    const main = page.getByRole('main');
    const field = (name: string) => main.locator(`input[name="${name}"]`);
    const send = async (values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) await field(name).fill(value);
      await main.getByRole('button', { name: submit }).click();
    };
    await main.getByRole('checkbox').check();
    await send({
      first_name: 'Nadia <b>',
      last_name: 'Newcomer',
      email: fan,
      password: 'Password1',
      password_confirmation: 'Password1',
    });
    await expect(field('first_name')).toHaveAccessibleDescription(invalid);
    await expect(field('password')).toHaveAccessibleDescription(new RegExp(`^${common}`));
    await expect(field('last_name')).toHaveAccessibleDescription('');
    await send({ first_name: 'Nadia', password: newPassword, password_confirmation: newPassword });
    await expect(field('email')).toHaveAccessibleDescription(taken);
    await expect(field('first_name')).toHaveValue('Nadia');
    expect(await axeViolations(page)).toEqual([]);
  });
}

test('AUTH-07 ROUTE-06 ROUTE-07 a forgotten password is replaced by mail, once, and no answer tells who has an account', async ({
  page,
  api,
  mailbox,
  problems,
}) => {
  problems.allow(/400 \(Bad Request\).*\/api\/(auth\/password-reset|v2\/auth\/login)/);
  const email = newAddress('forgetful');
  await api.register(email, newPassword);

  const ask = async (address: string) => {
    await page.goto('/password-reset-request');
    await page.getByRole('main').getByLabel('Email').fill(address);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText(`If ${address} has an account, an email is on its way.`)).toBeVisible();
  };
  const stranger = newAddress('stranger');
  await ask(stranger);
  expect(await mailbox.all(stranger)).toEqual([]);
  await ask(email);
  const link = await mailbox.link(email, 'reset_password', '/password-reset');

  await page.goto(link);
  const main = page.getByRole('main');
  await main.getByLabel('New password', { exact: true }).fill('another long walk');
  await main.getByLabel('Repeat the password').fill('another long walk');
  expect(await axeViolations(page)).toEqual([]);
  await main.getByRole('button', { name: 'Save the password' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(main.getByLabel('Email')).toHaveValue(email);
  await fillLogin(page, email, newPassword);
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await fillLogin(page, email, 'another long walk');
  await expect(accountButton(page, email)).toBeVisible();
  await mailbox.newest(email, 'password_changed');

  await logOut(page, email);
  await page.goto(link);
  await main.getByLabel('New password', { exact: true }).fill('a third long walk');
  await main.getByLabel('Repeat the password').fill('a third long walk');
  await main.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByRole('heading', { name: 'The password could not be changed' })).toBeVisible();
});
