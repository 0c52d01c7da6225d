import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Api } from '../support/api.ts';
import { mediaAddress, push, upcomingFreeGame } from '../support/broadcasts.ts';
import { playlists, violations } from '../support/playlists.ts';
import { waitLimit } from '../support/slowness.ts';
import { expect, test } from '../support/test.ts';
import type { Touchline } from '../support/touchline.ts';

const live = 2;
const onDemand = 3;
const patience = waitLimit(60_000);

/** All playlists of a game, as soon as they look like this. */
async function until(api: Api, touchline: Touchline, game: number, type: number, seen: (texts: string[]) => boolean) {
  const address = await mediaAddress(api, touchline, game, type);
  let found = await playlists(address);
  const look = async () => {
    found = await playlists(address);
    return seen([...found.values()]);
  };
  await expect.poll(look, { timeout: patience }).toBe(true);
  return { address, found };
}

function haveEnded(texts: string[]): boolean {
  return texts.every((text) => text.includes('#EXT-X-STREAM-INF') || text.includes('#EXT-X-ENDLIST'));
}

test('PLAY-05 playlists of a live game and of a recorded one are what others take for HLS', async ({
  api,
  touchline,
  broadcasts,
}) => {
  // The lower rendition is away for a while when another game takes its place.
  const watched = await until(
    api,
    touchline,
    broadcasts.live,
    live,
    (texts) =>
      texts.length === 4 && texts.every((text) => text.includes('#EXT-X-STREAM-INF') || text.includes('#EXT-X-PART:')),
  );
  expect([...watched.found.keys()]).toEqual(['index.m3u8', 'a0/index.m3u8', 'v0/index.m3u8', 'v4/index.m3u8']);
  expect(violations(watched.found)).toEqual([]);
  // What a player that has the rest is told.
  const delta = async () => (await fetch(new URL('v0/index.m3u8?_HLS_skip=YES', watched.address))).text();
  await expect.poll(delta, { timeout: patience }).toContain('#EXT-X-SKIP:');
  expect(violations(new Map([['v0/index.m3u8', await delta()]]))).toEqual([]);

  const recorded = await until(
    api,
    touchline,
    broadcasts.recorded,
    onDemand,
    (texts) => texts.length === 4 && haveEnded(texts),
  );
  expect([...recorded.found.keys()]).toEqual([...watched.found.keys()]);
  expect(violations(recorded.found)).toEqual([]);

  const entries = ['-v', 'error', '-show_entries', 'stream=codec_name,width', '-of', 'csv=p=0', recorded.address];
  const { stdout, stderr } = await promisify(execFile)('ffprobe', entries);
  expect(stderr).toBe('');
  for (const stream of ['h264,426', 'h264,320', 'aac']) expect(stdout).toContain(stream);
});

test('PLAY-05 playlists stay right when the encoder breaks off, and when a rendition joins late', async ({
  api,
  touchline,
}) => {
  test.setTimeout(waitLimit(150_000));
  const game = await upcomingFreeGame(api);
  const address = await touchline.ingestAddress(game);
  // Too small for a lower rendition; then large enough for one, which has gaps where it was not there.
  const first = push(address, { size: '240x136', seconds: 6 });
  await new Promise((ended) => first.once('exit', ended));
  const second = push(address, { size: '426x240' });
  try {
    const broken = await until(api, touchline, game, live, (texts) =>
      texts.some((text) => text.includes('#EXT-X-GAP') && text.includes('#EXT-X-PART:')),
    );
    expect([...broken.found.keys()]).toContain('v4/index.m3u8');
    expect([...broken.found.values()].filter((text) => text.includes('#EXT-X-DISCONTINUITY\n'))).toHaveLength(3);
    expect(violations(broken.found)).toEqual([]);
  } finally {
    second.kill('SIGKILL');
    await touchline.endGame(game);
  }
  const recorded = await until(api, touchline, game, onDemand, haveEnded);
  expect(violations(recorded.found)).toEqual([]);
});
