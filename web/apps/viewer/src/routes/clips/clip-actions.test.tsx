import type { Clip } from '@touchline/api';
import { loadClipMessages } from '@touchline/i18n';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeClip } from '../../testing/clips.ts';
import { connectTo, refuse } from '../../testing/people.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { ClipActions } from './clip-actions.tsx';
import { useFollowedClip } from './use-followed-clip.ts';

const deleted = vi.fn<() => void>();

function Followed({ first }: { readonly first: Clip }) {
  const [clip, setClip] = useFollowedClip(first);
  return <ClipActions clip={clip} onChange={setClip} onDeleted={deleted} />;
}

const press = (name: string, where: Pick<typeof screen, 'getByRole'> = screen) =>
  act(async () => void fireEvent.click(where.getByRole('button', { name, hidden: true })));
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const sheet = () => {
  const shown = document.querySelector<HTMLElement>('dialog[open]');
  if (!shown) throw new Error('no sheet is open');
  return within(shown);
};

async function open(first: Clip, answers: Parameters<typeof connectTo>[0] = {}) {
  const { connection, calls } = connectTo(answers);
  await renderInApp(<Followed first={first} />, { connection });
  return calls;
}

describe('what can be done with a clip', () => {
  beforeEach(async () => {
    await loadClipMessages();
    vi.useFakeTimers();
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    deleted.mockClear();
  });

  it('CLIP-02 while its file is made the server is asked every two seconds, and no longer', async () => {
    const answers = [makeClip({ status: 'processing', queue_place: 1 }), makeClip()];
    const calls = await open(makeClip({ status: 'processing', queue_place: 3 }), {
      'GET clip/7': () => answers.shift(),
    });
    expect(screen.getByRole('status').textContent).toContain('Place 3 in line.');
    await pass(2_000);
    expect(screen.getByRole('status').textContent).toContain('Place 1 in line.');
    await pass(2_000);
    expect(screen.getByText('Ready to download')).toBeTruthy();
    await pass(20_000);
    expect(calls).toEqual(['GET clip/7', 'GET clip/7']);
  });

  it('CLIP-02 a failed one says why, and can be tried again', async () => {
    const calls = await open(makeClip({ status: 'failed', failure: 'The disk is full.' }), {
      'POST clip/7/retry': () => ({ id: 7 }),
    });
    expect(screen.getByRole('alert').textContent).toContain('The disk is full.');
    await press('Try again');
    expect(screen.getByRole('status').textContent).toContain('The file to download is being made.');
    expect(calls).toEqual(['POST clip/7/retry']);
  });

  it('CLIP-03 is deleted after a question, and not without its answer', async () => {
    const calls = await open(makeClip(), { 'DELETE clip/7': () => ({ id: 7 }) });
    await press('Delete');
    await press('Keep it', sheet());
    expect(calls).toEqual([]);
    await press('Delete');
    await press('Delete', sheet());
    expect(calls).toEqual(['DELETE clip/7']);
    expect(deleted).toHaveBeenCalledOnce();
  });

  it('CLIP-03 T6 others neither delete it nor hear of its file', async () => {
    await open(makeClip({ is_mine: false, can_download: false, status: 'failed', failure: 'no' }));
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Share']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('CLIP-03 a download waits for its file in the format that was chosen', async () => {
    const go = vi.fn<(url: URL) => void>();
    vi.stubGlobal('location', { origin: 'http://channel.test', href: 'http://channel.test/', assign: go });
    const asked: string[] = [];
    const answers = [
      { status: 'processing', url: null, queue_place: 2, failure: null },
      { status: 'ready', url: '/media/once/clip.mp4', queue_place: null, failure: null },
    ];
    await open(makeClip(), {
      'GET clip/download/7': ({ url }: Request) => {
        const { searchParams } = new URL(url);
        asked.push(`${searchParams.get('format')} ${searchParams.get('watermark')}`);
        return answers.shift();
      },
    });
    await press('Download');
    fireEvent.click(sheet().getByLabelText('Upright, cropped, 9:16'));
    fireEvent.click(sheet().getByLabelText('With the channel’s mark'));
    await press('Download the file', sheet());
    expect(sheet().getByText(/Place 2 in line/)).toBeTruthy();
    await pass(2_000);
    expect(asked).toEqual(['portrait_crop 0', 'portrait_crop 0']);
    expect(go.mock.calls.map(([url]) => url.href)).toEqual(['http://channel.test/media/once/clip.mp4']);
  });

  it('CLIP-03 a download that cannot be had says why', async () => {
    await open(makeClip(), { 'GET clip/download/7': () => refuse(403, 'no_download') });
    await press('Download');
    await press('Download the file', sheet());
    expect(sheet().getByRole('alert', { hidden: true }).textContent).toContain('could not be prepared');
  });

  it('CLIP-06 copies the link, and shows the networks and the code', async () => {
    const copy = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal('navigator', { clipboard: { writeText: copy } });
    await open(makeClip());
    await press('Share');
    await press('Copy link', sheet());
    expect(copy).toHaveBeenCalledWith('http://channel.test/share/7/word');
    const names = sheet()
      .getAllByRole('link', { hidden: true })
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['X', 'Facebook', 'WhatsApp', 'Telegram', 'Reddit', 'Mail']);
    expect(sheet().getByLabelText<HTMLInputElement>('Code for your own page').value).toContain('/embed/clip/7/word');
    expect(sheet().queryByRole('button', { name: 'More ways', hidden: true })).toBeNull();
  });

  it('CLIP-06 offers what the device has for sharing', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal('navigator', { share });
    await open(makeClip());
    await press('Share');
    await press('More ways', sheet());
    expect(share).toHaveBeenCalledWith({ url: 'http://channel.test/share/7/word', title: 'Buzzer beater' });
  });
});
