import type { Event } from '@touchline/api';
import type { MessageKey } from '@touchline/i18n';

type Access = Pick<Event, 'access_type' | 'has_access'>;

const LABELS = {
  free: 'access.free',
  register: 'access.register',
  paid: 'access.paid',
  ppv: 'access.ppv',
  included: 'access.included',
} as const satisfies Record<string, MessageKey>;

const SENTENCES = {
  free: 'access.freeSentence',
  register: 'access.registerSentence',
  paid: 'access.paidSentence',
  ppv: 'access.ppvSentence',
  included: 'access.includedSentence',
} as const satisfies Record<string, MessageKey>;

const kindOf = ({ access_type, has_access }: Access) =>
  access_type !== 'free' && has_access ? 'included' : access_type;

/** What it takes to watch, in a word or two. */
export const accessLabel = (event: Access) => LABELS[kindOf(event)];

/** The same in a sentence. */
export const accessSentence = (event: Access) => SENTENCES[kindOf(event)];

export function needsAccess({ access_type, has_access }: Access): boolean {
  return access_type !== 'free' && !has_access;
}
