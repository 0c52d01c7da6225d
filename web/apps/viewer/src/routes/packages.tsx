import type { Category, Pass, Profile } from '@touchline/api';
import { currentTranslator, priceTitle, useAccountT, useLocale } from '@touchline/i18n';
import { Badge, EmptyState } from '@touchline/ui';
import { BadgeCheck, Ticket } from 'lucide-react';
import { useId } from 'react';
import { useChannel } from '../app/channel.ts';
import { usePageTitle } from '../app/page-title.ts';
import { RouterButton } from '../app/router-button.tsx';
import { useSession } from '../app/session.ts';
import { BasicPassForm } from './packages-basic-pass.tsx';

/** What the channel offers: the free basic pass first, then what is sold. */
export function PackagesScreen() {
  const t = useAccountT();
  const user = useSession((session) => session.user);
  const { packages, subscriptions } = useChannel().bootstrap;
  usePageTitle(t('packages.title'));
  return (
    <div className="mx-auto box-content max-w-[76rem] px-(--gutter) py-8 md:py-12">
      <h1 className="mb-6 text-[2.25rem] leading-10">{t('packages.heading')}</h1>
      <BasicPass user={user} />
      <Passes title={t('packages.subscriptions')} text={t('packages.subscriptionsText')} passes={subscriptions} />
      <Passes title={t('packages.packages')} text={t('packages.packagesText')} passes={packages} />
      {packages.length + subscriptions.length === 0 && (
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
  readonly passes: readonly Pass[];
}

function Passes({ title, text, passes }: PassesProps) {
  const id = useId();
  if (passes.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-[1.75rem] leading-8">
        {title}
      </h2>
      <p className="mt-1 max-w-[60ch] text-pretty text-muted">{text}</p>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {passes.map((pass) => (
          <li key={pass.id} className="grid">
            <PassCard pass={pass} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PassCard({ pass }: { readonly pass: Pass }) {
  const t = useAccountT();
  const locale = useLocale();
  const { event_categories: categories } = useChannel().bootstrap;
  const trialUsed = useSession(({ user }) => user?.trial_period_used ?? false);
  const translator = currentTranslator();
  const price = priceTitle({ amount: pass.base_price, currency: pass.currency, period: pass.period }, translator);
  const fee = priceTitle({ amount: pass.service_fee, currency: pass.currency, period: null }, translator);
  const sports = sportsOf(pass, categories);
  const named = sports && new Intl.ListFormat(locale, { type: 'conjunction' }).format(sports);
  const covers = pass.is_team_pass
    ? [t('packages.oneTeam'), named].filter(Boolean).join(': ')
    : (named ?? t('packages.everySport'));
  return (
    <article className="flex flex-col rounded-card bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h3 className="text-2xl leading-7 wrap-anywhere">{pass.name}</h3>
        {pass.trial_period !== null && pass.trial_period > 0 && !trialUsed && (
          <Badge tone="accent">{t('packages.trial', { count: pass.trial_period })}</Badge>
        )}
      </div>
      <p className="mt-3 text-xl leading-7 font-semibold tabular-nums">{price}</p>
      {Number(pass.service_fee) > 0 && (
        <p className="text-sm text-muted tabular-nums">{t('packages.taxes', { fee })}</p>
      )}
      <ul className="mt-4 grid gap-1.5 border-t border-line pt-4 text-[0.9375rem] leading-6">
        <li>{covers}</li>
        {pass.pass_type === 'addition' && <li className="text-muted">{t('packages.addition')}</li>}
      </ul>
    </article>
  );
}

/** The names of the sports that a pass is good for; null for one that names none, or all of them. */
function sportsOf(pass: Pass, categories: readonly Category[]): readonly string[] | null {
  const ids = pass.event_category_id === null ? pass.event_categories : [pass.event_category_id];
  const names = categories.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return names.length === 0 || names.length === categories.length ? null : names;
}
