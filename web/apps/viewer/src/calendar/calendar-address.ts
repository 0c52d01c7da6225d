/** The file of one game, with its true start. */
export const gameFile = (origin: string, id: number): string => `${origin}/calendar/games/${id}.ics`;

/** The feed of a team, which calendar programs ask for again and again. */
export const teamFeed = (origin: string, id: number): string => `${origin}/calendar/teams/${id}.ics`;

/** The same address in the scheme that calendar programs answer to. */
export function webcalAddress(url: string): string {
  return url.replace(/^https?:/, 'webcal:');
}
