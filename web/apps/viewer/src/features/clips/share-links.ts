/** Where a link can be sent with one press; each site's own address for that. */
const NETWORKS = [
  ['X', 'https://x.com/intent/post?url={url}&text={text}'],
  ['Facebook', 'https://www.facebook.com/sharer/sharer.php?u={url}'],
  ['WhatsApp', 'https://wa.me/?text={text}%20{url}'],
  ['Telegram', 'https://t.me/share/url?url={url}&text={text}'],
  ['Reddit', 'https://www.reddit.com/submit?url={url}&title={text}'],
] as const;

interface Shared {
  readonly url: string;
  readonly text: string;
}

const filled = (pattern: string, { url, text }: Shared): string =>
  pattern.replace('{url}', encodeURIComponent(url)).replace('{text}', encodeURIComponent(text));

export function networkLinks(shared: Shared): readonly { readonly name: string; readonly href: string }[] {
  return NETWORKS.map(([name, pattern]) => ({ name, href: filled(pattern, shared) }));
}

export function mailLink(shared: Shared): string {
  return filled('mailto:?subject={text}&body={url}', shared);
}

/** What another site puts into its page to show the clip, and nothing but the clip. */
export function embedCode(origin: string, clip: { readonly id: number; readonly uuid: string; readonly name: string }) {
  const src = new URL(`/embed/clip/${clip.id}/${encodeURIComponent(clip.uuid)}`, origin).href;
  return `<iframe src="${escaped(src)}" title="${escaped(clip.name)}" width="640" height="360" style="border:0" allow="autoplay; picture-in-picture" allowfullscreen loading="lazy"></iframe>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
