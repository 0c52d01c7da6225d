/** The host of a pasted address, and a name in other letters as name servers know it. All else stays as it was typed. */
export function hostOf(typed: string): string {
  const text = typed.trim();
  const isAddress = /^https?:\/\//iu.test(text);
  if (!isAddress && !/[^\p{ASCII}]/u.test(text)) return text;
  const address = isAddress ? text : `http://${text}`;
  return URL.canParse(address) ? new URL(address).hostname : text;
}
