import { currentTranslator, useAccountT } from '@touchline/i18n';
import { showToast } from '@touchline/ui';
import { useRouter, useSearch } from '@tanstack/react-router';
import { CalendarHeart, Heart, Ticket } from 'lucide-react';
import { logInHere } from '../../app/account.ts';
import { useAppContext, useChannel } from '../../app/channel.ts';
import { settleWish } from '../../app/favourite-calls.ts';
import { favouriteKey, wish } from '../../app/favourites.ts';
import { rememberedPages } from '../../app/last-page.ts';
import { usePageTitle } from '../../app/page-title.ts';
import { returnPath } from '../../app/return-path.ts';
import { EventArt } from '../../art/event-art.tsx';
import type { LoginFields } from '../../features/auth/check-login.ts';
import { LoginForm } from '../../features/auth/login-form.tsx';

/** Logs in and leads back to where the visitor came from, with the favourite that brought them here. */
export function LoginScreen() {
  const t = useAccountT();
  const router = useRouter();
  const { connection } = useAppContext();
  const { pages } = useChannel().bootstrap;
  const search = useSearch({ from: '/login' });
  const { favourite } = router.state.location.state;
  usePageTitle(t('login.title'));

  const logIn = async ({ email, password }: LoginFields) => {
    await logInHere(connection, email, password);
    if (favourite) {
      wish(favouriteKey(favourite), true);
      void settleWish(connection, favourite);
      showToast({ id: 'session', type: 'success', text: currentTranslator().t('fav.added', { name: favourite.name }) });
    } else {
      showToast({ id: 'session', type: 'success', text: t('login.done', { email }) });
    }
    const paths = pages.map(({ url }) => url);
    const href = returnPath(search.return ?? rememberedPages().last, paths);
    await router.navigate({ href, replace: true });
  };

  return (
    <div className="px-(--gutter) py-8 md:py-14">
      <div className="mx-auto grid max-w-5xl lg:grid-cols-2">
        <div className="rounded-sheet bg-surface p-5 sm:p-8 lg:rounded-e-none lg:p-10">
          <h1 className="text-[2.25rem] leading-10">{t('login.heading')}</h1>
          <p className="mt-2 mb-7 text-pretty wrap-break-word text-muted">
            {favourite ? t('login.forFavourite', { name: favourite.name }) : t('login.text')}
          </p>
          <LoginForm onLogin={logIn} />
        </div>
        <Benefits />
      </div>
    </div>
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
