import { fetchPasses, type Pass, type Profile } from '@touchline/api';
import { useAccountT, useShopT } from '@touchline/i18n';
import { EmptyState, ErrorState } from '@touchline/ui';
import { useSearch } from '@tanstack/react-router';
import { BadgeCheck, Ticket } from 'lucide-react';
import { useId } from 'react';
import { useChannel } from '../../channel/channel.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useSession } from '../../session/session.ts';
import { useLoaded } from '../../loading/use-loaded.ts';
import type { PassKind } from '../../commerce/pass-kind.ts';
import { SINGLE_GAME } from '../../commerce/pass-offers.ts';
import { usePayments } from '../../commerce/payments.ts';
import { BasicPassForm } from './basic-pass.tsx';
import { PassCard, type ShownPass } from './pass-card.tsx';
import '../../commerce/commerce.css';

interface Sold {
  readonly pass: ShownPass;
  readonly kind: PassKind;
}

/** What the channel offers: the free basic pass first, then what is sold. */
export function PackagesScreen() {
  const t = useAccountT();
  const tShop = useShopT();
  const user = useSession((session) => session.user);
  const known = useChannel().bootstrap;
  const isClosed = usePayments().provider === 'none';
  const { data, failed, reload } = useLoaded(fetchPasses);
  // The page carries names and prices; the answer adds what each pass opens and whether the member owns it.
  const { packages, subscriptions } = data ?? known;
  usePageTitle(t('packages.title'));

  const sold = [...ofKind(subscriptions, 'subscription'), ...ofKind(packages, 'package')];
  const regular = sold.filter(({ pass }) => pass.pass_type === 'regular');
  const addons = sold.filter(({ pass }) => pass.pass_type === 'addition');
  const shared = { isWaiting: !data && !failed, hasAddons: addons.some(({ kind }) => kind === 'package') };
  return (
    <div className="shop-page">
      <h1 className="mb-6 text-[2.25rem] leading-10">{t('packages.heading')}</h1>
      {isClosed && sold.length > 0 && (
        <p role="status" className="mb-6 text-pretty text-muted">
          {tShop('refused.closed')}. {tShop('refused.closedText')}
        </p>
      )}
      <BasicPass user={user} />
      {failed && sold.length > 0 && (
        <div className="mt-8">
          <ErrorState text={tShop('shop.error')} onRetry={reload} />
        </div>
      )}
      <Passes
        title={t('packages.subscriptions')}
        text={t('packages.subscriptionsText')}
        passes={regular.filter(({ kind }) => kind === 'subscription')}
        {...shared}
      />
      <Passes
        title={t('packages.packages')}
        text={t('packages.packagesText')}
        passes={regular.filter(({ kind }) => kind === 'package')}
        {...shared}
      />
      <Passes title={tShop('shop.addons')} text={tShop('shop.addonsText')} passes={addons} {...shared} />
      {sold.length === 0 && (
        <div className="mt-8">
          <EmptyState
            icon={<Ticket aria-hidden size={40} strokeWidth={1.5} />}
            title={t('packages.none')}
            text={t('packages.noneText')}
          >
            <RouterButton to="/schedule" variant="secondary">
              {t('profile.findGame')}
            </RouterButton>
          </EmptyState>
        </div>
      )}
    </div>
  );
}

/** The heavier a pass is, the later it stands. */
function ofKind(passes: readonly Pass[], kind: PassKind): readonly Sold[] {
  const here = passes.filter(({ offer }) => offer !== SINGLE_GAME);
  return here.toSorted((one, other) => one.weight - other.weight).map((pass) => ({ pass, kind }));
}

function BasicPass({ user }: { readonly user: Profile | null }) {
  const t = useAccountT();
  const id = useId();
  if (user && !user.basic_pass_selected) return <BasicPassForm />;
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-sheet bg-surface p-5 sm:px-8 sm:py-6"
    >
      <BadgeCheck aria-hidden size={36} strokeWidth={1.5} className={user ? 'text-success' : 'text-muted'} />
      <div className="min-w-0 flex-1 basis-64">
        <h2 id={id} className="text-[1.75rem] leading-8">
          {user ? t('packages.basicHave') : t('packages.basic')}
        </h2>
        <p className="mt-1 max-w-[60ch] text-pretty text-muted">
          {user ? t('packages.basicHaveText') : t('packages.basicText')}
        </p>
      </div>
      {!user && (
        <div className="flex flex-wrap gap-3">
          <RouterButton to="/registration" className="min-h-11!">
            {t('packages.register')}
          </RouterButton>
          <RouterButton to="/login" search={{ return: '/packages' }} variant="secondary" className="min-h-11!">
            {t('login.submit')}
          </RouterButton>
        </div>
      )}
    </section>
  );
}

interface PassesProps {
  readonly title: string;
  readonly text: string;
  readonly passes: readonly Sold[];
  readonly isWaiting: boolean;
  readonly hasAddons: boolean;
}

function Passes({ title, text, passes, isWaiting, hasAddons }: PassesProps) {
  const id = useId();
  const search = useSearch({ from: '/packages' });
  const game = /^\/watch\/(\d{1,15})\b/.exec(search.return ?? '')?.[1];
  if (passes.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-[1.75rem] leading-8">
        {title}
      </h2>
      <p className="mt-1 max-w-[60ch] text-pretty text-muted">{text}</p>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {passes.map(({ pass, kind }) => (
          <li key={pass.id} className="grid">
            <PassCard
              pass={pass}
              kind={kind}
              isWaiting={isWaiting}
              hasAddons={hasAddons}
              eventId={game === undefined ? null : Number(game)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
