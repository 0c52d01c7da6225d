import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { VideoDetails } from '@touchline/api/console';
import { refuseField } from '@touchline/api/testing';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeQueryClient } from '../../app/query-client.ts';
import { VideoExtras } from './video-extras.tsx';

const VIDEO: VideoDetails = {
  kind: 'event',
  id: 2,
  title: 'Hawks at Wolves',
  has_video: true,
  captions: [],
  languages: [
    { tag: 'bg', name: 'Български' },
    { tag: 'en', name: 'English' },
  ],
  player_url: null,
  preview_url: null,
};

const ok = (data: unknown) => Response.json({ data, meta: {} });

type Answers = Readonly<Record<string, (request: Request) => Response | Promise<Response>>>;

/** The video of a game, on a server that answers to "PUT games/2/players" and the like. */
function open(answers: Answers): void {
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname.replace('/console/api/channels/1/', '')}`;
    return answers[call]?.(request) ?? ok(VIDEO);
  });
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <VideoExtras channel={1} kind="event" target={2} />
    </QueryClientProvider>,
  );
}

beforeAll(loadConsoleMessages);
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

test('PLAY-08 captions are added in a language, refused in words, and removed', async () => {
  const captions: VideoDetails['captions'] = [];
  const sent: string[] = [];
  open({
    'GET videos/event/2': () => ok({ ...VIDEO, captions: [...captions] }),
    'PUT videos/event/2/captions/bg': async (request) => {
      sent.push(await request.text());
      if (sent.length === 1) return refuseField({ field: 'file', code: 'no_captions' });
      captions.push({ tag: 'bg', name: 'Български' });
      return ok({ language: 'bg', captions: 12 });
    },
    'DELETE videos/event/2/captions/bg': () => {
      captions.length = 0;
      return ok({ language: 'bg' });
    },
  });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Add captions' }));
  expect(screen.getByRole('alert').textContent).toBe('Choose the language first.');
  await user.selectOptions(screen.getByLabelText('Language'), 'bg');
  const add = async (text: string) => {
    await user.upload(screen.getByLabelText('Captions file'), new File([text], 'a.vtt', { type: 'text/vtt' }));
    await user.click(screen.getByRole('button', { name: 'Add captions' }));
  };
  await add('words');
  expect(await screen.findByText(/The file contains no captions/)).toBeTruthy();
  await add('WEBVTT');
  await user.click(await screen.findByRole('button', { name: 'Remove the captions in Български' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove the captions/ })).toBeNull());
  expect(sent).toEqual(['words', 'WEBVTT']);
});

test('PLAY-08 captions can be added only once there is a video', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let isThere = false;
  open({ 'GET videos/event/2': () => ok({ ...VIDEO, has_video: isThere }) });
  expect(await screen.findByText('Upload the video first, then add captions.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add captions' })).toBeNull();
  isThere = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await screen.findByRole('button', { name: 'Add captions' })).toBeTruthy();
});

test('PLAY-04 the player of another site is saved, and a bad address is told at its field', async () => {
  const sent: unknown[] = [];
  open({
    'PUT games/2/players': async (request) => {
      const players: unknown = await request.json();
      sent.push(players);
      if (sent.length > 1) return ok({ player_url: 'https://video.test/one', preview_url: null });
      return refuseField({ field: 'player_url', code: 'address_https' });
    },
  });
  const user = userEvent.setup();
  const field = await screen.findByLabelText('Address of the player');
  await user.type(field, 'http://video.test/1');
  await user.click(screen.getByRole('button', { name: 'Save addresses' }));
  expect((await screen.findByRole('alert')).textContent).toContain('must begin with https://');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.clear(field);
  await user.type(field, 'https://VIDEO.test/one');
  await user.click(screen.getByRole('button', { name: 'Save addresses' }));
  await waitFor(() => expect(field).toHaveProperty('value', 'https://video.test/one'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent.at(-1)).toEqual({ player_url: 'https://VIDEO.test/one', preview_url: '' });
});
