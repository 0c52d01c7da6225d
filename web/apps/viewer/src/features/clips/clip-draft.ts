import { ApiError, fieldProblems } from '@touchline/api';
import { type ClipTranslate, problemText } from '@touchline/i18n';
import { type Lengths, rangeProblem, type Stretch } from './range.ts';

/** A clip that is being edited. */
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

export const MAX_NAME = 100;

export function draftProblems(
  { range, name, tags }: ClipDraft,
  whole: Stretch,
  lengths: Lengths,
  t: ClipTranslate,
): ClipProblems {
  const problem = rangeProblem(range, whole, lengths);
  return {
    ...(problem && { range: problem === 'past_end' ? t('problem.past_end') : badLength(lengths, t) }),
    ...(name.trim() === '' && { name: t('problem.clip_name_required') }),
    ...(tags.length === 0 && { tags: t('problem.tag_required') }),
  };
}

function badLength({ shortest, longest }: Lengths, t: ClipTranslate): string {
  return t('problem.clip_length', { min: shortest, max: longest });
}

/** Where the fields of the call stand in the editor. */
const PLACES = { tags: 'tags', name: 'name', start_time: 'range', duration: 'range' } as const;

/** The server's word on it, where it sees more than we do. */
export function problemsOf(error: unknown, t: ClipTranslate): ClipProblems {
  const found = Object.entries(PLACES).flatMap(([field, place]) =>
    fieldProblems(error, field).map((problem) => [place, problemText(problem, t)] as const),
  );
  if (found.length > 0) return Object.fromEntries(found);
  switch (error instanceof ApiError ? error.code : '') {
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
