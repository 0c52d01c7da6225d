import type { Payments, Settings } from '@touchline/api';
import { useChannel } from '../../app/channel.ts';

/** A channel that names no provider has the bank that comes with the program. */
const BUILT_IN: Payments = { provider: 'testbank', publishable_key: null, is_test: true };

/** Who takes the money of this channel. */
export function usePayments(): Payments {
  const settings: Settings & { readonly payments?: Payments } = useChannel().bootstrap.settings;
  return settings.payments ?? BUILT_IN;
}
