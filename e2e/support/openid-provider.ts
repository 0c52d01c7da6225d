// A real OpenID provider on this machine, in the place of Google's. It accepts every name without a password.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Page } from '@playwright/test';
import { Provider } from 'oidc-provider';
import { portOf } from './ports.ts';

const client = { id: 'touchline', secret: 'a-secret-of-the-journeys' };

export class OpenIdProvider {
  readonly issuer: string;
  private readonly server: Server;

  private constructor(server: Server, issuer: string) {
    this.server = server;
    this.issuer = issuer;
  }

  /** Sends people back to the sites at these addresses only. */
  static async start(sites: readonly string[]): Promise<OpenIdProvider> {
    let handle: ReturnType<Provider['callback']> | undefined;
    const server = createServer((request, answer) => void handle?.(request, answer)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const issuer = `http://127.0.0.1:${portOf(server)}`;
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: sites.map((site) => `${site}/auth/login/google/callback`),
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      cookies: { keys: ['of the journeys'] },
      findAccount: (_context, email) => ({
        accountId: email,
        claims: () => ({ sub: email, email, email_verified: true, given_name: 'Sam', family_name: 'Social' }),
      }),
    });
    handle = provider.callback();
    return new OpenIdProvider(server, issuer);
  }

  /** What the program is told of it. */
  settings(channel: string): string {
    return [
      `[social.${channel}.google]`,
      `client_id = "${client.id}"`,
      `client_secret = "${client.secret}"`,
      `issuer = "${this.issuer}"`,
    ].join('\n');
  }

  /** Its pages ask for things that are not on this machine. */
  async quieten(page: Page): Promise<void> {
    await page.route(/^https:|\/favicon\.ico$/, (route) => route.fulfill({ status: 200, body: '' }));
  }

  /** Logs in at the provider's own page, and agrees to what the site wants to know. */
  async logIn(page: Page, email: string): Promise<void> {
    await page.getByPlaceholder('Enter any login').fill(email);
    await page.getByPlaceholder('and password').fill('whatever');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  /** Thinks better of it at the provider's page. */
  async cancel(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Cancel' }).click();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
