import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type {
  ClipSummary,
  ServerStatus,
  MailDetail,
  MailSummary,
  UploadSummary,
  VideoDetails,
} from '@touchline/api/console';
import { loadConsoleMessages } from '@touchline/i18n';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answers, asked, ok, open, OWNER, PLAIN_CHANNEL, refused } from './testing/open-console.tsx';

const MAIL: MailSummary = {
  id: 7,
  to: 'fan@demo.test',
  kind: 'verify_email',
  subject: 'Confirm your email address',
  state: 'failed',
  created_at: 1_800_000_000,
  problem: 'no such mailbox',
};

const UPLOAD: UploadSummary = {
  id: 5,
  target: { kind: 'vod', id: 1, title: 'The long way up' },
  name: 'final.mp4',
  bytes: 2_000_000,
  received: 2_000_000,
  state: 'importing',
  progress: 40,
  problem: null,
  problem_code: null,
  rungs: [],
  created_at: 1_800_000_000,
};

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

const CLIP: ClipSummary = {
  id: 3,
  name: 'Buzzer beater',
  tags: ['Dunk', 'Crowd'],
  event_id: 2,
  event_title: 'Hawks at Wolves',
  account_id: 9,
  start_time: 12,
  duration: 8.5,
  is_public: true,
  audience: 'everyone',
  status: 'ready',
  views: 41,
  created_at: 1_800_000_000,
  play_url: '/media/t/index.m3u8',
  poster_url: null,
  share_path: '/share/3/uuid',
};

const DETAIL: MailDetail = {
  ...MAIL,
  sent_at: null,
  letter: 'shown',
  text: 'Hello ••••••',
  html: '<p>Hello</p>',
};

const mailLog = (mails: readonly MailSummary[], total = mails.length): Answers => ({
  'GET session': () => ok(OWNER),
  'GET channels/1/mails': () => ok(mails, { total, offset: 0, limit: 25 }),
});

const uploads = (list: readonly UploadSummary[]): Answers => ({
  'GET session': () =>
    ok({
      ...OWNER,
      channels: [{ ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'editor', may: ['edit_library'] }],
    }),
  'GET channels/1/uploads': () => ok(list, { total: list.length }),
  'GET channels/1/upload-targets': () =>
    ok([{ kind: 'event', id: 2, title: 'Hawks at Wolves', date: 1_800_000_000, has_video: true }]),
  'GET channels/1/videos/event/2': () => ok(VIDEO),
});

const status = (
  storage: ServerStatus['storage'],
  games: ServerStatus['games'] = [],
  notForSale: ServerStatus['not_for_sale'] = null,
): Answers => ({
  ...mailLog([]),
  'GET status': () => ok({ storage, games, not_for_sale: notForSale }),
});

const clips = (list: readonly ClipSummary[], total = list.length): Answers => ({
  'GET session': () =>
    ok({
      ...OWNER,
      channels: [
        { ...PLAIN_CHANNEL, id: 1, alias: 'demo', name: 'Northline', role: 'editor', may: ['moderate_clips'] },
      ],
    }),
  'GET channels/1/clips': () => ok(list, { total }),
});

const mail = (detail: MailDetail): Answers => ({ ...mailLog([MAIL]), 'GET channels/1/mails/7': () => ok(detail) });

beforeAll(loadConsoleMessages);
afterEach(() => {
  cleanup();
  asked.length = 0;
});

describe('login', () => {
  test('OPS-01 a wrong password is said, a right one opens the mail log at the same address', async () => {
    const passwords: unknown[] = [];
    const answers = [refused(400, 'wrong_auth_data'), ok(OWNER)];
    open('/demo/mails', {
      ...mailLog([MAIL]),
      'GET session': () => ok({ operator: null, channels: [] }),
      'POST login': async (request) => {
        passwords.push(await request.json());
        return answers.shift() ?? refused(500, 'internal');
      },
    });
    const user = userEvent.setup();
    expect(await screen.findByRole('heading', { level: 1, name: 'Log in to the console' })).toBeTruthy();
    await user.type(screen.getByLabelText('Email'), 'owner@demo.test');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong email or password.');
    await user.clear(screen.getByLabelText('Password'));
    await user.type(screen.getByLabelText('Password'), 'right{Enter}');
    expect(await screen.findByText('Confirm your email address')).toBeTruthy();
    expect(passwords).toEqual([
      { email: 'owner@demo.test', password: 'wrong' },
      { email: 'owner@demo.test', password: 'right' },
    ]);
  });

  test('T18 a throttled login says when to try again', async () => {
    open('/', {
      'GET session': () => ok({ operator: null, channels: [] }),
      'POST login': () => refused(429, 'too_many', { 'retry-after': '8' }),
    });
    await userEvent.type(await screen.findByLabelText('Email'), 'owner@demo.test');
    await userEvent.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Try again in 8 seconds');
  });

  test('OPS-01 logging out leaves nothing behind', async () => {
    open('/', { ...mailLog([MAIL]), 'POST logout': () => ok({ logged_out: true }) });
    expect(await screen.findByText('Confirm your email address')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Log out', hidden: true }));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    expect(screen.queryByText('Confirm your email address')).toBeNull();
  });

  test('OPS-01 a session that has ended leads to the login', async () => {
    open('/demo/mails', { ...mailLog([]), 'GET channels/1/mails': () => refused(401, 'unauthenticated') });
    expect(await screen.findByRole('heading', { name: 'Log in to the console' })).toBeTruthy();
  });

  test('a server error keeps the operator logged in', async () => {
    open('/', { 'GET session': () => refused(503, 'unavailable') });
    expect((await screen.findByRole('alert')).textContent).toContain('cannot reach the server');
  });
});

describe('mail log', () => {
  test('OPS-01 the list is narrowed by state and address', async () => {
    open('/demo/mails', mailLog([MAIL]));
    const list = await screen.findByRole('list', { name: 'Emails' });
    expect(within(list).getByText('fan@demo.test')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Failed' }));
    await vi.waitFor(() => expect(asked).toContain('GET channels/1/mails?state=failed&offset=0&limit=25'));
    await userEvent.type(screen.getByLabelText('Search by address'), 'fan{Enter}');
    await vi.waitFor(() => expect(asked).toContain('GET channels/1/mails?state=failed&to=fan&offset=0&limit=25'));
  });

  test('OPS-01 a long list has pages', async () => {
    const many = Array.from({ length: 25 }, (_, at) => ({ ...MAIL, id: at + 1 }));
    open('/demo/mails?page=2', mailLog(many, 60));
    expect(await screen.findByText('26 to 50 of 60')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Older' }));
    await vi.waitFor(() => expect(asked).toContain('GET channels/1/mails?offset=50&limit=25'));
  });

  test('OPS-01 addresses of earlier releases lead to the mail log and to its mails', async () => {
    open('/demo/outbox?page=2', mailLog([MAIL], 60)); // an earlier address
    expect(await screen.findByRole('heading', { level: 1, name: 'Email log' })).toBeTruthy();
    cleanup();
    open('/demo/outbox/7', mail(DETAIL)); // an earlier address
    expect(await screen.findByRole('heading', { level: 2, name: 'Message' })).toBeTruthy();
  });

  test('an empty mail log, one where nothing fits, and one that does not load say so', async () => {
    open('/demo/mails', mailLog([]));
    expect(await screen.findByText('No emails yet')).toBeTruthy();
    cleanup();
    open('/demo/mails?to=nobody', mailLog([]));
    expect(await screen.findByText('No emails found')).toBeTruthy();
    cleanup();
    open('/demo/mails', { ...mailLog([]), 'GET channels/1/mails': () => refused(400, 'invalid') });
    expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  });

  test('T27 a role that sees no mails is told, and asks for none', async () => {
    open('/demo2/mails', mailLog([MAIL]));
    expect(await screen.findByText('You do not have access')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Email log' })).toBeNull();
    expect(asked).toEqual(['GET session']);
  });

  test('OPS-02 another channel is shown by the same screen, or by one that the role opens there', async () => {
    const channels = [
      { ...PLAIN_CHANNEL, id: 1, alias: 'lions', name: 'Lions', role: 'support', may: ['see_mails', 'moderate_clips'] },
      { ...PLAIN_CHANNEL, id: 2, alias: 'bears', name: 'Bears', role: 'support', may: ['see_mails', 'moderate_clips'] },
      { ...PLAIN_CHANNEL, id: 3, alias: 'owls', name: 'Owls', role: 'editor', may: ['moderate_clips'] },
    ];
    open('/lions/mails', {
      'GET session': () => ok({ ...OWNER, channels }),
      'GET channels/1/mails': () => ok([], { total: 0, offset: 0, limit: 25 }),
      'GET channels/2/mails': () => ok([], { total: 0, offset: 0, limit: 25 }),
      'GET channels/3/clips': () => ok([], { total: 0 }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Channel Lions' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Bears' }));
    await waitFor(() => expect(asked.some((call) => call.startsWith('GET channels/2/mails'))).toBe(true));
    await userEvent.click(await screen.findByRole('button', { name: 'Channel Bears' }));
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(asked.some((call) => call.startsWith('GET channels/3/clips'))).toBe(true));
    expect(screen.queryByText('You do not have access')).toBeNull();
  });

  test("T26 another's channel is unknown", async () => {
    open('/elsewhere/mails', mailLog([MAIL]));
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(asked).toEqual(['GET session']);
  });
});

describe('mail', () => {
  test('T28 a letter is shown in a frame in which nothing runs', async () => {
    open('/demo/mails/7', mail(DETAIL));
    const frame = await screen.findByTitle('Confirm your email address');
    expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
    await vi.waitFor(() => expect(frame).toHaveProperty('srcdoc', '<p>Hello</p>'));
    expect(screen.getByText(/Hello ••••••/)).toBeTruthy();
    expect(asked.filter((call) => call.endsWith('mails/7'))).toHaveLength(1);
  });

  test('T27 a mail text that is withheld or forgotten says why', async () => {
    open('/demo/mails/7', mail({ ...DETAIL, letter: 'withheld', text: null, html: null }));
    expect(await screen.findByText(/Only owners and support can read them/)).toBeTruthy();
    cleanup();
    open('/demo/mails/7', mail({ ...DETAIL, letter: 'forgotten', text: null, html: null }));
    expect(await screen.findByText(/no longer stored/)).toBeTruthy();
  });

  test('OPS-01 a mail that was given up is sent again', async () => {
    open('/demo/mails/7', {
      ...mail(DETAIL),
      'POST channels/1/mails/7/retry': () => ok({ ...MAIL, state: 'waiting', problem: null }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
    expect(await screen.findByText('Waiting')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
  });

  test('a mail that is gone says so', async () => {
    open('/demo/mails/8', mailLog([]));
    expect(await screen.findByText('Email not found')).toBeTruthy();
  });
});

describe('state of the server', () => {
  const AMPLE: ServerStatus['storage'] = { state: 'ample', since: null, free_bytes: 80_000_000_000 };
  const GAME: ServerStatus['games'][number] = {
    channel_id: 1,
    event_id: 2,
    title: 'Hawks @ Wolves',
    encoder: 'sending',
    since: 1_800_000_000,
    advice: [],
    is_recorded: true,
    missing: 0,
  };

  test('PLAY-05 a full disk is told on every page: since when, what it means and what to do', async () => {
    const since = new Date().setHours(15, 4, 0, 0) / 1000;
    for (const path of ['/demo/mails', '/colours', '/demo2/video']) {
      open(path, status({ state: 'full', since, free_bytes: 0 }));
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toMatch(/^The disk has been full since 3:04\sPM\./u);
      expect(alert.textContent).toContain('recordings have gaps. Free up space in the data folder.');
      cleanup();
    }
  });

  test('PLAY-05 an encoder that is away or sends nothing of use is told, one that sends is not', async () => {
    open(
      '/demo/mails',
      status(AMPLE, [GAME, { ...GAME, event_id: 3, encoder: 'lost' }, { ...GAME, event_id: 4, encoder: 'no_tables' }]),
    );
    const [lost, bare, ...more] = (await screen.findByRole('region', { name: 'Server status' })).querySelectorAll('p');
    expect(lost?.textContent).toMatch(/^Hawks @ Wolves: the encoder has been disconnected since /u);
    expect(bare?.textContent).toContain('no tables (PAT and PMT)');
    expect(more).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('PLAY-05 the screen names settings to change at an encoder', async () => {
    const other: ServerStatus['games'][number] = {
      ...GAME,
      event_id: 3,
      title: 'Bears @ Owls',
      advice: ['key_frames', 'colours'],
    };
    open('/demo/mails', status(AMPLE, [GAME, other]));
    const said = (await screen.findByRole('region', { name: 'Server status' })).querySelectorAll('p');
    expect([...said].map((line) => line.textContent)).toEqual([
      expect.stringMatching(/^Bears @ Owls: .*Set its key frame interval to 2 s/u),
      expect.stringMatching(/^Bears @ Owls: .*4:2:0 with 8 bits/u),
    ]);
  });

  test('PLAY-05 a healthy server shows no status', async () => {
    open('/demo/mails', status(AMPLE, [GAME]));
    expect(await screen.findByText('No emails yet')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Server status' })).toBeNull();
  });

  test('T53 operators are told why nothing is for sale', async () => {
    open('/demo/mails', status(AMPLE, [], 'real_before'));
    expect(await screen.findByText(/has taken real payments/)).toBeTruthy();
    cleanup();
    open('/demo/mails', status(AMPLE, [], 'no_keys'));
    expect(await screen.findByText(/has no Stripe keys/)).toBeTruthy();
  });

  test('PLAY-05 little room is no alarm', async () => {
    open('/demo/mails', status({ state: 'low', since: 1_800_000_000, free_bytes: 4_200_000_000 }));
    expect((await screen.findByText(/Disk space for recordings is low/u)).textContent).toContain('(4.2 GB left)');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('video', () => {
  test('PLAY-05 recordings with a gap are listed: which game, and how much is missing', async () => {
    const gap = { event_id: 2, title: 'Hawks @ Wolves', date: 1_800_000_000, missing: 71.2, is_live: false };
    open('/demo/video', {
      ...uploads([]),
      'GET channels/1/recording-gaps': () => ok([{ ...gap, event_id: 3, missing: 4, is_live: true }, gap]),
    });
    const list = await screen.findByRole('list', { name: 'Recordings with a gap' });
    const [live, ended] = within(list).getAllByRole('listitem');
    expect(live?.textContent).toContain('0 min 4 s missing so far');
    expect(ended?.textContent).toContain('1 min 12 s missing');
  });

  test('OPS-05 an editor starts at the uploads, and sees how far each has come', async () => {
    const failed: UploadSummary = { ...UPLOAD, id: 4, state: 'failed', problem: 'this is a text file, not a video' };
    open('/', uploads([UPLOAD, failed]));
    const [importing, broken] = await screen.findAllByRole('listitem');
    if (!importing || !broken) throw new Error('both are listed');
    expect(importing.textContent).toContain('Importing40 %');
    expect(within(importing).getByRole('progressbar', { name: 'Progress of final.mp4' })).toHaveProperty('value', 40);
    expect(broken.textContent).toContain('this is a text file, not a video');
    expect(within(broken).getByRole('button', { name: 'Clear' })).toBeTruthy();
  });

  test('PLAY-06 a file is announced for a game, and refused in words', async () => {
    const announced: (string | null)[] = [];
    open('/demo/video', {
      ...uploads([]),
      'POST channels/1/uploads': ({ headers }) => {
        announced.push(headers.get('upload-length'), headers.get('upload-metadata'));
        return refused(507, 'no_room');
      },
    });
    const user = userEvent.setup();
    expect(await screen.findByText('No uploads yet')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Choose the game or film first.');
    await screen.findByRole('option', { name: /^Hawks at Wolves.*\(has a video\)$/ });
    await user.selectOptions(screen.getByLabelText('Game or film'), '2');
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Choose a file first.');
    await user.upload(screen.getByLabelText('File'), new File(['pictures'], 'final.mp4', { type: 'video/mp4' }));
    await user.click(screen.getByRole('button', { name: 'Upload' }));
    expect(await screen.findByText(/not have enough disk space/)).toBeTruthy();
    expect(announced).toEqual(['8', `filename ${btoa('final.mp4')},kind ${btoa('event')},id ${btoa('2')}`]);
  });

  test('PLAY-06 an upload that waits for its file can be gone on with or cancelled', async () => {
    const list = [{ ...UPLOAD, state: 'receiving' as const, received: 500_000 }];
    open('/demo/video', {
      ...uploads(list),
      'DELETE channels/1/uploads/5': () => {
        list.length = 0;
        return new Response(null, { status: 204 });
      },
    });
    expect(await screen.findByText('Choose the file again')).toBeTruthy();
    expect(screen.getByText(/500 kB of 2 MB/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('No uploads yet')).toBeTruthy();
  });

  test('T27 a role that uploads nothing is told, and asks for nothing', async () => {
    open('/demo2/video', mailLog([MAIL]));
    expect(await screen.findByText('You do not have access')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Video' })).toBeNull();
    expect(asked).toEqual(['GET session']);
  });
});

describe('clips', () => {
  test('CLIP-03 a clip is taken down once the question is answered, and is no longer listed', async () => {
    const list = [CLIP, { ...CLIP, id: 2, name: 'A save', event_title: null, is_public: false }];
    open('/demo/clips', {
      ...clips(list),
      'DELETE channels/1/clips/3': () => {
        list.shift();
        return ok({ id: 3 });
      },
    });
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first?.textContent).toContain('Hawks at Wolves');
    expect(first?.textContent).toContain('8.5 s · 41 views');
    expect(second?.textContent).toContain('The game no longer exists');
    expect(second?.textContent).toContain('Only with the link · Dunk');
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Take down Buzzer beater' }));
    await user.click(await screen.findByRole('button', { name: 'Keep it' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked).not.toContain('DELETE channels/1/clips/3');
    await user.click(screen.getByRole('button', { name: 'Take down Buzzer beater' }));
    await user.click(await screen.findByRole('button', { name: 'Take down' }));
    await vi.waitFor(() => expect(screen.queryByText('Buzzer beater')).toBeNull());
    expect(screen.getByText('A save')).toBeTruthy();
  });

  test('a clip that was already taken down leaves the list, and a server error takes nothing down', async () => {
    const answers = [refused(503, 'unavailable'), refused(404, 'not_found')];
    const list = [CLIP];
    open('/demo/clips', {
      ...clips(list),
      'DELETE channels/1/clips/3': () => {
        if (answers.length === 1) list.length = 0;
        return answers.shift() ?? refused(500, 'internal');
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Take down Buzzer beater' }));
    await user.click(await screen.findByRole('button', { name: 'Take down' }));
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    expect(screen.getByText('Take this clip down?')).toBeTruthy();
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Take down' })).toHaveProperty('disabled', false));
    await user.click(await screen.findByRole('button', { name: 'Take down' }));
    expect(await screen.findByText('No clips yet')).toBeTruthy();
  });

  test('a long list goes on when it is asked to', async () => {
    const many = Array.from({ length: 25 }, (_, at) => ({ ...CLIP, id: 100 - at }));
    open('/demo/clips', {
      ...clips(many, 26),
      'GET channels/1/clips?offset=25&limit=25': () => ok([{ ...CLIP, id: 1, name: 'The last one' }], { total: 26 }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('The last one')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('T27 a role that looks after no clips is told, and asks for none', async () => {
    open('/demo2/clips', mailLog([MAIL]));
    expect(await screen.findByText('You do not have access')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Clips' })).toBeNull();
    expect(asked).toEqual(['GET session']);
  });
});
