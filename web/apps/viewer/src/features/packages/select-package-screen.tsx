import { fetchPasses, type ShopPass } from '@touchline/api';
import { useShopT } from '@touchline/i18n';
import { EmptyState, ErrorState, Skeleton } from '@touchline/ui';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { ChevronLeft, Ticket, TicketX } from 'lucide-react';
import { useState } from 'react';
import { useChannel } from '../../channel/channel.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useLoaded } from '../../loading/use-loaded.ts';
import { readBasket } from '../../commerce/basket.ts';
import { ChoiceGrid } from './choice-grid.tsx';
import { CoveredGames } from '../../commerce/covered-games.tsx';
import { optionsOf } from './pass-choice.ts';
import { PassFeatures } from './pass-features.tsx';
import { choiceOf, type PassKind } from '../../commerce/pass-kind.ts';
import { moneyTitle } from '../../commerce/titles.ts';
import { SelectPackageTotal } from './select-package-total.tsx';
import '../../commerce/commerce.css';

/** What a pass is to open: which sports or teams, and what comes along with it. */
export function SelectPackageScreen() {
  const t = useShopT();
  const { id } = useParams({ from: '/select-package/$id' });
  const { data, failed, reload } = useLoaded(fetchPasses);
  const bought = data?.packages.find((one) => one.id === id);
  const pass = bought ?? data?.subscriptions.find((one) => one.id === id);
  usePageTitle(t('select.title'), pass?.name);
  return (
    <div className="shop-page">
      <Link
        to="/packages"
        className="-ms-1 mb-3 inline-flex min-h-9 items-center gap-1 text-sm font-semibold text-muted hover:text-text"
      >
        <ChevronLeft aria-hidden size={18} />
        {t('select.back')}
      </Link>
      <h1 className="mb-6 text-[2.25rem] leading-10 wrap-anywhere">{pass?.name ?? t('select.title')}</h1>
      {data && pass ? (
        <Choice
          key={id}
          pass={pass}
          kind={bought ? 'package' : 'subscription'}
          addons={data.packages.filter((one) => one.pass_type === 'addition' && one.id !== id)}
        />
      ) : data ? (
        <EmptyState icon={<TicketX aria-hidden size={40} strokeWidth={1.5} />} title={t('select.missing')}>
          <RouterButton to="/packages">{t('refused.seePasses')}</RouterButton>
        </EmptyState>
      ) : failed ? (
        <ErrorState text={t('select.error')} onRetry={reload} />
      ) : (
        <div aria-hidden className="checkout">
          <Skeleton className="h-96 rounded-sheet" />
          <Skeleton className="h-64 rounded-sheet" />
        </div>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly pass: ShopPass;
  readonly kind: PassKind;
  readonly addons: readonly ShopPass[];
}

function Choice({ pass, kind, addons }: ChoiceProps) {
  const t = useShopT();
  const { bootstrap, participants } = useChannel();
  const { eventId } = readBasket({ ...useSearch({ from: '/select-package/$id' }) });
  const choice = choiceOf(pass, kind);
  const options = optionsOf(pass, kind, { categories: bootstrap.event_categories, participants });
  const open = options.filter(({ isOwned }) => !isOwned);
  // All sports are preset, and no team.
  const [ids, setIds] = useState<readonly number[]>(choice === 'sports' ? open.map(({ id }) => id) : []);
  const [added, setAdded] = useState<readonly number[]>([]);
  const isOwned = pass.is_purchased || (choice !== null && options.length > 0 && open.length === 0);
  if (isOwned) {
    return (
      <EmptyState icon={<Ticket aria-hidden size={40} strokeWidth={1.5} />} title={t('select.allOwned')}>
        <RouterButton to="/profile">{t('shop.seeOrders')}</RouterButton>
      </EmptyState>
    );
  }
  return (
    <div className="checkout">
      <div className="shop-panel grid gap-8">
        {choice === null ? (
          <p className="text-muted">{pass.event_categories.length === 0 && t('select.everything')}</p>
        ) : (
          <ChoiceGrid
            title={choice === 'teams' ? t('select.teams') : t('select.sports')}
            options={options}
            chosen={ids}
            onChoose={setIds}
          />
        )}
        {addons.length > 0 && (
          <ChoiceGrid
            title={t('select.addons')}
            options={addons.map((one) => ({
              id: one.id,
              name: one.name,
              isOwned: one.is_purchased,
              note: moneyTitle(one.base_price, one.currency),
            }))}
            chosen={added}
            onChoose={setAdded}
          />
        )}
        <div>
          <CoveredGames covers={pass.covers} />
          <PassFeatures pass={pass} />
        </div>
      </div>
      <SelectPackageTotal chosen={{ pass, kind, ids, addons: added }} eventId={eventId} />
    </div>
  );
}
