import { Link } from '@tanstack/react-router';
import type { OrderSummary } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { CircleCheck, CircleX, Clock, History, type LucideIcon, Scale, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrdersSearch } from './orders-search.ts';

export const STATES = {
  created: { Icon: Clock, colour: 'text-warn', name: 'orders.state.created' },
  processing: { Icon: Clock, colour: 'text-warn', name: 'orders.state.processing' },
  paid: { Icon: CircleCheck, colour: 'text-success', name: 'orders.state.paid' },
  failed: { Icon: CircleX, colour: 'text-muted', name: 'orders.state.failed' },
  refunded: { Icon: Undo2, colour: 'text-muted', name: 'orders.state.refunded' },
  disputed: { Icon: Scale, colour: 'text-danger', name: 'orders.state.disputed' },
} as const;

const REFUNDS = {
  under_way: { Icon: Clock, colour: 'text-warn', name: 'orders.refundUnderWay' },
  failed: { Icon: CircleX, colour: 'text-danger', name: 'orders.refundFailed' },
} as const;

const RECOVERED = { Icon: History, colour: 'text-warn', name: 'orders.recovered' } as const;

interface OrderStateProps {
  readonly channel: string;
  readonly search: OrdersSearch;
  readonly order: OrderSummary;
}

/** Where an order stands, the money of it that is to go back, and whether it was lost. A click on a state filters by it. */
export function OrderState({ channel, search, order }: OrderStateProps) {
  const t = useConsoleT();
  const { status, refund, is_recovered: isRecovered } = order;
  const { find, sort } = search;
  const kept = { ...(find !== undefined && { find }), ...(sort && { sort }) };
  const link = {
    to: '/$channel/orders',
    params: { channel },
    className: 'underline-offset-4 hover:underline',
  } as const;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1" aria-live="polite">
      <Shown {...STATES[status]}>
        <Link {...link} search={{ ...kept, status }} title={t('orders.onlyThese')}>
          {t(STATES[status].name)}
        </Link>
      </Shown>
      {refund && (
        <Shown {...REFUNDS[refund]}>
          {refund === 'failed' ? (
            <Link {...link} search={{ ...kept, refund }} title={t('orders.onlyThese')}>
              {t(REFUNDS[refund].name)}
            </Link>
          ) : (
            t(REFUNDS[refund].name)
          )}
        </Shown>
      )}
      {isRecovered && <Shown {...RECOVERED}>{t(RECOVERED.name)}</Shown>}
    </p>
  );
}

interface ShownProps {
  readonly Icon: LucideIcon;
  readonly colour: string;
  readonly children: ReactNode;
}

function Shown({ Icon, colour, children }: ShownProps) {
  return (
    <span className={`inline-flex items-center gap-1.5 text-sm whitespace-nowrap ${colour}`}>
      <Icon aria-hidden size={16} className="shrink-0" />
      {children}
    </span>
  );
}
