import { useAccountT } from '@touchline/i18n';
import { Link, useSearch } from '@tanstack/react-router';
import { Pencil, Ticket } from 'lucide-react';
import { useChannel } from '../../channel/channel.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { profileSearch, type ProfileSearch } from './profile-search.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useSession } from '../../session/session.ts';
import { initialsOf } from '../../session/initials.ts';
import { LazyClips } from './lazy-clips.tsx';
import { EmailNotice } from './email-notice.tsx';
import { LazyOrders, LazyTransactions } from './lazy-shop-parts.tsx';
import { useFreshProfile } from '../../session/use-fresh-profile.ts';
import '../../tabs/tab.css';
import './profile.css';

/** The member's name, and the lists of their orders, transactions and clips. */
export function ProfileScreen() {
  const t = useAccountT();
  const user = useSession((session) => session.user);
  const { tab, orders } = profileSearch({ ...useSearch({ from: '/profile' }) });
  const { is_paused: isPaused } = useChannel().bootstrap.settings;
  usePageTitle(t('profile.title'));
  useFreshProfile();
  if (!user) return null;
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ');
  return (
    <div className="account-page">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <span aria-hidden className="account-face">
          {initialsOf(user)}
        </span>
        <div className="min-w-0 flex-1 basis-48">
          <h1 className="text-[2.25rem] leading-10 wrap-break-word">{name || t('profile.title')}</h1>
          <p className="mt-0.5 wrap-anywhere text-muted">{user.email}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          {!isPaused && (
            <RouterButton to="/packages" variant="secondary" className="min-h-11!">
              <Ticket aria-hidden size={16} />
              {t('packages.heading')}
            </RouterButton>
          )}
          <RouterButton to="/profile/edit" variant="secondary" className="min-h-11!">
            <Pencil aria-hidden size={16} />
            {t('profile.edit')}
          </RouterButton>
        </div>
      </div>
      <EmailNotice user={user} />
      <Tabs tab={tab} hasClips={!isPaused} />
      {tab === 'transactions' ? (
        <LazyTransactions />
      ) : tab === 'clips' && !isPaused ? (
        <LazyClips />
      ) : (
        <Orders all={orders === 'all'} />
      )}
    </div>
  );
}

interface TabsProps {
  readonly tab: ProfileSearch['tab'] | undefined;
  readonly hasClips: boolean;
}

function Tabs({ tab, hasClips }: TabsProps) {
  const t = useAccountT();
  const tabs = [
    { tab: undefined, search: {}, label: t('profile.orders') },
    { tab: 'transactions', search: { tab: 'transactions' }, label: t('profile.transactions') },
    ...(hasClips ? [{ tab: 'clips', search: { tab: 'clips' }, label: t('profile.clips') } as const] : []),
  ] as const;
  return (
    <nav aria-label={t('profile.lists')} className="mt-8 mb-6">
      <ul className="account-tabs">
        {tabs.map((one) => (
          <li key={one.label}>
            <Link
              to="/profile"
              search={one.search}
              resetScroll={false}
              activeOptions={{ exact: true }}
              aria-current={one.tab === tab ? 'page' : undefined}
              className="tab"
            >
              {one.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Orders({ all }: { readonly all: boolean }) {
  const t = useAccountT();
  const choices = [
    { search: {}, label: t('profile.ordersActive') },
    { search: { orders: 'all' }, label: t('profile.ordersAll') },
  ] as const;
  return (
    <>
      <nav aria-label={t('profile.ordersShown')} className="mb-5">
        <ul className="flex gap-2">
          {choices.map(({ search, label }) => (
            <li key={label}>
              <Link
                to="/profile"
                search={search}
                resetScroll={false}
                activeOptions={{ exact: true }}
                className="account-choice"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <LazyOrders all={all} />
    </>
  );
}
