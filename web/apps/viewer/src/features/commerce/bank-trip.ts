const NAME = 'rudy_buying';

/** Notes which game an order is for, before a bank asks for more on a page of its own. */
export function leaveForBank(order: number, eventId: number | null): void {
  if (eventId === null) return;
  try {
    sessionStorage.setItem(NAME, JSON.stringify([order, eventId]));
  } catch {
    // Without storage the way back ends at the orders.
  }
}

/** The game that an order is for, where a bank has led back from it. */
export function gameOfTrip(order: number): number | null {
  try {
    const noted: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? 'null');
    return Array.isArray(noted) && noted[0] === order && typeof noted[1] === 'number' ? noted[1] : null;
  } catch {
    return null;
  }
}
