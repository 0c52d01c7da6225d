/** What says which advertisement or newsletter led here. */
const CAMPAIGN = /^(?:utm_[a-z]+|gclid|gbraid|wbraid)$/;
/** Their addresses open something: an account, or a clip that was given to one person. */
const SECRET_PAGES = /^\/(?:verify-email|password-reset|confirm-account-deletion|share|embed|auth)(?:\/|$)/;

/** The address of a page as other services may know it; null where they are not to know of the page at all. */
export function tellableAddress(address: string): string | null {
  const { origin, pathname, searchParams } = new URL(address);
  if (SECRET_PAGES.test(pathname)) return null;
  const kept = new URLSearchParams([...searchParams].filter(([name]) => CAMPAIGN.test(name))).toString();
  return origin + pathname + (kept && `?${kept}`);
}
