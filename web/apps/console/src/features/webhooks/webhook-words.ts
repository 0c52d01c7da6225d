import type { DeliveryProblem, WebhookDelivery, WebhookEventType } from '@touchline/api/console';
import type { ConsoleTranslate } from '@touchline/i18n';

/** The events that a webhook can choose, in the order of the form. */
export const EVENTS = [
  'game.upcoming',
  'game.live',
  'game.ended',
  'order.paid',
  'order.disputed',
  'order.refunded',
  'refund.failed',
  'clip.created',
  'clip.removed',
  'account.deleted',
] as const satisfies readonly Exclude<WebhookEventType, 'webhook.test'>[];

export const EVENT_NAMES = {
  'game.upcoming': 'webhooks.event.gameUpcoming',
  'game.live': 'webhooks.event.gameLive',
  'game.ended': 'webhooks.event.gameEnded',
  'order.paid': 'webhooks.event.orderPaid',
  'order.disputed': 'webhooks.event.orderDisputed',
  'order.refunded': 'webhooks.event.orderRefunded',
  'refund.failed': 'webhooks.event.refundFailed',
  'clip.created': 'webhooks.event.clipCreated',
  'clip.removed': 'webhooks.event.clipRemoved',
  'account.deleted': 'webhooks.event.accountDeleted',
} as const satisfies Record<Exclude<WebhookEventType, 'webhook.test'>, string>;

export const STATE_NAMES = {
  waiting: 'webhooks.waiting',
  delivered: 'webhooks.delivered',
  failed: 'webhooks.failed',
} as const;

const PROBLEMS = {
  status: 'webhooks.problem.status',
  redirect: 'webhooks.problem.redirect',
  gone: 'webhooks.problem.gone',
  timed_out: 'webhooks.problem.timedOut',
  refused: 'webhooks.problem.refused',
  tls: 'webhooks.problem.tls',
  name_not_found: 'webhooks.problem.name',
  private_address: 'webhooks.problem.private',
  unreachable: 'webhooks.problem.unreachable',
  switched_off: 'webhooks.problem.switchedOff',
  interrupted: 'webhooks.problem.interrupted',
} as const satisfies Record<DeliveryProblem, string>;

/** What became of the last try, in a sentence; nothing if there was none. */
export function outcomeText(delivery: WebhookDelivery, t: ConsoleTranslate): string | undefined {
  const { problem, status, duration_ms: ms } = delivery;
  if (problem !== null) return t(PROBLEMS[problem], { status: status ?? '' });
  if (status === null || ms === null) return undefined;
  return t('webhooks.answered', { status, ms });
}

/** JSON with one field per line. */
export function readablePayload(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}
