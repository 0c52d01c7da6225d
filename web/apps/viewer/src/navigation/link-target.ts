/** Where an operator's link leads: to one of our screens, or out to another site. */
export interface LinkTarget {
  readonly href: string;
  readonly external: boolean;
}

const SCREENS = [
  /^\/$/,
  /^\/(upcoming|live|vod|schedule)$/,
  /^\/vod_library(\/\d+)?$/,
  /^\/(watch(_library)?\/\d+|simulate|moments|forms\/[\w-]+)$/,
  /^\/(faq|contacts|about|privacy_policy|terms_conditions)$/,
  /^\/(login|registration)$/,
  /^\/(profile(\/edit)?|activate|packages|buy|select-package\/\d+)$/,
];

/** Null for whatever is not a web address, and for paths of this site that no screen answers. */
export function linkTarget(url: string, pagePaths: readonly string[]): LinkTarget | null {
  const text = url.trim();
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? { href: text, external: true } : null;
  // Two slashes would leave the site, and browsers read a backslash as one.
  if (!/^\/(?![/\\])/.test(text)) return null;
  const path = text.split(/[?#]/)[0]?.replace(/(.)\/+$/, '$1') ?? '';
  const known = SCREENS.some((screen) => screen.test(path)) || pagePaths.includes(path);
  return known ? { href: text, external: false } : null;
}
