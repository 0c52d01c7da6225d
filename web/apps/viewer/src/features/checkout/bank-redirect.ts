const NAME = 'rudy_buying';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The promo code of a purchase that is tried again. */
    coupon?: string;
  }
}

/** What is to be known again after a bank has asked for more on a page of its own. */
export interface BankRedirect {
  readonly order: number;
  /** The game that it is for. */
  readonly eventId: number | null;
  /** The checkout that was left. */
  readonly href: string;
  readonly coupon: string | null;
}

export function rememberBankRedirect(redirect: BankRedirect): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(redirect));
  } catch {
    // Without storage the way back ends at the orders.
  }
}

/** The trip that an order was left for; null where it was made elsewhere. */
export function bankRedirectOf(order: number): BankRedirect | null {
  try {
    const noted: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? 'null');
    return isBankRedirect(noted) && noted.order === order ? noted : null;
  } catch {
    return null;
  }
}

function isBankRedirect(noted: unknown): noted is BankRedirect {
  return typeof noted === 'object' && noted !== null && 'order' in noted && 'href' in noted;
}
