import { useAccountT } from '@touchline/i18n';
import { CalendarHeart, Heart, Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { useChannel } from '../../channel/channel.ts';
import { EventArt } from '../../art/event-art.tsx';
import { AuthViews } from './auth-views.tsx';

/** The frame of all screens of the login: what is to be done on one side, what it is good for on the other. */
export function AuthCard({ children }: { readonly children: ReactNode }) {
  return (
    <AuthViews>
      <div className="px-(--gutter) py-8 md:py-14">
        <div className="mx-auto grid max-w-5xl lg:min-h-[31rem] lg:grid-cols-2">
          <div className="min-w-0 rounded-sheet bg-surface p-5 sm:p-8 lg:rounded-e-none lg:p-10">{children}</div>
          <Benefits />
        </div>
      </div>
    </AuthViews>
  );
}

/** What an account is good for, beside the form where there is room. */
function Benefits() {
  const t = useAccountT();
  const { color_settings: colours } = useChannel().bootstrap;
  const teams = [{ color: colours.accent ?? '#3b4252' }, { color: '#1f2530' }];
  const benefits = [
    { icon: <Heart aria-hidden size={22} />, text: t('login.benefitFavourites') },
    { icon: <CalendarHeart aria-hidden size={22} />, text: t('login.benefitCalendar') },
    { icon: <Ticket aria-hidden size={22} />, text: t('login.benefitGames') },
  ];
  return (
    <section
      aria-label={t('login.benefits')}
      className="on-art relative isolate hidden content-end overflow-hidden rounded-e-sheet p-10 text-white lg:grid"
    >
      <EventArt teams={teams} sport="" className="absolute! inset-0 -z-10" />
      <div className="hero-scrim absolute inset-0 -z-10" />
      <ul className="grid gap-4">
        {benefits.map(({ icon, text }) => (
          <li key={text} className="art-text flex items-center gap-4 text-lg leading-7 font-semibold text-balance">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-[#0a0c10d9]">{icon}</span>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
