import type { Category, Pass, ShopPass } from '@touchline/api';
import { currentTranslator, priceTitle, useAccountT, useLocale, useShopT } from '@touchline/i18n';
import { Badge, Skeleton } from '@touchline/ui';
import { BadgeCheck } from 'lucide-react';
import { useChannel } from '../../channel/channel.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useSession } from '../../session/session.ts';
import { CoveredGames } from '../../commerce/covered-games.tsx';
import { usePayments } from '../../commerce/payments.ts';
import { PassFeatures } from './pass-features.tsx';
import { choiceOf, type PassKind } from '../../commerce/pass-kind.ts';
import { moneyTitle } from '../../commerce/titles.ts';

/** A pass as the page carries it; what it opens and whether it is owned come later. */
export type ShownPass = Pass & Partial<ShopPass>;

interface PassCardProps {
  readonly pass: ShownPass;
  readonly kind: PassKind;
  /** Whether more about it is on its way. */
  readonly isWaiting: boolean;
  /** Whether something can be bought along with it. */
  readonly hasAddons: boolean;
  /** The game that the visitor came from. */
  readonly eventId: number | null;
}

export function PassCard({ pass, kind, isWaiting, hasAddons, eventId }: PassCardProps) {
  const t = useAccountT();
  const tShop = useShopT();
  const locale = useLocale();
  const { event_categories: categories } = useChannel().bootstrap;
  const isClosed = usePayments().provider === 'none';
  const trialUsed = useSession(({ user }) => user?.trial_period_used ?? false);
  const translator = currentTranslator();
  const price = priceTitle({ amount: pass.base_price, currency: pass.currency, period: pass.period }, translator);
  const fee = priceTitle({ amount: pass.service_fee, currency: pass.currency, period: null }, translator);
  const sports = sportsOf(pass, categories);
  const named = sports && new Intl.ListFormat(locale, { type: 'conjunction' }).format(sports);
  const covers = pass.is_team_pass
    ? [t('packages.oneTeam'), named].filter(Boolean).join(': ')
    : (named ?? t('packages.everySport'));
  const trialDays = kind === 'subscription' && !trialUsed && !isClosed ? (pass.trial_period ?? 0) : 0;
  return (
    <article className="flex flex-col rounded-card bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h3 className="text-2xl leading-7 wrap-anywhere">{pass.name}</h3>
        {pass.is_purchased ? (
          <Badge>{tShop('shop.owned')}</Badge>
        ) : (
          trialDays > 0 && <Badge tone="accent">{t('packages.trial', { count: trialDays })}</Badge>
        )}
      </div>
      <p className="mt-3 text-xl leading-7 font-semibold tabular-nums">{price}</p>
      {Number(pass.service_fee) > 0 && (
        <p className="text-sm text-muted tabular-nums">{t('packages.taxes', { fee })}</p>
      )}
      {pass.rest_price && (
        <p className="mt-2 font-semibold text-pretty tabular-nums">
          {tShop('shop.rest', {
            held: pass.disabled_category_ids?.length ?? 0,
            count: pass.event_categories.length,
            price: moneyTitle(pass.rest_price, pass.currency),
          })}
        </p>
      )}
      <ul className="mt-4 grid gap-1.5 border-t border-line pt-4 text-[0.9375rem] leading-6">
        <li>{covers}</li>
        {pass.pass_type === 'addition' && <li className="text-muted">{t('packages.addition')}</li>}
      </ul>
      <PassFeatures pass={pass} />
      <div className="mt-3 mb-5 flex-1">
        {pass.covers ? <CoveredGames covers={pass.covers} /> : isWaiting && <Skeleton className="h-24 rounded-field" />}
      </div>
      {pass.is_purchased ? (
        <p className="flex min-h-12 items-center gap-2 text-[0.9375rem]">
          <BadgeCheck aria-hidden size={22} className="shrink-0 text-success" />
          {tShop('shop.ownedText')}
        </p>
      ) : isClosed ? null : (
        <Actions pass={pass} kind={kind} hasAddons={hasAddons} eventId={eventId} trialDays={trialDays} />
      )}
    </article>
  );
}

interface ActionsProps extends Omit<PassCardProps, 'isWaiting'> {
  /** How many days are free; none where the visitor has had theirs. */
  readonly trialDays: number;
}

function Actions({ pass, kind, hasAddons, eventId, trialDays }: ActionsProps) {
  const t = useShopT();
  const { id, name } = pass;
  const game = eventId === null ? {} : { event_id: eventId };
  if (pass.pass_type === 'addition') {
    return (
      <RouterButton
        to="/buy"
        search={{ type: 'addon', package_id: id, ...game }}
        size="large"
        variant="secondary"
        aria-label={t('shop.addNamed', { name })}
      >
        {t('shop.add')}
      </RouterButton>
    );
  }
  const isSubscription = kind === 'subscription';
  const variant = trialDays > 0 ? 'secondary' : 'primary';
  return (
    <div className="grid gap-2">
      {trialDays > 0 && (
        <RouterButton
          to="/buy"
          search={{ type: 'trial', subscription_id: id, ...game }}
          size="large"
          aria-label={t('shop.trialNamed', { count: trialDays, name })}
        >
          {t('shop.trial', { count: trialDays })}
        </RouterButton>
      )}
      {choiceOf(pass, kind) !== null || (hasAddons && !isSubscription) ? (
        <RouterButton
          to="/select-package/$id"
          params={{ id }}
          search={game}
          size="large"
          variant={variant}
          aria-label={t('shop.chooseNamed', { name })}
        >
          {t('shop.choose')}
        </RouterButton>
      ) : (
        <RouterButton
          to="/buy"
          search={isSubscription ? { subscription_id: id, ...game } : { package_id: id, ...game }}
          size="large"
          variant={variant}
          aria-label={isSubscription ? t('shop.subscribeNamed', { name }) : t('shop.buyNamed', { name })}
        >
          {isSubscription ? t('shop.subscribe') : t('shop.buy')}
        </RouterButton>
      )}
    </div>
  );
}

/** The names of the sports that a pass is good for; null for one that names none, or all of them. */
function sportsOf(pass: Pass, categories: readonly Category[]): readonly string[] | null {
  const ids = pass.event_category_id === null ? pass.event_categories : [pass.event_category_id];
  const names = categories.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return names.length === 0 || names.length === categories.length ? null : names;
}
