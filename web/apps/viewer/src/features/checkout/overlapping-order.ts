import type { Order, Product, Quote } from '@touchline/api';

/** Whether an order holds something that is about to be bought. What is not chosen within a pass is all of it. */
export function overlapsOrder({ products }: Pick<Order, 'products'>, { lines }: Pick<Quote, 'lines'>): boolean {
  return products.some((held) => lines.some(({ product }) => overlaps(held, product)));
}

function overlaps(one: Product, other: Product): boolean {
  return (
    one.id === other.id &&
    meets(one.event_category_id, other.event_category_id) &&
    meets(one.participant_id, other.participant_id) &&
    meets(one.event_id, other.event_id)
  );
}

function meets(ours: number | null, theirs: number | null): boolean {
  return ours === null || theirs === null || ours === theirs;
}
