import { connectTo, refuseField } from '@touchline/api/testing';
import { loadClipMessages, loadPlayerMessages } from '@touchline/i18n';
import {
  createPlayerController,
  createPlayerEvents,
  type Engine,
  type EngineOptions,
  type PlayerController,
} from '@touchline/player';
import { makeEngine, makeVideo } from '@touchline/player/testing/fake-player.ts';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeClip } from '../../testing/clips.ts';
import { makeEvent } from '../../testing/fixtures.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { ClipEditor } from './clip-editor.tsx';

const loaded = vi.hoisted(() => ({ engine: undefined as ((options: EngineOptions) => Promise<Engine>) | undefined }));
vi.mock('@touchline/player/load-engine', () => ({
  loadEngine: (options: EngineOptions) => loaded.engine?.(options),
  loadHls: async () => ({}),
}));

const LIVE = { start: 0, end: 600, live: true };
const GAME = { start: 0, end: 600, live: false };

const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const write = (label: string, value: string) => {
  const field = screen.getByLabelText(label, { selector: 'input' });
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
};
const times = () =>
  ['Start', 'End'].map((name) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' }).value);

describe('the editor of clips', () => {
  let player: PlayerController;
  let game: ReturnType<typeof makeVideo>;
  const close = vi.fn<() => void>();

  beforeEach(async () => {
    await Promise.all([
      loadClipMessages(),
      loadPlayerMessages(),
      import('./clip-saved.tsx'),
      import('../../playback/page-player.tsx'),
    ]);
    Element.prototype.scrollIntoView = () => undefined;
    loaded.engine = makeEngine(GAME).make;
  });
  afterEach(() => {
    cleanup();
    player.end();
    close.mockClear();
  });

  async function open(timeline: typeof LIVE, at: number, answers: Parameters<typeof connectTo>[0] = {}) {
    game = makeVideo();
    player = createPlayerController({
      video: game.video,
      content: { type: 'event', id: 1 },
      playbackSession: () => ({
        begin: async () => ({ stream: '/media/one/index.m3u8', thumbnails: null }),
        id: () => null,
        rewrite: (address) => address,
        renew: async () => true,
        next: () => null,
        isLive: () => false,
        end: () => undefined,
      }),
      engine: makeEngine(timeline).make,
      events: createPlayerEvents(),
      simulatedFrom: null,
      takeOver: async () => undefined,
    });
    await player.begin();
    game.moveTo(at);
    const { connection, calls } = connectTo({ 'GET clip-tags': () => ({ tags: ['Dunk', 'Block'] }), ...answers });
    await renderInApp(<ClipEditor event={makeEvent()} player={player} onClose={close} />, { connection });
    await screen.findByRole('button', { name: 'Dunk' });
    return calls;
  }

  it('CLIP-04 opens with the last half minute while live, and the game goes on in silence', async () => {
    await open(LIVE, 599);
    expect(times()).toEqual(['0:09:30', '0:10:00']);
    expect([game.video.paused, game.video.muted]).toEqual([false, true]);
    cleanup();
    expect(game.video.muted).toBe(false);
  });

  it('CLIP-04 opens around the moment on demand, where the game waits', async () => {
    await open(GAME, 100);
    expect(times()).toEqual(['0:01:25', '0:01:55']);
    expect(game.video.paused).toBe(true);
    cleanup();
    expect(game.video.paused).toBe(false);
  });

  it('VAL-08 names each missing value at its field, without a request', async () => {
    const calls = await open(GAME, 100);
    await press('Save clip');
    expect(screen.getByText('Please select tag')).toBeTruthy();
    expect(screen.getByText('Please fill in the input field')).toBeTruthy();
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
    expect(calls).not.toContain('POST clip');
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  });

  it('VAL-08 VAL-13 T4 says when the clip goes past the end, or is too long', async () => {
    await open(GAME, 100);
    write('End', '10:30');
    expect(screen.getByText('Your clip duration is longer than the end time')).toBeTruthy();
    write('End', '9:00');
    expect(screen.getByText('A clip must be between 1 and 120 seconds long.')).toBeTruthy();
    write('End', '2:00');
    expect(screen.queryByText(/A clip must be between/)).toBeNull();
    fireEvent.change(screen.getByLabelText('Start', { selector: 'input' }), { target: { value: '1:99' } });
    expect(screen.getByText('Enter a time like 0:12:30.')).toBeTruthy();
  });

  it('CLIP-01 CLIP-02 saves what was chosen, and plays it at once', async () => {
    let sent: unknown;
    const clip = makeClip({ status: 'processing', queue_place: 2 });
    await open(GAME, 100, {
      'POST clip': async (request: Request) => {
        sent = await request.json();
        return clip;
      },
      'GET shared-clip/7': () => clip,
    });
    write('Name', ' Buzzer beater ');
    await press('Dunk');
    write('Your own tag', 'At the horn');
    write('Start', '1:30.5');
    await press('Save clip');
    expect(sent).toMatchObject({
      event_id: 1,
      name: 'Buzzer beater',
      start_time: 90.5,
      duration: 24.5,
      tags: ['Dunk', 'At the horn'],
      is_public: true,
    });
    expect(await screen.findByRole('heading', { name: 'Your clip is saved' })).toBeTruthy();
    expect(await screen.findByText(/Place 2 in line/)).toBeTruthy();
    expect(await screen.findByRole('region', { name: 'Video player: Buzzer beater' })).toBeTruthy();
  });

  it.each([
    [{ field: 'duration', code: 'past_end' }, 'Your clip duration is longer than the end time'],
    [{ field: 'duration', code: 'clip_length', params: { min: 1, max: 90 } }, /between 1 and 90 seconds/],
    [{ field: 'tags', code: 'tags', params: { max: 10, letters: 30 } }, /at most 10 tags of up to 30 characters/],
    [{ field: 'name', code: 'length', params: { min: 1, max: 100 } }, /greater than 0, and must be less than 101/],
    [{ field: 'start_time', code: 'clip_start' }, /must start within the game/],
    [{ field: 'start_time', code: 'nothing_recorded' }, /Nothing was recorded at this time/],
  ] as const)('VAL-08 T4 the server refuses %o, and the work is kept', async (problem, words) => {
    await open(GAME, 100, { 'POST clip': () => refuseField(problem) });
    write('Name', 'Mine');
    await press('Dunk');
    await press('Save clip');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine');
  });

  it.each([
    ['region_blocked', /not available in your region/],
    ['clip_quota', /number of clips that your pass allows/],
    ['no_access', 'You cannot cut clips from this game.'],
    ['internal', 'The clip could not be saved. Please try again.'],
  ])('VAL-08 T4 the server refuses with %s, and the work is kept', async (code, words) => {
    const refusal = { message: code, code, errors: {}, problems: [] };
    await open(GAME, 100, { 'POST clip': () => Response.json(refusal, { status: 400 }) });
    write('Name', 'Mine');
    await press('Dunk');
    await press('Save clip');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine');
  });

  it.each([
    [
      { audience: 'everyone', limit: null, seconds_left: 42.26 },
      'Your public clips may show 42.2 s more of this game.',
    ],
    [
      { audience: 'access', limit: 'own_share', seconds_left: 3 },
      'Only people with access to the game will see this clip. Your public clips may show 3 s more of it.',
    ],
    [
      { audience: 'access', limit: 'share_of_all', seconds_left: 0 },
      'Only people with access to the game will see this clip. Public clips of all members may show 0 s more of it.',
    ],
    [
      { audience: 'access', limit: 'trial', seconds_left: 0 },
      'Only people with access to the game will see this clip. During a free trial, clips of paid games cannot be public.',
    ],
  ])('T54 shows the clip’s audience before it is saved: %o', async (said, words) => {
    const calls = await open(GAME, 100, { 'GET clip-audience': () => said });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(calls).not.toContain('POST clip');
  });

  it('T54 asks again for other seconds, and says nothing of games that cost nothing', async () => {
    const asked: string[] = [];
    await open(GAME, 100, {
      'GET clip-audience': ({ url }: Request) => {
        const { searchParams } = new URL(url);
        asked.push(['event_id', 'start_time', 'duration'].map((name) => searchParams.get(name)).join(' '));
        return asked.length === 1
          ? { audience: 'access', limit: 'own_share', seconds_left: 0 }
          : { audience: 'everyone', limit: null, seconds_left: null };
      },
    });
    await screen.findByText(/Only people with access/);
    write('Start', '1:30.5');
    await vi.waitFor(() => expect(screen.queryByText(/Only people with access/)).toBeNull());
    expect(asked).toEqual(['1 85 30', '1 90.5 24.5']);
  });

  it('CLIP-04 I and O take the picture that is seen, and the handles go by frames', async () => {
    await open(GAME, 100);
    const video = screen.getByLabelText<HTMLVideoElement>('Preview of the clip');
    const key = (name: string, on: Element = video) => fireEvent.keyDown(on, { key: name });
    act(() => {
      video.currentTime = 90;
    });
    key('i');
    expect(times()[0]).toBe('0:01:30');
    act(() => {
      video.currentTime = 110;
    });
    key('O');
    expect(times()).toEqual(['0:01:30', '0:01:50']);
    const handle = screen.getByRole('slider', { name: 'Start' });
    fireEvent.keyDown(handle, { key: 'ArrowRight', shiftKey: true });
    expect(times()[0]).toBe('0:01:31');
    key('ArrowLeft', handle);
    expect(times()[0]).toBe('0:01:30.967');
    expect(handle.getAttribute('aria-valuenow')).toBe('90.967');
  });

  it('CLIP-04 UI-19 a key in a text field is only its letter, and Escape leads back', async () => {
    await open(GAME, 100);
    const before = times();
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'i' });
    expect(times()).toEqual(before);
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' });
    expect(close).toHaveBeenCalledOnce();
  });
});
