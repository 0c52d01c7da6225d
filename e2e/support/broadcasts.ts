// Games with moving pictures: a real encoder sends one for as long as the journeys last, and has sent one that is over.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '@playwright/test';
import { setScore } from './another-server.ts';
import { Api, type Schemas } from './api.ts';
import { OWN_CONNECTIONS } from './own-connections.ts';
import { waitLimit } from './slowness.ts';
import type { Touchline } from './touchline.ts';

/** Long enough to go back and forth in. */
const recordedSeconds = 18;
const patience = waitLimit(60_000);
const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin'];

export class Broadcasts {
  readonly live: number;
  readonly recorded: number;
  private readonly encoder: ChildProcess;

  private constructor(live: number, recorded: number, encoder: ChildProcess) {
    this.live = live;
    this.recorded = recorded;
    this.encoder = encoder;
  }

  static async start(touchline: Touchline): Promise<Broadcasts> {
    const context = await request.newContext(OWN_CONNECTIONS);
    const api = new Api(context, touchline);
    // Games that are live in the demo stay so, for the journeys that look for one.
    const live = await upcomingFreeGame(api);
    const recorded = await upcomingFreeGame(api, ({ id, participants }) => id !== live && participants.length === 2);
    const encoder = push(await touchline.ingestAddress(live), {});
    const first = push(await touchline.ingestAddress(recorded), { seconds: recordedSeconds });
    await new Promise((ended) => first.once('exit', ended));
    await touchline.endGame(recorded);
    // So that there is something to give away.
    setScore(touchline, recorded, [3, 4]);
    await mediaAddress(api, touchline, recorded, 3);
    await mediaAddress(api, touchline, live, 2);
    await context.dispose();
    return new Broadcasts(live, recorded, encoder);
  }

  stop(): void {
    this.encoder.kill('SIGKILL');
  }
}

/** The last one that has not begun: journeys look at the first ones. */
export async function upcomingFreeGame(
  api: Api,
  fits: (game: Schemas['Event']) => boolean = () => true,
): Promise<number> {
  const games = await api.games({ stream_status: 'upcoming' });
  const isFree = (game: Schemas['Event']) => game.access_type === 'free' && !game.is_geo_blocked && fits(game);
  const game = games.findLast(isFree);
  if (game === undefined) throw new Error('the demo has no free game ahead');
  return game.id;
}

interface Film {
  size?: string;
  /** Pictures from one key frame to the next; there are 25 in a second. */
  keyEvery?: number;
  /** Seconds until the sound begins. */
  soundAfter?: number;
}

interface Sending {
  seconds?: number;
  /** How fast it is sent, of the time that it lasts. */
  speed?: number;
}

/** Sends a film, again and again or for some seconds, as an encoder at a game does. */
export function push(address: string, { seconds, speed = 1, ...film }: Film & Sending): ChildProcess {
  const length = seconds === undefined ? [] : ['-t', String(seconds)];
  const input = ['-readrate', String(speed), '-stream_loop', '-1', '-i', drawn(film)];
  return spawn('ffmpeg', [...quiet, ...input, '-c', 'copy', ...length, '-f', 'flv', address], { stdio: 'ignore' });
}

/**
 * A small moving picture with a tone, a key frame every second unless told otherwise; just large enough for one lower rendition. Drawn once and
 * then sent as it is: encoders that drew it for as long as the journeys last took a fifth of the processor.
 */
function drawn({ size = '426x240', keyEvery = 25, soundAfter = 0 }: Film): string {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25`];
  const sound = ['-itsoffset', String(soundAfter), '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'];
  const every = String(keyEvery);
  const keyFrames = ['-g', every, '-keyint_min', every, '-sc_threshold', '0', '-b:v', '300k'];
  const how = [...picture, ...sound, ...coding, ...keyFrames, '-c:a', 'aac', '-b:a', '64k', '-t', '120', '-f', 'flv'];
  const name = createHash('sha256').update(how.join(' ')).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `touchline-film-${name}.flv`);
  if (existsSync(file)) return file;
  // The other worker may render it too: the last one puts the same film in its place.
  const unfinished = `${file}.${process.pid}`;
  execFileSync('ffmpeg', [...quiet, ...how, unfinished]);
  renameSync(unfinished, file);
  return file;
}

/** The public address of media of that type, as soon as there is some. */
export async function mediaAddress(api: Api, touchline: Touchline, game: number, type: number): Promise<string> {
  const address = `${touchline.origin()}/api/events/${game}?api_key=${await api.apiKey()}`;
  const deadline = Date.now() + patience;
  let last = '';
  while (Date.now() < deadline) {
    // oxlint-disable-next-line no-await-in-loop
    last = await (await fetch(address)).text();
    const path = new RegExp(`"type":${type},"url":"(?<path>/media/[^"]+)"`).exec(last)?.groups?.['path'];
    if (path !== undefined) return `${touchline.origin()}${path}`;
    // oxlint-disable-next-line no-await-in-loop
    await sleep(200);
  }
  throw new Error(`game ${game} has no media of type ${type}: ${last}`);
}
