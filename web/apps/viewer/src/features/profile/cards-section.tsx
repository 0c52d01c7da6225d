import { fetchCards, removeCard, type SavedCard } from '@touchline/api';
import { useShopT } from '@touchline/i18n';
import { Badge, Button, ErrorState, showToast } from '@touchline/ui';
import { CreditCard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useAppContext } from '../../channel/channel.ts';
import { useLoaded } from '../../loading/use-loaded.ts';
import { expiryTitle } from '../../commerce/card-choice.tsx';
import { brandTitle } from '../../commerce/titles.ts';
import { errorMessage } from '../../commerce/error-messages.ts';
import { CardForm } from './card-form.tsx';
import { PortalButton } from './portal-button.tsx';
import { RowsSkeleton } from '../../loading/rows-skeleton.tsx';
import { Section } from './section.tsx';
import '../../commerce/commerce.css';

/** The cards that the provider keeps for the member. */
export function CardsSection() {
  const t = useShopT();
  const { boot, connection } = useAppContext();
  const { data, failed, reload } = useLoaded(fetchCards);
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLDivElement>(null);

  const remove = async ({ id }: SavedCard) => {
    try {
      await removeCard(connection, id);
      reload();
      // The button that was pressed is gone.
      list.current?.focus();
      showToast({ id: 'cards', type: 'success', text: t('card.removed') });
    } catch (problem) {
      showToast({ id: 'cards', type: 'error', text: errorMessage(problem, t) });
    }
  };
  const added = () => {
    setAdding(false);
    reload();
    list.current?.focus();
    showToast({ id: 'cards', type: 'success', text: t('card.added') });
  };

  return (
    <Section title={t('card.cards')} text={t('card.cardsText')}>
      <div ref={list} tabIndex={-1} className="account-landing grid gap-5">
        {!data ? (
          failed ? (
            <ErrorState text={t('card.error')} onRetry={reload} />
          ) : (
            <RowsSkeleton />
          )
        ) : data.length === 0 ? (
          <p className="text-muted">{t('card.none')}</p>
        ) : (
          <ul aria-label={t('card.cards')} className="account-list">
            {data.map((card) => (
              <Card key={card.id} card={card} onRemove={() => remove(card)} />
            ))}
          </ul>
        )}
        {isAdding ? (
          <CardForm onAdded={added} onCancel={() => setAdding(false)} />
        ) : (
          <div className="flex flex-wrap gap-3">
            {!boot.bootstrap.settings.is_paused && (
              <Button variant="secondary" className="min-h-11!" onClick={() => setAdding(true)}>
                {t('card.add')}
              </Button>
            )}
            {data && data.length > 0 && <PortalButton back="/profile/edit" />}
          </div>
        )}
      </div>
    </Section>
  );
}

interface CardProps {
  readonly card: SavedCard;
  readonly onRemove: () => Promise<void>;
}

function Card({ card, onRemove }: CardProps) {
  const t = useShopT();
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const yes = useRef<HTMLButtonElement>(null);
  const name = t('card.named', { brand: brandTitle(card.brand), last4: card.last4 });
  useEffect(() => {
    if (isAsked) yes.current?.focus();
  }, [isAsked]);
  const remove = async () => {
    setBusy(true);
    await onRemove();
    setBusy(false);
    setAsked(false);
  };
  return (
    <li className="flex-wrap">
      <CreditCard aria-hidden size={22} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          {name}
          {card.is_default && <Badge>{t('card.default')}</Badge>}
        </p>
        <p className="text-sm text-muted">{t('card.expires', { date: expiryTitle(card) })}</p>
      </div>
      {isAsked ? (
        <div role="group" aria-label={t('card.removeSure')} className="flex flex-wrap gap-2">
          <Button ref={yes} size="small" disabled={isBusy} onClick={() => void remove()}>
            {t('card.removeYes')}
          </Button>
          <Button size="small" variant="secondary" disabled={isBusy} onClick={() => setAsked(false)}>
            {t('card.cancel')}
          </Button>
        </div>
      ) : (
        <Button
          size="small"
          variant="secondary"
          aria-label={t('card.removeNamed', { card: name })}
          onClick={() => setAsked(true)}
        >
          {t('card.remove')}
        </Button>
      )}
    </li>
  );
}
