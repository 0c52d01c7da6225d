import type { DeletionObstacles } from '@touchline/api/console';

/** Whether there is an obstacle to deleting a channel. */
export function isObstructed(obstacles: DeletionObstacles): boolean {
  const { is_served: isServed, live_games: live, open_orders: open, renewing_orders: renewing } = obstacles;
  return isServed || live.total + open.total + renewing.total + obstacles.payment_jobs > 0;
}

/** "48211, 48230 …": the numbers that are named, with a sign where there are more. */
export function numbersOf({ ids, total }: DeletionObstacles['open_orders']): string {
  return ids.join(', ') + (total > ids.length ? ' …' : '');
}
