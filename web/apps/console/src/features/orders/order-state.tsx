import type { OrderSummary } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { CircleCheck, CircleX, Clock, History, Scale, Undo2 } from 'lucide-react';

const STATES = {
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

/** Where an order stands, the money of it that is to go back, and whether it was lost. */
export function OrderState({ order: { status, refund, is_recovered: isRecovered } }: { readonly order: OrderSummary }) {
  const t = useConsoleT();
  const shown = [STATES[status], ...(refund ? [REFUNDS[refund]] : []), ...(isRecovered ? [RECOVERED] : [])];
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1" aria-live="polite">
      {shown.map(({ Icon, colour, name }) => (
        <span key={name} className={`inline-flex items-center gap-1.5 text-sm whitespace-nowrap ${colour}`}>
          <Icon aria-hidden size={16} className="shrink-0" />
          {t(name)}
        </span>
      ))}
    </p>
  );
}
