import { ApiError, type ClipFailure } from '@touchline/api';
import type { ClipTranslate } from '@touchline/i18n';

const FAILURES = {
  not_recorded: 'clip.notRecorded',
  unreadable: 'clip.unreadable',
  too_large: 'clip.tooLarge',
  no_logo: 'clip.noLogo',
  not_made: 'clip.notMade',
} as const satisfies Readonly<Record<ClipFailure, string>>;

/** Why a file of a clip could not be made. */
export const failureWords = (failure: ClipFailure, t: ClipTranslate): string => t(FAILURES[failure]);

const REFUSALS = {
  too_many_downloads: 'clip.downloadsUsed',
  downloads_not_included: 'clip.noDownloads',
  region_blocked: 'clip.regionBlocked',
  no_watermark: 'clip.noWatermark',
  not_found: 'clip.missing',
} as const;

/** Why somebody does not get a file of a clip. */
export function downloadRefusal(error: unknown, t: ClipTranslate): string {
  const code = error instanceof ApiError ? error.code : '';
  const known = Object.entries(REFUSALS).find(([word]) => word === code)?.[1];
  return t(known ?? 'clip.downloadFailed');
}
