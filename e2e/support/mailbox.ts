// The mails that the demo sent.
import { expect, type APIRequestContext } from '@playwright/test';
import type { Touchline } from './touchline.ts';

interface Mail {
  readonly id: number;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly kind: string;
}

export class Mailbox {
  private readonly request: APIRequestContext;
  private readonly touchline: Touchline;

  constructor(request: APIRequestContext, touchline: Touchline) {
    this.request = request;
    this.touchline = touchline;
  }

  /** All mail to an address, the newest first. */
  async all(to: string, channel = 'demo'): Promise<Mail[]> {
    const answer = await this.request.get(`${this.touchline.origin(channel)}/dev/mail.json`, { params: { to } });
    expect(answer.ok(), 'the demo shows its mail').toBe(true);
    const { data }: { data: Mail[] } = await answer.json();
    return data;
  }

  /** The newest mail of a kind, as soon as it is there. */
  async newest(to: string, kind: string): Promise<Mail> {
    let found: Mail | undefined;
    await expect(async () => {
      found = (await this.all(to)).find((mail) => mail.kind === kind);
      expect(found, `a mail of kind ${kind} to ${to}`).toBeDefined();
    }).toPass();
    if (!found) throw new Error('there is no such mail');
    return found;
  }

  /** The path that the newest mail of a kind links to. */
  async link(to: string, kind: string, path: string): Promise<string> {
    const { text } = await this.newest(to, kind);
    const [url] = text.match(/https?:\/\/\S+/g)?.filter((found) => new URL(found).pathname === path) ?? [];
    if (!url) throw new Error(`no link to ${path} in: ${text}`);
    const { pathname, search } = new URL(url);
    return pathname + search;
  }
}

let count = 0;

/** An address without an account. */
export function newAddress(name: string): string {
  count += 1;
  return `${name}-${process.pid}-${count}@journeys.test`;
}
