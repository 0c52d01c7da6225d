// Starts and stops the real program with a demo of its own: a fresh data folder and a free port.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { OpenIdProvider } from './openid-provider.ts';
import { freePort } from './ports.ts';
import { waitLimit } from './slowness.ts';

const root = resolve(import.meta.dirname, '../..');
const binary =
  process.env['TOUCHLINE_BIN'] ?? resolve(root, process.env['CARGO_TARGET_DIR'] ?? 'target', 'debug/touchline');
const startLimit = waitLimit(60_000);
const stopLimit = 15_000;

function siteOf(channel: string, port: number): string {
  const host = channel === 'demo' ? 'localhost' : `${channel}.localhost`;
  return `http://${host}:${port}`;
}

export class Touchline {
  private readonly child: ChildProcess;
  private readonly dataDir: string;
  private readonly port: number;
  private readonly settings: NodeJS.ProcessEnv;
  private readonly output: string[] = [];
  /** Stands in for Google on the demo channel. */
  readonly provider: OpenIdProvider;

  private constructor(
    child: ChildProcess,
    dataDir: string,
    port: number,
    settings: NodeJS.ProcessEnv,
    provider: OpenIdProvider,
  ) {
    this.child = child;
    this.dataDir = dataDir;
    this.port = port;
    this.settings = settings;
    this.provider = provider;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.output.push(text));
    }
  }

  static start(more: Readonly<Record<string, string>> = {}): Promise<Touchline> {
    return Touchline.serve(['--demo'], more);
  }

  /** A new server, which has no channel and no operator. */
  static startEmpty(more: Readonly<Record<string, string>> = {}): Promise<Touchline> {
    return Touchline.serve([], more);
  }

  private static async serve(options: readonly string[], more: Readonly<Record<string, string>>): Promise<Touchline> {
    const dataDir = await mkdtemp(join(tmpdir(), 'touchline-e2e-'));
    const port = await freePort();
    const provider = await OpenIdProvider.start([siteOf('demo', port)]);
    await writeFile(join(dataDir, 'touchline.toml'), provider.settings('demo'));
    // Settings of the caller's environment would make it another program.
    const settings = {
      PATH: process.env['PATH'],
      PORT: String(port),
      RTMP_PORT: String(await freePort()),
      TOUCHLINE_DATA_DIR: join(dataDir, 'data'),
      METRICS_PORT: 'off',
      // Drawing matches takes minutes of the processor: journeys push pictures of their own.
      TOUCHLINE_DEMO_FOOTAGE: 'off',
      // A full hour that strikes in the middle of a journey would move the games under it.
      TOUCHLINE_DEMO_MOVES: 'false',
      ...more,
    };
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const child = spawn(binary, ['serve', ...options], { cwd: dataDir, env: settings, stdio: [...stdio] });
    const program = new Touchline(child, dataDir, port, settings, provider);
    await once(child, 'spawn');
    try {
      await program.untilReady();
    } catch (error) {
      await program.stop();
      throw error;
    }
    return program;
  }

  /** Address of a channel's site: `demo`, or any other channel of the demo by its alias. */
  origin(channel = 'demo'): string {
    return siteOf(channel, this.port);
  }

  loopback(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The file that another server would share with this one. */
  database(): string {
    return join(this.dataDir, 'data', 'touchline.db');
  }

  /** Where an encoder pushes a game to, as the program tells it to an operator. */
  async ingestAddress(game: number): Promise<string> {
    const options = { cwd: this.dataDir, env: this.settings };
    const { stdout } = await promisify(execFile)(binary, ['stream-key', String(game)], options);
    const address = /rtmp:\/\/\S+/.exec(stdout)?.[0];
    if (address === undefined) throw new Error(`no address: ${stdout}`);
    return address;
  }

  /** Ends a live game, as an operator does. */
  async endGame(game: number): Promise<void> {
    await promisify(execFile)(binary, ['end-game', String(game)], { cwd: this.dataDir, env: this.settings });
  }

  /** Makes an operator who owns every channel. */
  async createOwner(email: string, password: string): Promise<void> {
    const made = promisify(execFile)(binary, ['create-owner', email], { cwd: this.dataDir, env: this.settings });
    made.child.stdin?.end(`${password}\n`);
    await made;
  }

  /** Makes an operator an administrator of the server. */
  async makeAdministrator(email: string): Promise<void> {
    await promisify(execFile)(binary, ['administrator', 'add', email], { cwd: this.dataDir, env: this.settings });
  }

  /** Makes the test bank go wrong as told; without a word it is well again. */
  async turnBank(knobs: Readonly<Record<string, string>> = {}): Promise<void> {
    const file = await readFile(join(this.dataDir, 'data', 'testbank', 'keys.json'), 'utf8');
    const { secret_key: key }: { secret_key: string } = JSON.parse(file);
    const answer = await fetch(`${this.loopback()}/testbank/v1/testbank/chaos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams(knobs),
    });
    if (!answer.ok) throw new Error(`the bank answered ${answer.status}: ${await answer.text()}`);
  }

  log(): string {
    return this.output.join('');
  }

  async stop(): Promise<void> {
    if (this.isRunning()) {
      const exited = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      const killer = setTimeout(() => this.child.kill('SIGKILL'), stopLimit);
      await exited;
      clearTimeout(killer);
    }
    await this.provider.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  private async untilReady(): Promise<void> {
    const deadline = Date.now() + startLimit;
    while (this.isRunning() && Date.now() < deadline) {
      const answer = await fetch(`${this.loopback()}/readyz`).catch(() => undefined);
      if (answer?.ok === true) return;
      await sleep(50);
    }
    throw new Error(`touchline did not get ready:\n${this.log()}`);
  }
}
