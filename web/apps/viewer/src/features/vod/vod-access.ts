import type { VodItem } from '@touchline/api';
import type { MessageKey } from '@touchline/i18n';

type Access = Pick<VodItem, 'access_type' | 'has_access'>;

const LABELS = {
  free: 'access.free',
  pass: 'access.paid',
  included: 'access.includedVideo',
} as const satisfies Record<string, MessageKey>;

const kindOf = ({ access_type, has_access }: Access) =>
  access_type === 'free' ? 'free' : has_access ? 'included' : 'pass';

export const needsPass = (item: Access): boolean => kindOf(item) === 'pass';

/** What it takes to watch, in a word or two. */
export const vodAccessLabel = (item: Access) => LABELS[kindOf(item)];
