import { ApiError, type Clip, type ClipAudience, type ClipFailure } from '@touchline/api';
import type { ClipTranslate } from '@touchline/i18n';

const FAILURES = {
  not_recorded: 'clip.notRecorded',
  unreadable: 'clip.unreadable',
  too_large: 'clip.tooLarge',
  no_logo: 'clip.noLogo',
  not_made: 'clip.notMade',
} as const satisfies Readonly<Record<ClipFailure, string>>;

/** The clip's audience in a word; nothing for a public clip. */
export function seenBy({ audience, is_public: isListed }: Clip, t: ClipTranslate): string {
  if (audience === 'access') return t('clip.accessOnly');
  if (audience === 'maker') return t('clip.hidden');
  return isListed ? '' : t('clip.linkOnly');
}

/** The note on a clip's audience, shown to its maker before it is cut; null without a limit. */
export function audienceMessage(
  { limit, seconds_left: left }: Pick<ClipAudience, 'limit' | 'seconds_left'>,
  formatSeconds: (seconds: number) => string,
  t: ClipTranslate,
): string | null {
  if (left === null) return null;
  const seconds = formatSeconds(left);
  if (limit === null) return t('clip.publicLeft', { seconds });
  const why = {
    trial: t('clip.trial'),
    own_share: t('clip.ownShare', { seconds }),
    share_of_all: t('clip.shareOfAll', { seconds }),
  }[limit];
  return `${t('clip.willNeedAccess')} ${why}`;
}

/** Why a file of a clip could not be made. */
export const clipFailureMessage = (failure: ClipFailure, t: ClipTranslate): string => t(FAILURES[failure]);

const REFUSALS = {
  too_many_downloads: 'clip.downloadsUsed',
  downloads_not_included: 'clip.noDownloads',
  region_blocked: 'clip.regionBlocked',
  no_watermark: 'problem.no_logo',
  not_found: 'clip.missing',
} as const;

/** Why a download of a clip was refused. */
export function downloadRefusal(error: unknown, t: ClipTranslate): string {
  const code = error instanceof ApiError ? error.code : '';
  const known = Object.entries(REFUSALS).find(([word]) => word === code)?.[1];
  return t(known ?? 'clip.downloadFailed');
}
