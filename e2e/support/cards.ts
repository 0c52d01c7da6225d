// The rails and cards of games, found as people find them: by their headings and links.
import type { Locator, Page } from '@playwright/test';
import type { Schemas } from './api.ts';

export function rail(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title });
}

export function cards(place: Page | Locator): Locator {
  return place.getByRole('article');
}

/** What a card calls its game: "Away @ Home" in short names, or the name of a meet. */
export function titleOf(event: Schemas['Event']): string {
  const [away, home, third] = event.participants;
  return away && home && third === undefined ? `${away.short_name} @ ${home.short_name}` : event.name;
}
