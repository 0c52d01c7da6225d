import type { OperatorChannel, OrderSummary } from '@touchline/api/console';
import { currentTranslator, priceTitle, useConsoleT, useLocale } from '@touchline/i18n';
import type { Column } from '../../lists/columns.ts';
import { localTime } from '../../localisation/local-time.ts';
import { OrderState } from './order-state.tsx';
import type { OrdersSearch } from './orders-search.ts';
import { RefundAction } from './refund-action.tsx';

const CREATED = { up: 'created_at', down: '-created_at' } as const;
const PRICE = { up: 'price', down: '-price' } as const;

function priceOf({ price, currency }: OrderSummary): string {
  return priceTitle({ amount: price, currency, period: null }, currentTranslator());
}

/** What a table of orders shows of each. */
export function useOrderColumns(channel: OperatorChannel, search: OrdersSearch): readonly Column<OrderSummary>[] {
  const t = useConsoleT();
  const locale = useLocale();
  const numbered = ({ id }: OrderSummary) => t('orders.number', { number: String(id) });
  return [
    { id: 'number', title: 'orders.numberColumn', isFixed: true, cell: (order) => <span>{numbered(order)}</span> },
    {
      id: 'when',
      title: 'orders.when',
      sort: CREATED,
      cell: ({ created_at: at }) => (
        <time dateTime={new Date(at * 1000).toISOString()} className="tabular-nums">
          {localTime(at, locale)}
        </time>
      ),
    },
    { id: 'buyer', title: 'orders.buyer', cell: ({ email }) => <span>{email ?? t('orders.gone')}</span> },
    { id: 'items', title: 'orders.items', cell: ({ names }) => <span>{names.join(', ')}</span> },
    {
      id: 'price',
      title: 'orders.price',
      sort: PRICE,
      cell: (order) => <span className="tabular-nums">{priceOf(order)}</span>,
    },
    {
      id: 'state',
      title: 'orders.stateColumn',
      isFixed: true,
      cell: (order) => (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <OrderState channel={channel.alias} search={search} order={order} />
          <RefundAction channel={channel} search={search} order={order} price={priceOf(order)} />
        </div>
      ),
    },
  ];
}
