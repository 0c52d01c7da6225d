import { loadShopMessages } from '@touchline/i18n';
import type { ComponentType } from 'react';
import { lazyScreen } from '../../loading/lazy-screen.tsx';
import { RowsSkeleton } from '../../loading/rows-skeleton.tsx';

/** What was bought and what it is paid with comes with the words of the shop, where it is looked at. */
const shopPart = <Props extends object>(fetchPart: () => Promise<ComponentType<Props>>) =>
  lazyScreen<Props>(async () => {
    const [Part] = await Promise.all([fetchPart(), loadShopMessages()]);
    return Part;
  }, RowsSkeleton);

export const LazyOrders = shopPart(async () => (await import('./orders.tsx')).Orders);
export const LazyTransactions = shopPart(async () => (await import('./transactions.tsx')).Transactions);
export const LazyCardsSection = shopPart(async () => (await import('./cards-section.tsx')).CardsSection);
