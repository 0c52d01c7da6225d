const KEY_CALLS = new Set(['channel-key', 'get_api_key']);

/** First words of the calls that carry no api key, besides those that fetch the keys. */
const EXEMPT = new Set([
  'menu',
  'pages',
  'faq',
  'color-settings',
  'settings',
  'slides',
  'events-locations',
  'subscriptions',
  'packages',
  'participants',
  'participant-groups',
  'delete-account-confirm',
  'channel-bootstrap-data',
]);

/** Exempt calls that tell a member with a key what they own. */
const MORE_FOR_MEMBERS = new Set(['packages', 'subscriptions']);

/** Calls that fetch the keys cannot wait for one, nor be mended by fetching one. */
export function isKeyCall(path: string): boolean {
  return KEY_CALLS.has(firstWord(path));
}

export function isExempt(path: string, isMember: boolean): boolean {
  const word = firstWord(path);
  return (EXEMPT.has(word) && !(isMember && MORE_FOR_MEMBERS.has(word))) || isKeyCall(path);
}

function firstWord(path: string): string {
  return path.replace(/^\/api\//, '').split('/')[0] ?? '';
}
