import { vi } from 'vitest';
import type { PlaybackSession } from '../dom/playback-session.ts';
import { createPlayerController, type PlayerController } from '../dom/player-controller.ts';
import { createPlayerEvents } from '../core/player-events.ts';
import { makeEngine, makeVideo } from './fake-player.ts';

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);

/** A live game of so many seconds with a picture every four, as the server lists them, and the addresses it was asked for. */
export function listPictures(length: () => number): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const cues = Array.from({ length: Math.floor(length() / 4) }, (_, number) => {
      const times = `${clock(number * 4)} --> ${clock(number * 4 + 4)}`;
      return `\n${times}\nstill-${number}.jpg#xywh=0,0,160,90\n`;
    });
    return new Response(['WEBVTT\n', ...cues].join(''));
  });
  return asked;
}

/** A player of a live game that is ten minutes old; each of its addresses gets a new token. */
export async function playLive(): Promise<PlayerController> {
  let tokens = 0;
  const playbackSession: PlaybackSession = {
    begin: async () => ({ stream: '/media/one/index.m3u8', thumbnails: '/media/one/thumbs.vtt' }),
    id: () => null,
    rewrite: (address) => address.replace('/one/', `/token-${(tokens += 1)}/`),
    renew: async () => true,
    next: () => null,
    isLive: () => true,
    end: () => undefined,
  };
  const player = createPlayerController({
    video: makeVideo().video,
    content: { type: 'event', id: 1 },
    playbackSession: () => playbackSession,
    engine: makeEngine({ start: 0, end: 600, live: true }).make,
    events: createPlayerEvents(),
    simulatedFrom: null,
    takeOver: async () => undefined,
  });
  await player.begin();
  player.video.dispatchEvent(new Event('timeupdate'));
  return player;
}
