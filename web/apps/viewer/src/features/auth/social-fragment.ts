/** What a social login brings back, behind the # of the address: nothing that a server's log would keep. */
export type SocialFragment =
  | { readonly code: string; readonly back: string | null }
  | { readonly failure: 'cancelled' | 'failed'; readonly back: string | null };

export function socialFragment(hash: string): SocialFragment | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const back = params.get('return');
  const code = params.get('social');
  if (code) return { code, back };
  const failure = params.get('social_error');
  if (failure === null) return null;
  return { failure: failure === 'cancelled' ? 'cancelled' : 'failed', back };
}
