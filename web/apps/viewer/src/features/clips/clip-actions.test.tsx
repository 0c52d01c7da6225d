import type { Clip } from '@touchline/api';
import { connectTo, refuse } from '@touchline/api/testing';
import { loadClipMessages } from '@touchline/i18n';
import { Toasts } from '@touchline/ui';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeClip } from '../../testing/clips.ts';
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

describe('clip actions', () => {
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

  it('CLIP-02 polls every two seconds while the file is made, and no longer', async () => {
    const answers = [makeClip({ status: 'processing', queue_place: 1 }), makeClip()];
    const calls = await open(makeClip({ status: 'processing', queue_place: 3 }), {
      'GET shared-clip/7': () => answers.shift(),
    });
    expect(screen.getByRole('status').textContent).toContain('Place 3 in line.');
    await pass(2_000);
    expect(screen.getByRole('status').textContent).toContain('Place 1 in line.');
    await pass(2_000);
    expect(screen.getByText('Ready to download')).toBeTruthy();
    await pass(20_000);
    expect(calls).toEqual(['GET shared-clip/7', 'GET shared-clip/7']);
  });

  it('CLIP-02 a failed file says why, and can be made again', async () => {
    const calls = await open(makeClip({ status: 'failed', failure: 'not_recorded' }), {
      'POST clip/7/retry': () => ({ id: 7 }),
    });
    expect(screen.getByRole('alert').textContent).toContain('Nothing was recorded at this time.');
    await press('Try again');
    expect(screen.getByRole('status').textContent).toContain('Your download is being prepared.');
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

  it('CLIP-03 T6 a viewer other than the maker can neither delete the clip nor see the state of its file', async () => {
    await open(makeClip({ is_mine: false, can_download: false, status: 'failed', failure: 'not_made' }));
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
        asked.push(['format', 'watermark', 'anew', 'uuid'].map((name) => searchParams.get(name)).join(' '));
        return answers.shift();
      },
    });
    await press('Download');
    const mark = () => sheet().getByLabelText<HTMLInputElement>('With the channel’s logo');
    expect([mark().disabled, mark().checked]).toEqual([false, false]);
    fireEvent.click(sheet().getByLabelText('Vertical, cropped, 9:16'));
    expect(mark().checked).toBe(true);
    fireEvent.click(mark());
    await press('Download the file', sheet());
    expect(sheet().getByText(/Place 2 in line/)).toBeTruthy();
    await pass(2_000);
    expect(asked).toEqual(['portrait_crop 0 1 word', 'portrait_crop 0 0 word']);
    expect(go.mock.calls.map(([url]) => url.href)).toEqual(['http://channel.test/media/once/clip.mp4']);
  });

  it('CLIP-03 the original with the mark is made too, on request', async () => {
    const asked: string[] = [];
    await open(makeClip(), {
      'GET clip/download/7': ({ url }: Request) => {
        asked.push(new URL(url).search);
        return { status: 'processing', url: null, queue_place: 1, failure: null };
      },
    });
    await press('Download');
    fireEvent.click(sheet().getByLabelText('With the channel’s logo'));
    await press('Download the file', sheet());
    expect(asked).toEqual([expect.stringContaining('format=original&watermark=1')]);
  });

  it.each([
    ['too_many_downloads', 403, 'reached your download limit'],
    ['downloads_not_included', 403, 'not included in your passes'],
    ['region_blocked', 403, 'not available in your region'],
    ['not_found', 404, 'Clip not found'],
    ['something_new', 400, 'could not be prepared'],
  ])('CLIP-03 a download that is refused with %s says why', async (code, status, words) => {
    await open(makeClip(), { 'GET clip/download/7': () => refuse(status, code) });
    await press('Download');
    await press('Download the file', sheet());
    expect(sheet().getByRole('alert', { hidden: true }).textContent).toContain(words);
  });

  it('CLIP-03 a form that failed says why, and is made again by the next press', async () => {
    const asked: (string | null)[] = [];
    await open(makeClip(), {
      'GET clip/download/7': ({ url }: Request) => {
        asked.push(new URL(url).searchParams.get('anew'));
        return asked.length === 2
          ? { status: 'failed', url: null, queue_place: null, failure: 'no_logo' }
          : { status: 'processing', url: null, queue_place: 1, failure: null };
      },
    });
    await press('Download');
    await press('Download the file', sheet());
    await pass(2_000);
    expect(sheet().getByRole('alert', { hidden: true }).textContent).toBe(
      'The channel’s logo could not be read. Download the clip without it.',
    );
    await press('Download the file', sheet());
    expect(asked).toEqual(['1', '0', '1']);
    expect(sheet().queryByRole('alert', { hidden: true })).toBeNull();
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
    expect(names).toEqual(['X', 'Facebook', 'WhatsApp', 'Telegram', 'Reddit', 'Email']);
    expect(sheet().getByLabelText<HTMLInputElement>('Embed code').value).toContain('/embed/clip/7/word');
    expect(sheet().queryByRole('button', { name: 'More options', hidden: true })).toBeNull();
  });

  it.each([
    [true, 'Copied.'],
    [false, 'Your browser does not allow copying. Select the text and copy it yourself.'],
  ])('CLIP-06 where the page has no clipboard the selected link is copied: %s', async (works, words) => {
    const copy = vi.fn<(command: string) => boolean>().mockReturnValue(works);
    vi.stubGlobal('navigator', {});
    Object.assign(document, { execCommand: copy });
    const { connection } = connectTo({});
    await renderInApp(
      <>
        <Followed first={makeClip()} />
        <Toasts />
      </>,
      { connection },
    );
    await press('Share');
    const field = sheet().getByLabelText<HTMLInputElement>('Link');
    const select = vi.spyOn(field, 'select');
    await press('Copy link', sheet());
    expect(select).toHaveBeenCalled();
    expect(copy.mock.calls).toEqual([['copy']]);
    expect(screen.getByText(words)).toBeTruthy();
  });

  it('CLIP-06 offers what the device has for sharing', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal('navigator', { share });
    await open(makeClip());
    await press('Share');
    await press('More options', sheet());
    expect(share).toHaveBeenCalledWith({ url: 'http://channel.test/share/7/word', title: 'Buzzer beater' });
  });
});
