import type { Payments } from '@touchline/api';
import { useChannel } from '../channel/channel.ts';

/** The payment provider of this channel. */
export function usePayments(): Payments {
  return useChannel().bootstrap.settings.payments;
}
