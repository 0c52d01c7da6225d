const CONTROL_OR_BACKSLASH = /[\p{Cc}\\]/u;
const LINK_SCHEME = /^(https?:\/\/|mailto:|tel:)/i;
const DOMAIN = /^[^\s/@:]+\.[^\s/@:]{2,}(\/|$)/;
const MAIL = /^[^\s/@:]+@[^\s/@:]+\.[^\s/@:]+$/;

function isPath(address: string): boolean {
  return address.startsWith('/') && !address.startsWith('//');
}

/** The rule of `is_safe_link` in `crates/domain/src/html.rs`: a path of this site, or a web, mail or phone address. */
export function isSafeLink(address: string): boolean {
  return !CONTROL_OR_BACKSLASH.test(address) && (isPath(address) || LINK_SCHEME.test(address));
}

/** A path of this site, or an address that cannot be listened to. */
export function isPictureAddress(address: string): boolean {
  return isSafeLink(address) && (isPath(address) || /^https:/i.test(address));
}

/** Whether an address leads anywhere: `https://` alone is safe, but no link. */
export function isComplete(address: string): boolean {
  return !/\s/.test(address) && (isPath(address) || (!/^(mailto|tel):$/i.test(address) && URL.canParse(address)));
}

/** What people leave out when they type an address. */
export function completeAddress(typed: string): string {
  const address = typed.trim();
  if (MAIL.test(address)) return `mailto:${address}`;
  return DOMAIN.test(address) ? `https://${address}` : address;
}
