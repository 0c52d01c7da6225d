import type { QueryKey } from '@tanstack/react-query';

/** First words of the queries that no game changes. */
const WITHOUT_GAMES = /^(page|vod|form|geo|favourites|region)/;

/** Whether a change of a game, or of what the person likes, may change the answer. */
export function isAboutGames({ queryKey }: { readonly queryKey: QueryKey }): boolean {
  return !WITHOUT_GAMES.test(String(queryKey[0]));
}
