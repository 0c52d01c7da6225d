import type { Pass } from '@touchline/api';

export type PassKind = 'package' | 'subscription';

/** What has to be said before a pass can be bought; null where nothing has. */
export function choiceOf(pass: Pass, kind: PassKind): 'teams' | 'sports' | null {
  if (pass.is_team_pass) return 'teams';
  const isSplit = kind === 'package' && pass.event_category_id === null && pass.event_categories.length > 1;
  return isSplit ? 'sports' : null;
}
