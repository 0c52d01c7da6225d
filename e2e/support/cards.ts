// The rails and cards of games, found as people find them: by their headings and links.
import type { Locator, Page } from '@playwright/test';
import type { Schemas } from './api.ts';

export function rail(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title });
}

/** Cards of games: those of videos lead elsewhere. */
export function cards(place: Page | Locator): Locator {
  return place.locator('article:has(a[href^="/watch/"])');
}

/** What a card calls its game: "Away @ Home" in short names, or the name of a meet. */
export function titleOf(event: Schemas['Event']): string {
  const [away, home, third] = event.participants;
  return away && home && third === undefined ? `${away.short_name} @ ${home.short_name}` : event.name;
}

/** The card, row or line of a game. */
export function cardOf(place: Page | Locator, id: number): Locator {
  return place.locator(`article:has(a[href="/watch/${id}"])`);
}

/** The games of a list in its order, whatever the view. */
export async function listedGames(page: Page): Promise<number[]> {
  return page.locator('[data-game]').evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-game'))));
}

/** The same as a page's own heading: with full names. */
export function fullTitleOf(event: Schemas['Event']): string {
  const [away, home, third] = event.participants;
  return away && home && third === undefined ? `${away.name} @ ${home.name}` : event.name;
}
