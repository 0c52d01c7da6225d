import type { Profile } from '@touchline/api';
import { useT } from '@touchline/i18n';
import { Link } from '@tanstack/react-router';
import { Heart, LogOut, Sparkles, Ticket, UserPen, UserRound } from 'lucide-react';
import { useId, useRef } from 'react';
import { logOutHere } from '../session/log-out.ts';
import { useAppContext, useChannel } from '../channel/channel.ts';
import { openFavourites } from '../favourites/favourites-sheet-state.ts';
import { restartTutorial } from '../tutorial/tutorial-store.ts';
import { initialsOf } from '../session/initials.ts';
import './account-button.css';

/** The member's initials; they open a panel with what belongs to the account. */
export function AccountButton({ user }: { readonly user: Profile }) {
  const t = useT();
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const { connection } = useAppContext();
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ');
  const close = () => panel.current?.hidePopover();
  const { is_paused: isPaused } = useChannel().bootstrap.settings;
  const places = [
    { label: t('nav.profile'), Icon: UserRound, to: '/profile' },
    { label: t('nav.editProfile'), Icon: UserPen, to: '/profile/edit' },
    ...(isPaused ? [] : [{ label: t('nav.passes'), Icon: Ticket, to: '/packages' } as const]),
  ] as const;
  const choices = [
    ...(isPaused
      ? []
      : [
          { label: t('nav.favourites'), Icon: Heart, act: openFavourites },
          { label: t('nav.tutorial'), Icon: Sparkles, act: () => restartTutorial('favourites') },
        ]),
    { label: t('nav.logOut'), Icon: LogOut, act: () => void logOutHere(connection) },
  ];
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        title={user.email}
        className="relative grid size-11 shrink-0 cursor-pointer place-items-center rounded-full"
      >
        {/* The name begins with the visible text, which users of voice control say. */}
        <span className="grid size-9 place-items-center rounded-full bg-accent text-sm font-semibold text-on-accent">
          {initialsOf(user)}
        </span>{' '}
        <span className="sr-only">{t('nav.account', { email: user.email })}</span>
      </button>
      <div ref={panel} id={id} popover="auto" className="account-panel on-body">
        <div className="border-b border-line px-3 pt-1 pb-3">
          {name && <p className="truncate font-semibold">{name}</p>}
          <p className="truncate text-sm text-muted">{user.email}</p>
        </div>
        <ul className="pt-2">
          {places.map(({ label, Icon, to }) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: true }} className="panel-link gap-3" onClick={close}>
                <Icon aria-hidden size={18} className="shrink-0 text-muted" />
                {label}
              </Link>
            </li>
          ))}
          {choices.map(({ label, Icon, act }) => (
            <li key={label}>
              <button
                type="button"
                className="panel-link gap-3"
                onClick={() => {
                  close();
                  act();
                }}
              >
                <Icon aria-hidden size={18} className="shrink-0 text-muted" />
                {label}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
