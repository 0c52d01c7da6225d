import type { DeliveryState } from '@touchline/api/console';

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const satisfies readonly DeliveryState[];

/** Which deliveries the address asks for. */
export interface DeliverySearch {
  readonly state?: DeliveryState;
}

/** Takes what makes sense, and leaves the rest out. */
export function deliverySearch(search: Record<string, unknown>): DeliverySearch {
  const state = DELIVERY_STATES.find((known) => known === search['state']);
  return state ? { state } : {};
}
