// Games with moving pictures: a real encoder sends one for as long as the journeys last, and has sent one that is over.
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { request, type APIRequestContext } from '@playwright/test';
import { Api, type Schemas } from './api.ts';
import type { Touchline } from './touchline.ts';

/** Long enough to go back and forth in. */
const recordedSeconds = 18;
const patience = 60_000;

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
    const context = await request.newContext();
    const api = new Api(context, touchline);
    // With a score, so that there is something to give away.
    const recorded = await freeGame(api, 'live', ({ score }) => score !== null);
    const live = await freeGame(api, 'upcoming');
    const encoder = push(await touchline.ingestAddress(live));
    const first = push(await touchline.ingestAddress(recorded), recordedSeconds);
    await new Promise((ended) => first.once('exit', ended));
    await touchline.endGame(recorded);
    await untilMedia(context, touchline, recorded, 3);
    await untilMedia(context, touchline, live, 2);
    await context.dispose();
    return new Broadcasts(live, recorded, encoder);
  }

  stop(): void {
    this.encoder.kill('SIGKILL');
  }
}

async function freeGame(
  api: Api,
  state: 'live' | 'upcoming',
  fits: (game: Schemas['Event']) => boolean = () => true,
): Promise<number> {
  const games = await api.games({ stream_status: state });
  const isFree = (game: Schemas['Event']) => game.access_type === 'free' && !game.is_geo_blocked && fits(game);
  const game = games.findLast(isFree);
  if (game === undefined) throw new Error(`the demo has no free ${state} game`);
  return game.id;
}

/** A small moving picture with a tone, a key frame every second. */
function push(address: string, seconds?: number): ChildProcess {
  const length = seconds === undefined ? [] : ['-t', String(seconds)];
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25'];
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'];
  const keyFrames = ['-g', '25', '-keyint_min', '25', '-sc_threshold', '0', '-b:v', '300k'];
  const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-re'];
  const output = ['-c:a', 'aac', '-b:a', '64k', ...length, '-f', 'flv', address];
  return spawn('ffmpeg', [...quiet, ...picture, ...sound, ...coding, ...keyFrames, ...output], { stdio: 'ignore' });
}

/** Waits until everybody can play media of that type. */
async function untilMedia(context: APIRequestContext, touchline: Touchline, game: number, type: number): Promise<void> {
  const key = await new Api(context, touchline).apiKey();
  const address = `${touchline.origin()}/api/events/${game}?api_key=${key}`;
  const deadline = Date.now() + patience;
  let last = '';
  while (Date.now() < deadline) {
    const answer: unknown = await (await context.get(address)).json();
    last = JSON.stringify(answer);
    if (last.includes(`"type":${type},"url":"/media/`)) return;
    await sleep(200);
  }
  throw new Error(`game ${game} has no media of type ${type}: ${last}`);
}
