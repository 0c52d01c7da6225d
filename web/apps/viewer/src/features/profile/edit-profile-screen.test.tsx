import type { Profile } from '@touchline/api';
import { refuse, refuseField } from '@touchline/api/testing';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../session/session.ts';
import { makeBoot } from '../../testing/fixtures.ts';
import { openApp } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';

const MEMBER = makeProfile({ email_verified: true, has_password: true, pending_email: null, language: 'en' });
const NOW = Date.now() / 1000;
const HERE = {
  id: 1,
  device: 'Firefox on Linux',
  country: 'France',
  current: true,
  created_at: NOW,
  last_used_at: NOW,
};
const PHONE = { ...HERE, id: 2, device: 'Safari on iPhone', country: null, current: false, last_used_at: NOW - 7200 };
const PASSKEY = { id: 5, name: 'Old laptop', created_at: 1_790_000_000, last_used_at: null };

type Answers = Readonly<Record<string, (request: Request) => unknown>>;

let close = () => {};
let sent: unknown[] = [];

/** An answer that keeps what was sent. */
const keep = (answer: unknown) => async (request: Request) => {
  sent.push(await request.json());
  return answer;
};

async function open(server: Answers = {}, user: Profile = MEMBER, address = '/profile/edit') {
  useSession.getState().setUser(user);
  const boot = makeBoot();
  boot.bootstrap.settings.multi_language = true;
  const app = await openApp(
    address,
    {
      'GET profile': () => useSession.getState().user,
      'GET sessions': () => [HERE, PHONE],
      'GET auth/passkeys': () => [PASSKEY],
      'GET player-addresses': () => ({ addresses: [], most: 5 }),
      ...server,
    },
    { boot },
  );
  close = app.close;
  return app;
}

const section = (name: string) => within(screen.getByRole('region', { name }));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const press = (button: HTMLElement) => act(async () => void fireEvent.click(button));
const problemOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent;

describe('EditProfileScreen', () => {
  beforeEach(() => {
    sent = [];
  });
  afterEach(() => {
    close();
    cleanup();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
    useSession.getState().setUser(null);
  });

  it('ROUTE-09 AUTH-08 saves names and language', async () => {
    await open({ 'POST profile': keep({ ...MEMBER, first_name: 'Faye', api_key: null }) });
    const about = section('About you');
    type(about.getByLabelText('First name'), ' Faye ');
    await press(about.getByRole('button', { name: 'Save' }));
    expect(sent).toMatchObject([{ _method: 'patch', first_name: 'Faye', last_name: 'Ngo', language: 'en' }]);
    expect(useSession.getState().user?.first_name).toBe('Faye');
    expect(useSession.getState().user).not.toHaveProperty('api_key');
  });

  it('VAL-01 VAL-06 says what is wrong with a name, and puts the focus there', async () => {
    await open();
    const about = section('About you');
    const [first, last] = [about.getByLabelText('First name'), about.getByLabelText('Last name')];
    type(first, ' ');
    type(last, 'x'.repeat(65));
    await press(about.getByRole('button', { name: 'Save' }));
    expect(problemOf(first)).toBe('Enter your first name');
    expect(problemOf(last)).toBe('Field length must be greater than 0, and must be less than 65');
    expect(document.activeElement).toBe(first);
  });

  it('AUTH-12 T20 a new address is asked for with the password, and waits', async () => {
    const waiting = { ...MEMBER, pending_email: 'new@channel.test' };
    await open({
      'POST profile': keep({ ...waiting, api_key: null }),
      'POST auth/verify-resend': () => ({ sent: true }),
    });
    const email = section('Email');
    type(email.getByLabelText('New email'), 'new@channel.test ');
    await press(email.getByRole('button', { name: 'Change email' }));
    expect(problemOf(email.getByLabelText('Current password'))).toBe('Field is required');
    type(email.getByLabelText('Current password'), 'secret word');
    await press(email.getByRole('button', { name: 'Change email' }));
    expect(sent).toMatchObject([{ email: 'new@channel.test', current_password: 'secret word' }]);
    expect(email.getByText('new@channel.test is not confirmed yet')).toBeTruthy();
    expect(email.getByLabelText<HTMLInputElement>('Current password').value).toBe('');
    await press(email.getByRole('button', { name: 'Send again' }));
    expect(email.getByRole('button', { name: 'Sent' })).toBeTruthy();
  });

  it('ERR-06 an address that is taken, and a wrong password, are said at their fields', async () => {
    const answers = [
      refuseField({ field: 'email', code: 'taken' }, 'email_taken'),
      refuseField({ field: 'current_password', code: 'wrong_password' }, 'wrong_password'),
    ];
    await open({ 'POST profile': () => answers.shift() });
    const email = section('Email');
    type(email.getByLabelText('New email'), 'taken@channel.test');
    type(email.getByLabelText('Current password'), 'secret word');
    await press(email.getByRole('button', { name: 'Change email' }));
    expect(problemOf(email.getByLabelText('New email'))).toMatch(/already registered/i);
    await press(email.getByRole('button', { name: 'Change email' }));
    expect(problemOf(email.getByLabelText('Current password'))).toMatch(/wrong password/i);
    expect(document.activeElement).toBe(email.getByLabelText('Current password'));
  });

  it('AUTH-12 T22 a new password brings a new key', async () => {
    const { connection } = await open({ 'POST profile': keep({ ...MEMBER, api_key: 'newer-key' }) });
    const password = section('Password');
    type(password.getByLabelText('Current password'), 'secret word');
    type(password.getByLabelText('New password'), 'brand new words');
    type(password.getByLabelText('Repeat new password'), 'brand new word');
    await press(password.getByRole('button', { name: 'Change password' }));
    expect(problemOf(password.getByLabelText('Repeat new password'))).toBe(
      'The password and password confirmation do not match',
    );
    type(password.getByLabelText('Repeat new password'), 'brand new words');
    await press(password.getByRole('button', { name: 'Change password' }));
    expect(sent).toMatchObject([{ current_password: 'secret word', password: 'brand new words' }]);
    expect(await connection.keys.apiKey()).toBe('newer-key');
    expect(password.getByLabelText<HTMLInputElement>('New password').value).toBe('');
  });

  it('AUTH-04 a member without a password sets one, and is not asked for it elsewhere', async () => {
    await open({}, { ...MEMBER, has_password: false });
    expect(section('Set a password').queryByLabelText('Current password')).toBeNull();
    expect(section('Email').queryByLabelText('Current password')).toBeNull();
  });

  it('NAV-02 a temporary password is all there is to change; then the way is free', async () => {
    const user = { ...MEMBER, temporary_password: true };
    const { router, calls } = await open(
      { 'POST profile': keep({ ...MEMBER, api_key: 'newer-key' }) },
      user,
      '/profile/edit?return=%2Ffaq',
    );
    expect(screen.getByRole('note').textContent).toContain('Please change your temporary password first');
    expect(within(screen.getByRole('main')).getAllByRole('region')).toHaveLength(1);
    expect(screen.queryByLabelText('Current password')).toBeNull();
    expect(calls).not.toContain('GET sessions');
    type(screen.getByLabelText('New password'), 'brand new words');
    type(screen.getByLabelText('Repeat new password'), 'brand new words');
    await press(screen.getByRole('button', { name: 'Change password' }));
    expect(sent).toMatchObject([{ password: 'brand new words', password_confirmation: 'brand new words' }]);
    expect(sent[0]).not.toHaveProperty('current_password');
    await vi.waitFor(() => expect(router.state.location.href).toBe('/faq'));
  });

  it('AUTH-12 lists the devices, ends one, and all others after a question', async () => {
    let list = [HERE, PHONE, { ...PHONE, id: 3, device: 'TV in the kitchen' }];
    const { calls } = await open({
      'GET sessions': () => list,
      'DELETE sessions/2': () => {
        list = list.filter(({ id }) => id !== 2);
        return { ended: 1 };
      },
      'POST sessions/end-others': () => {
        list = [HERE];
        return { ended: 1 };
      },
    });
    const devices = section('Your devices');
    const here = (await devices.findByText('Firefox on Linux')).closest('li');
    expect(here?.textContent).toContain('This device');
    expect(here?.textContent).toContain('France');
    expect(within(here ?? document.body).queryByRole('button')).toBeNull();
    expect(devices.getAllByText('Last used 2 hours ago')).toHaveLength(2);
    await press(devices.getByRole('button', { name: 'Log out Safari on iPhone' }));
    await vi.waitFor(() => expect(devices.queryByText('Safari on iPhone')).toBeNull());
    await press(devices.getByRole('button', { name: 'Log out all other devices' }));
    expect(calls).not.toContain('POST sessions/end-others');
    const question = within(screen.getByRole('dialog', { name: 'Log out all other devices?' }));
    await press(question.getByRole('button', { name: 'Log out all other devices' }));
    await vi.waitFor(() => expect(devices.queryByText('TV in the kitchen')).toBeNull());
    expect(devices.queryByRole('button', { name: 'Log out all other devices' })).toBeNull();
  });

  it('UI-18 a list that did not load says so, and can be asked for again', async () => {
    let broken = true;
    await open({ 'GET sessions': () => (broken ? refuse(500, 'internal') : [HERE]) });
    const devices = section('Your devices');
    expect(await devices.findByText('Your devices could not be loaded.')).toBeTruthy();
    broken = false;
    await press(devices.getByRole('button', { name: 'Try again' }));
    expect(await devices.findByText('Firefox on Linux')).toBeTruthy();
  });

  it('AUTH-12 makes a private address, shows it once, and revokes it', async () => {
    const kitchen = { id: 7, name: 'Kitchen', created_at: NOW, last_used_at: NOW - 7200, country: 'France' };
    const living = { id: 8, name: 'Living room TV', created_at: NOW, last_used_at: null, country: null };
    const url = 'https://channel.test/tv/secret/playlist.m3u';
    let list: object[] = [kitchen];
    const { calls } = await open({
      'GET player-addresses': () => ({ addresses: list, most: 2 }),
      'POST player-addresses': async (request) => {
        sent.push(await request.json());
        list = [kitchen, living];
        return { ...living, url };
      },
      'DELETE player-addresses/7': () => {
        list = [living];
        return { revoked: 1 };
      },
    });
    const players = section('Watch on other players');
    const row = (await players.findByText('Kitchen')).closest('li');
    expect(row?.textContent).toContain('France · Last used 2 hours ago');
    await press(players.getByRole('button', { name: 'Create an address' }));
    await press(players.getByRole('button', { name: 'Create address' }));
    expect(sent).toEqual([]);
    type(players.getByLabelText('Name of the player'), ' Living room TV ');
    await press(players.getByRole('button', { name: 'Create address' }));
    expect(sent).toMatchObject([{ name: 'Living room TV' }]);
    expect((await players.findByLabelText<HTMLTextAreaElement>('Private address')).value).toBe(url);
    expect(document.activeElement?.textContent).toContain('is ready');
    expect((await players.findByText('Living room TV')).closest('li')?.textContent).toContain('Not used yet');
    const copy = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal('navigator', { clipboard: { writeText: copy } });
    await press(players.getByRole('button', { name: 'Copy address' }));
    expect(copy).toHaveBeenCalledWith(url);
    await press(players.getByRole('button', { name: 'Done' }));
    expect(document.body.innerHTML).not.toContain('secret');
    expect(players.getByText(/the maximum number of addresses/)).toBeTruthy();
    await press(players.getByRole('button', { name: 'Revoke Kitchen' }));
    expect(calls).not.toContain('DELETE player-addresses/7');
    await press(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await vi.waitFor(() => expect(players.queryByText('Kitchen')).toBeNull());
    expect(players.getByText('Living room TV')).toBeTruthy();
    expect(players.getByRole('button', { name: 'Create an address' })).toBeTruthy();
  });

  it('AUTH-12 UI-18 says why there is no address, and ends them with the other devices', async () => {
    const tv = { id: 7, name: 'Kitchen', created_at: NOW, last_used_at: null, country: null };
    let broken = true;
    let list: object[] = [tv];
    await open({
      'GET player-addresses': () => (broken ? refuse(500, 'internal') : { addresses: list, most: 5 }),
      'POST player-addresses': () => refuseField({ field: 'name', code: 'too_many_addresses' }, 'too_many_addresses'),
      'POST sessions/end-others': () => {
        list = [];
        return { ended: 2 };
      },
    });
    const players = section('Watch on other players');
    expect(await players.findByText('Your addresses could not be loaded.')).toBeTruthy();
    broken = false;
    await press(players.getByRole('button', { name: 'Try again' }));
    expect(await players.findByText('Kitchen')).toBeTruthy();
    await press(players.getByRole('button', { name: 'Create an address' }));
    const name = players.getByLabelText('Name of the player');
    type(name, 'Bedroom');
    await press(players.getByRole('button', { name: 'Create address' }));
    expect(problemOf(name)).toContain('the maximum number of addresses');
    await press(players.getByRole('button', { name: 'Cancel' }));
    const devices = section('Your devices');
    await press(devices.getByRole('button', { name: 'Log out all other devices' }));
    await press(within(screen.getByRole('dialog')).getByRole('button', { name: 'Log out all other devices' }));
    expect(await players.findByText('You have no private addresses yet.')).toBeTruthy();
  });

  it('AUTH-02 adds and removes passkeys', async () => {
    let list = [PASSKEY];
    class Credential {
      static parseCreationOptionsFromJSON = (json: object) => ({ parsed: json });
      toJSON = () => ({ id: 'made' });
    }
    vi.stubGlobal('PublicKeyCredential', Credential);
    const create = vi.fn<(options: object) => Promise<Credential>>().mockResolvedValue(new Credential());
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } });
    await open({
      'GET auth/passkeys': () => list,
      'POST auth/passkeys/begin': () => ({ ticket: 'ticket', options: { publicKey: { challenge: 'abc' } } }),
      'POST auth/passkeys': async (request) => {
        sent.push(await request.json());
        list = [...list, { ...PASSKEY, id: 6, name: 'My phone' }];
        return list[1];
      },
      'DELETE auth/passkeys/5': () => {
        list = list.filter(({ id }) => id !== 5);
        return { removed: true };
      },
    });
    const passkeys = section('Passkeys');
    await press(await passkeys.findByRole('button', { name: 'Add a passkey' }));
    type(passkeys.getByLabelText('Name of the passkey'), 'My phone');
    await press(passkeys.getByRole('button', { name: 'Continue' }));
    expect(await passkeys.findByText('My phone')).toBeTruthy();
    expect(create).toHaveBeenCalledWith({ publicKey: { parsed: { challenge: 'abc' } } });
    expect(sent).toMatchObject([{ ticket: 'ticket', name: 'My phone', credential: { id: 'made' } }]);
    await press(passkeys.getByRole('button', { name: 'Remove Old laptop' }));
    await press(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await vi.waitFor(() => expect(passkeys.queryByText('Old laptop')).toBeNull());
  });

  it('AUTH-02 a passkey that its owner does not want to make after all is no error of the server', async () => {
    vi.stubGlobal('PublicKeyCredential', { parseCreationOptionsFromJSON: (json: object) => json });
    const create = vi.fn<() => Promise<unknown>>().mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } });
    await open({ 'POST auth/passkeys/begin': () => ({ ticket: 't', options: { publicKey: {} } }) });
    const passkeys = section('Passkeys');
    await press(await passkeys.findByRole('button', { name: 'Add a passkey' }));
    type(passkeys.getByLabelText('Name of the passkey'), 'My phone');
    await press(passkeys.getByRole('button', { name: 'Continue' }));
    expect((await passkeys.findByRole('alert')).textContent).toContain('No passkey was created');
  });

  it('AUTH-13 the data comes as a file', async () => {
    const { calls } = await open({ 'GET profile/export': () => Response.json({ email: 'fan@channel.test' }) });
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await press(section('Your data').getByRole('button', { name: 'Download my data' }));
    await vi.waitFor(() => expect(names).toEqual(['demo-my-data.json']));
    expect(calls).toContain('GET profile/export');
    const [file] = saved.mock.calls[0] ?? [];
    expect(await (file as Blob).text()).toBe('{"email":"fan@channel.test"}');
    vi.restoreAllMocks();
  });

  it('AUTH-10 deletion says what is erased and kept, wants the password, and leads to the mailbox', async () => {
    const { calls } = await open({ 'POST profile/delete': keep({ sent: true }) });
    const data = section('Your data');
    await press(data.getByRole('button', { name: 'Delete account' }));
    expect(data.getByText('What is deleted')).toBeTruthy();
    expect(data.getByText('What is kept')).toBeTruthy();
    await press(data.getByRole('button', { name: 'Send me the link' }));
    expect(calls).not.toContain('POST profile/delete');
    type(data.getByLabelText('Current password'), 'secret word');
    await press(data.getByRole('button', { name: 'Send me the link' }));
    expect(sent).toMatchObject([{ current_password: 'secret word' }]);
    expect(data.getByRole('status').textContent).toContain('fan@channel.test');
  });

  it('AUTH-10 a member without a password deletes the account without one', async () => {
    await open({ 'POST profile/delete': keep({ sent: true }) }, { ...MEMBER, has_password: false });
    const data = section('Your data');
    await press(data.getByRole('button', { name: 'Delete account' }));
    await press(data.getByRole('button', { name: 'Send me the link' }));
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toHaveProperty('current_password');
    expect(data.getByRole('status')).toBeTruthy();
  });
});
