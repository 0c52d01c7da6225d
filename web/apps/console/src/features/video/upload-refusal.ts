import { ApiError } from '@touchline/api/console';
import { type ConsoleTranslate, problemText } from '@touchline/i18n';

/** Why the server does not take a video, by its codes. */
const REFUSALS = {
  upload_too_large: 'video.problem.tooLarge',
  no_room: 'video.noRoom',
  too_many_uploads: 'video.tooManyUploads',
  game_is_live: 'video.gameIsLive',
} as const;

/** Why an upload did not begin or has stopped, and what to do. */
export function uploadRefusal(error: unknown, t: ConsoleTranslate): string {
  if (!(error instanceof ApiError)) return t('video.tryAgain');
  const known = Object.entries(REFUSALS).find(([code]) => code === error.code)?.[1];
  if (known) return t(known);
  const [problem] = error.problems;
  return problem ? problemText(problem, t) : t('video.tryAgain');
}
