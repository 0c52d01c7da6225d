// A member who cuts clips, the editor as they see it, and the pictures in it.
import { expect, type Locator, type Page } from '@playwright/test';
import { allow } from './another-server.ts';
import type { Api } from './api.ts';
import { newAddress } from './mailbox.ts';
import { logIn } from './member.ts';
import { newPassword } from './newcomer.ts';
import { waitLimit } from './slowness.ts';
import type { Touchline } from './touchline.ts';

export const playLimit = waitLimit(20_000);

/** The game, where it plays: large, or in the corner of the editor. */
export const game = 'article > .player > video';
/** The piece that is being cut. */
export const preview = '.clip-picture video';
/** A clip that was saved, in the editor. */
export const savedClip = '.clip-editor .player > video';
/** A clip on a page of its own. */
export const clipVideo = '.player > video';

export interface Clipper {
  readonly email: string;
  /** What the API knows them by. */
  readonly key: string;
}

/** Registers a member who may cut clips and download them. */
export async function newClipper(api: Api, touchline: Touchline): Promise<Clipper> {
  const email = newAddress('clipper');
  const key = await api.register(email, newPassword);
  allow(touchline, email, ['clipping', 'download_clip']);
  await api.rename(key, 'Clipper');
  return { email, key };
}

/** Opens the page as them. */
export async function comeAs(page: Page, { email }: Clipper, path: string): Promise<void> {
  await pastFirstVisit(page);
  await page.goto(path);
  await logIn(page, email, newPassword);
}

/** The cookie notice is answered and the tours are seen, in this browser. */
export async function pastFirstVisit(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const expires = Date.now() + 3_600_000;
    const known = { cookie_consent: 'declined', tutorials: ['favourites', 'clipping'] };
    for (const [name, value] of Object.entries(known)) {
      localStorage.setItem(`rudy_${name}`, JSON.stringify({ value, expires }));
    }
  });
}

interface Picture {
  readonly time: number;
  readonly frames: number;
  readonly muted: boolean;
  readonly paused: boolean;
  readonly width: number;
  readonly height: number;
}

export function picture(page: Page, video: string): Promise<Picture> {
  return page.evaluate((selector) => {
    const found = document.querySelector<HTMLVideoElement>(selector);
    return {
      time: found?.currentTime ?? -1,
      frames: found?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      muted: found?.muted ?? false,
      paused: found?.paused ?? true,
      width: found?.videoWidth ?? 0,
      height: found?.videoHeight ?? 0,
    };
  }, video);
}

/** Waits until frames are shown, not until a clock says so. */
export async function untilMoving(page: Page, video: string): Promise<void> {
  const { frames } = await picture(page, video);
  await expect
    .poll(async () => (await picture(page, video)).frames - frames, { timeout: playLimit })
    .toBeGreaterThan(8);
}

export function clipButton(page: Page): Locator {
  return page.locator('.watch-text').getByRole('button', { name: 'Clip', exact: true });
}

/** Opens the editor beside the game that plays. */
export async function openEditor(page: Page): Promise<Locator> {
  await untilMoving(page, game);
  await clipButton(page).click();
  const editor = page.getByRole('region', { name: 'Cut a clip' });
  await expect(editor).toBeVisible();
  await untilMoving(page, preview);
  return editor;
}

/** The small pictures on the strip that have come, by the size that they have. */
export function filmOf(editor: Locator): Promise<string[]> {
  return editor
    .locator('.clip-tile img')
    .evaluateAll((pictures: HTMLImageElement[]) =>
      pictures
        .filter(({ complete }) => complete)
        .map(({ naturalWidth, naturalHeight }) => `${naturalWidth}x${naturalHeight}`),
    );
}

export const timeField = (editor: Locator, name: 'Start' | 'End') => editor.getByRole('textbox', { name, exact: true });
export const handle = (editor: Locator, name: 'Start' | 'End') => editor.getByRole('slider', { name, exact: true });

/** Where the clip begins and ends, in seconds, by the values of the handles. */
export async function rangeOf(editor: Locator): Promise<{ start: number; end: number }> {
  const at = async (name: 'Start' | 'End') => Number(await handle(editor, name).getAttribute('aria-valuenow'));
  return { start: await at('Start'), end: await at('End') };
}

/** Writes a time and leaves the field. */
export async function write(editor: Locator, name: 'Start' | 'End', time: string): Promise<void> {
  await timeField(editor, name).fill(time);
  await timeField(editor, name).press('Enter');
}

/** Names the clip, gives it a tag and saves it. */
export async function save(page: Page, editor: Locator, name: string, tag: string): Promise<Locator> {
  await editor.getByRole('textbox', { name: 'Name' }).fill(name);
  await editor.getByRole('textbox', { name: 'Your own tag' }).fill(tag);
  await editor.getByRole('textbox', { name: 'Your own tag' }).press('Enter');
  await editor.getByRole('button', { name: 'Save clip' }).click();
  const saved = page.getByRole('region', { name: 'Your clip is saved' });
  await expect(saved).toBeVisible();
  return saved;
}
