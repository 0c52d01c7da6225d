// How old the picture is that a viewer sees: a bar code with the time is burnt into what an encoder sends, and read back
// from the screen of a real browser; beside it nginx with its RTMP module, from the same encoder in the same run.
// Usage: node measure/glass-to-glass.ts (what it measures is the program that TOUCHLINE_BIN names)
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium as playwright, request, type Page } from '@playwright/test';
import { Api } from '../support/api.ts';
import { chromium } from '../support/chromium.ts';
import { portOf } from '../support/ports.ts';
import { Touchline } from '../support/touchline.ts';
import { BarCodeEncoder } from './bar-code-encoder.ts';
import { readBarCode } from './bar-code.ts';
import { NginxRtmp } from './nginx-rtmp.ts';

const ceiling = 2_000;
const ratioCeiling = 0.25;
const settleFor = 20_000;
const measureFor = 30_000;

/** Milliseconds between a picture's making and its being on the screen, picture by picture. */
async function ages(page: Page): Promise<number[]> {
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0, undefined, {
    timeout: 60_000,
  });
  await sleep(settleFor);
  return page.evaluate(readBarCode, measureFor);
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.floor(sorted.length * part)];
  if (value === undefined) throw new Error('no bar code was read');
  return value;
}

/** A page that plays an address with nothing but hls.js, for the peer. */
async function plainPlayer(address: string): Promise<Server> {
  const engine = await readFile(
    createRequire(import.meta.url).resolve('../../web/node_modules/hls.js/dist/hls.min.js'),
  );
  const html = `<video muted autoplay playsinline></video><script src="/hls.js"></script>
    <script>const hls = new Hls(); hls.loadSource(${JSON.stringify(address)}); hls.attachMedia(document.querySelector('video'));</script>`;
  const server = createServer((asked, answer) => {
    const isEngine = asked.url === '/hls.js';
    answer.setHeader('content-type', isEngine ? 'text/javascript' : 'text/html');
    answer.end(isEngine ? engine : html);
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  return server;
}

// With the default settings, lower renditions included; the peers encode nothing.
const touchline = await Touchline.start({ TOUCHLINE_DEMO_FOOTAGE: 'off' });
const nginx = await NginxRtmp.start();
const api = new Api(await request.newContext(), touchline);
const upcoming = await api.games({ stream_status: 'upcoming' });
const game = upcoming.findLast(({ access_type, is_geo_blocked }) => access_type === 'free' && !is_geo_blocked)?.id;
if (game === undefined) throw new Error('the demo has no free game');
const encoder = BarCodeEncoder.push([await touchline.ingestAddress(game), nginx.ingestAddress]);
const browser = await playwright.launch({
  executablePath: chromium.path,
  args: [...chromium.args, '--autoplay-policy=no-user-gesture-required'],
});
let kept = false;
try {
  const page = await browser.newPage();
  await page.goto(`${touchline.origin()}/watch/${game}`);
  const ours = await ages(page);
  await page.close();

  const player = await plainPlayer(nginx.playlist);
  const peer = await browser.newPage();
  await peer.goto(`http://127.0.0.1:${portOf(player)}/`);
  const theirs = await ages(peer);
  player.close();

  const [p50, p95] = [percentile(ours, 0.5), percentile(ours, 0.95)];
  const [peerP50, peerP95] = [percentile(theirs, 0.5), percentile(theirs, 0.95)];
  const ratio = p50 / peerP50;
  kept = p95 <= ceiling && ratio <= ratioCeiling;
  process.stdout.write(
    `glass to glass: ${p50} ms (95 of 100 within ${p95}); nginx-rtmp ${peerP50} (${peerP95}); ratio ${ratio.toFixed(2)}; ` +
      `ceilings ${ceiling} ms and ${ratioCeiling}: ${kept ? 'kept' : 'MISSED'} (${ours.length} and ${theirs.length} pictures)\n`,
  );
} finally {
  await browser.close();
  encoder.stop();
  await nginx.stop();
  await touchline.stop();
}
process.exitCode = kept ? 0 : 1;
