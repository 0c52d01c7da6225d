interface Embeddable {
  readonly title: string;
  readonly player_url: string;
}

/** What another site puts into its page to show the game's player. */
export function frameCode({ title, player_url }: Embeddable): string {
  return `<iframe src="${escaped(player_url)}" title="${escaped(title)}" width="640" height="360" style="border:0" allow="autoplay; picture-in-picture" allowfullscreen loading="lazy"></iframe>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
