import { ApiError } from '@touchline/api';

/** What to do about a refusal. */
type Way = 'orders' | 'passes' | 'choose';

interface Refusal {
  readonly title: RefusalTitle;
  readonly text: RefusalText;
  readonly way: Way;
}

type RefusalTitle = (typeof REFUSALS)[keyof typeof REFUSALS]['title'];
type RefusalText = (typeof REFUSALS)[keyof typeof REFUSALS]['text'];

/** Why nothing can be bought here, by the server's word for it. */
const REFUSALS = {
  id_not_selected: { title: 'refused.idNotSelected', text: 'refused.idNotSelectedText', way: 'passes' },
  pass_not_found: { title: 'refused.passNotFound', text: 'refused.passNotFoundText', way: 'passes' },
  already_owned: { title: 'refused.owned', text: 'refused.ownedText', way: 'orders' },
  partly_owned: { title: 'refused.partlyOwned', text: 'refused.partlyOwnedText', way: 'choose' },
  region_blocked: { title: 'refused.region', text: 'refused.regionText', way: 'passes' },
  participant_not_selected: { title: 'refused.choice', text: 'refused.choiceText', way: 'choose' },
  wrong_choice: { title: 'refused.choice', text: 'refused.choiceText', way: 'choose' },
  regular_pass_needed: { title: 'refused.regular', text: 'refused.regularText', way: 'passes' },
  twice_in_cart: { title: 'refused.twice', text: 'refused.twiceText', way: 'choose' },
  one_subscription: { title: 'refused.oneSubscription', text: 'refused.oneSubscriptionText', way: 'passes' },
  trial_not_offered: { title: 'refused.trialNone', text: 'refused.trialUsedText', way: 'passes' },
  not_for_sale: { title: 'refused.closed', text: 'refused.closedText', way: 'passes' },
  trial_used: { title: 'refused.trialUsed', text: 'refused.trialUsedText', way: 'passes' },
} as const satisfies Readonly<Record<string, { title: string; text: string; way: Way }>>;

export type RefusalCode = keyof typeof REFUSALS;

export function refusalOf(code: RefusalCode): Refusal {
  return REFUSALS[code];
}

/** The server's code for why this cannot be bought; null for other errors. */
export function refusalCode(error: unknown): RefusalCode | null {
  if (!(error instanceof ApiError)) return null;
  const { code } = error;
  return isRefusal(code) ? code : null;
}

function isRefusal(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSALS, code);
}
