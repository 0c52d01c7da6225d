import { ApiError } from '@touchline/api';
import type { ClipTranslate } from '@touchline/i18n';
import { type Lengths, rangeProblem, type Stretch } from './range.ts';

/** What somebody has made of a clip so far. */
export interface ClipDraft {
  readonly range: Stretch;
  readonly name: string;
  readonly tags: readonly string[];
  readonly isPublic: boolean;
}

/** What is wrong, beside the field that it is about. */
export interface ClipProblems {
  readonly range?: string;
  readonly name?: string;
  readonly tags?: string;
  /** With the whole. */
  readonly clip?: string;
}

export const LONGEST_NAME = 100;

export function draftProblems(
  { range, name, tags }: ClipDraft,
  whole: Stretch,
  lengths: Lengths,
  t: ClipTranslate,
): ClipProblems {
  const problem = rangeProblem(range, whole, lengths);
  return {
    ...(problem && { range: problem === 'past_end' ? t('clip.pastEnd') : t('clip.badLength', { ...lengths }) }),
    ...(name.trim() === '' && { name: t('clip.needName') }),
    ...(tags.length === 0 && { tags: t('clip.needTag') }),
  };
}

/** The server's word on it, where it sees more than we do. */
export function problemsOf(error: unknown, lengths: Lengths, t: ClipTranslate): ClipProblems {
  switch (error instanceof ApiError ? error.code : '') {
    case 'clip_tag':
      return { tags: t('clip.needTag') };
    case 'clip_tags':
      return { tags: t('clip.badTags') };
    case 'clip_name':
      return { name: t('clip.needName') };
    case 'clip_name_length':
      return { name: t('clip.longName', { longest: LONGEST_NAME }) };
    case 'clip_too_long':
      return { range: t('clip.pastEnd') };
    case 'clip_range':
      return { range: t('clip.badLength', { ...lengths }) };
    case 'clip_start':
      return { range: t('clip.badStart') };
    case 'clip_nothing':
      return { range: t('clip.nothingThere') };
    case 'clip_quota':
      return { clip: t('clip.quota') };
    case 'no_clipping':
      return { clip: t('clip.lockedText') };
    case 'no_access':
      return { clip: t('clip.noAccess') };
    case 'region_blocked':
      return { clip: t('clip.regionBlocked') };
    default:
      return { clip: t('clip.saveFailed') };
  }
}
