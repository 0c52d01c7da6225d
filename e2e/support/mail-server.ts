// A mail server of the journey's own, which keeps what it takes.
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { expect } from '@playwright/test';

interface Taken {
  readonly to: string;
  /** As the reader sees it. */
  readonly text: string;
}

export class MailServer {
  private readonly server: Server;
  private readonly taken: Taken[] = [];

  private constructor() {
    this.server = createServer((socket) => this.talk(socket));
  }

  static async start(): Promise<MailServer> {
    const mails = new MailServer();
    mails.server.listen(0, '127.0.0.1');
    await once(mails.server, 'listening');
    return mails;
  }

  /** What the program's settings name it by. */
  url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
    return `smtp://127.0.0.1:${address.port}`;
  }

  /** The newest mail to an address, as soon as it is there. */
  async newest(to: string): Promise<string> {
    await expect.poll(() => this.taken.some((mail) => mail.to === to)).toBe(true);
    return this.taken.findLast((mail) => mail.to === to)?.text ?? '';
  }

  stop(): void {
    this.server.close();
  }

  private talk(socket: Socket): void {
    let unread = '';
    let to = '';
    let isData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      const word = line.slice(0, 4).toUpperCase();
      if (word === 'RCPT') to = /<(?<address>[^>]*)>/u.exec(line)?.groups?.['address'] ?? '';
      if (word === 'DATA') isData = true;
      say(word === 'DATA' ? '354 go on' : word === 'QUIT' ? '221 bye' : '250 ok');
      if (word === 'QUIT') socket.end();
    };
    socket.setEncoding('utf8').on('data', (text: string) => {
      unread += text;
      for (;;) {
        const end = unread.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = unread.slice(0, end);
        unread = unread.slice(end + (isData ? 5 : 2));
        if (!isData) {
          hear(part);
          continue;
        }
        isData = false;
        this.taken.push({ to, text: readable(part) });
        say('250 taken');
      }
    });
    // The program ends idle connections as it likes.
    socket.on('error', () => socket.destroy());
    say('220 journeys');
  }
}

/** Quoted-printable breaks long lines and writes odd letters as numbers; links are plain letters. */
function readable(data: string): string {
  return data
    .replaceAll('=\r\n', '')
    .replaceAll(/=(?<code>[0-9A-F]{2})/gu, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
