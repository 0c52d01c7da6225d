import { refuse } from '@touchline/api/testing';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSession } from '../../session/session.ts';
import { openApp } from '../../testing/open-app.tsx';
import { makeProfile } from '../../testing/people.ts';

const IN = { api_key: 'login-key', user: makeProfile() };
const QUESTION = { ticket: 'ticket', options: { publicKey: { challenge: 'BQY', rpId: 'channel.test' } } };

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const isIn = () => vi.waitFor(() => expect(useSession.getState().user?.id).toBe(7));

class FakeAssertion {
  readonly clientDataJSON = bytes(1);
  readonly authenticatorData = bytes(2);
  readonly signature = bytes(3);
  readonly userHandle = bytes(4);
}

class FakeCredential {
  readonly id = 'AQID';
  readonly rawId = bytes(1, 2, 3);
  readonly type = 'public-key';
  readonly authenticatorAttachment = 'platform';
  readonly response = new FakeAssertion();
  getClientExtensionResults() {
    return {};
  }
}

/** A browser with passkeys; `conditional` where it offers them in a field as well. */
function install(get: (options: CredentialRequestOptions) => Promise<unknown>, conditional = false): void {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(FakeCredential, { isConditionalMediationAvailable: async () => conditional }),
  );
  vi.stubGlobal('AuthenticatorAssertionResponse', FakeAssertion);
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
}

describe('AUTH-02 a passkey', () => {
  beforeEach(() => useSession.getState().setUser(null));
  afterEach(() => {
    cleanup();
    Reflect.deleteProperty(navigator, 'credentials');
    useSession.getState().setUser(null);
  });

  it('is not offered where the browser has none', async () => {
    await openApp('/login');
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });

  it('logs in by what the passkey signs', async () => {
    const finished = vi.fn<(body: unknown) => void>();
    const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>(async () => new FakeCredential());
    install(get);
    await openApp('/login', {
      'POST auth/passkey-login/begin': () => QUESTION,
      'POST auth/passkey-login': async (request) => {
        finished(await request.json());
        return IN;
      },
    });
    await press('Use a passkey');
    await isIn();
    expect(get.mock.calls[0]?.[0]).toMatchObject({
      mediation: 'optional',
      publicKey: { challenge: Uint8Array.of(5, 6), rpId: 'channel.test' },
    });
    expect(finished).toHaveBeenCalledWith({
      api_key: 'key',
      ticket: 'ticket',
      credential: {
        id: 'AQID',
        rawId: 'AQID',
        type: 'public-key',
        authenticatorAttachment: 'platform',
        clientExtensionResults: {},
        response: { clientDataJSON: 'AQ', authenticatorData: 'Ag', signature: 'Aw', userHandle: 'BA' },
      },
    });
  });

  it('shows no error when the passkey question is cancelled', async () => {
    install(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    await openApp('/login', { 'POST auth/passkey-login/begin': () => QUESTION });
    await press('Use a passkey');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Use a passkey' }).getAttribute('aria-disabled')).toBe('false');
  });

  it('says that the passkey was not accepted', async () => {
    install(async () => new FakeCredential());
    await openApp('/login', {
      'POST auth/passkey-login/begin': () => QUESTION,
      'POST auth/passkey-login': () => refuse(400, 'passkey_failed'),
    });
    await press('Use a passkey');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The passkey was not accepted. Try again, or log in another way.',
    );
  });

  it('is offered in the field of the address where the browser can', async () => {
    const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>(async () => new FakeCredential());
    install(get, true);
    await openApp('/login', {
      'POST auth/passkey-login/begin': () => QUESTION,
      'POST auth/passkey-login': () => IN,
    });
    await isIn();
    expect(get.mock.calls[0]?.[0].mediation).toBe('conditional');
  });
});
