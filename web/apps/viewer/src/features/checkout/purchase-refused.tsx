import { useShopT } from '@touchline/i18n';
import { EmptyState } from '@touchline/ui';
import { BadgeCheck, MapPinOff, TicketX } from 'lucide-react';
import { RouterButton } from '../../navigation/router-button.tsx';
import type { Basket } from '../../commerce/basket.ts';
import { type RefusalCode, refusalOf } from '../../commerce/refusals.ts';

interface PurchaseRefusedProps {
  readonly code: RefusalCode;
  readonly basket: Basket;
}

/** Why this cannot be bought, before a card is asked for, and what to do instead. */
export function PurchaseRefused({ code, basket: { items, eventId } }: PurchaseRefusedProps) {
  const t = useShopT();
  const { title, text, way } = refusalOf(code);
  const pass = items[0]?.package_id ?? items[0]?.subscription_id;
  const Icon = code === 'already_owned' ? BadgeCheck : code === 'region_blocked' ? MapPinOff : TicketX;
  return (
    <div role="status">
      <EmptyState icon={<Icon aria-hidden size={40} strokeWidth={1.5} />} title={t(title)} text={t(text)}>
        {way === 'orders' && eventId === null && (
          <RouterButton to="/profile" search={{}}>
            {t('shop.seeOrders')}
          </RouterButton>
        )}
        {way === 'choose' && typeof pass === 'number' && (
          <RouterButton
            to="/select-package/$id"
            params={{ id: pass }}
            search={eventId === null ? {} : { event_id: eventId }}
          >
            {t('refused.choose')}
          </RouterButton>
        )}
        {eventId !== null && (
          <RouterButton to="/watch/$id" params={{ id: eventId }}>
            {t('refused.toGame')}
          </RouterButton>
        )}
        <RouterButton to="/packages" search={{}} variant="secondary">
          {t('refused.seePasses')}
        </RouterButton>
      </EmptyState>
    </div>
  );
}
