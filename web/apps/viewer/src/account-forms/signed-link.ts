import type { SignedLink } from '@touchline/api';

/** What a link in a mail carries; null where it has lost a part on the way. */
export function signedLink(query: string): SignedLink | null {
  const params = new URLSearchParams(query);
  const email = params.get('email');
  const expires = params.get('expires');
  const signature = params.get('signature');
  if (!email || !signature || !expires || !/^\d{1,15}$/.test(expires)) return null;
  return { email, expires: Number(expires), signature };
}
