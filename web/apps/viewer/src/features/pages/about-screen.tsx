import { formatNumber, useLocale, useContentT } from '@touchline/i18n';
import { Link } from '@tanstack/react-router';
import { useChannel } from '../../channel/channel.ts';
import { filterValue } from '../../game-filters/filter-value.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { Crest } from '../../art/crest.tsx';
import { crestOf } from '../../art/image-of.ts';
import './reading.css';

/** Enough crests to recognise the channel. */
const MAX_CRESTS = 24;

/** What the channel is, told from its own data where the operator has written no page about it. */
export function AboutScreen() {
  const t = useContentT();
  const locale = useLocale();
  const { bootstrap, participants } = useChannel();
  const { settings, event_categories: sports, participant_groups: schools, faq } = bootstrap;
  usePageTitle(t('about.title'));
  const figures = [
    { label: t('about.schools', { count: schools.length }), count: schools.length },
    { label: t('about.teams', { count: participants.length }), count: participants.length },
    { label: t('about.sports', { count: sports.length }), count: sports.length },
  ].filter(({ count }) => count > 0);
  return (
    <article className="reading">
      <h1 className="text-[2.25rem] leading-10 wrap-break-word md:text-[3rem] md:leading-none">{settings.name}</h1>
      {settings.tagline && (
        <p className="mt-3 max-w-[56ch] text-xl leading-7 text-pretty text-muted">{settings.tagline}</p>
      )}
      {figures.length > 0 && (
        <dl className="mt-8 flex flex-wrap gap-3">
          {figures.map(({ label, count }) => (
            <div key={label} className="flex min-w-32 flex-1 flex-col-reverse rounded-card bg-surface px-5 py-4">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="font-display text-[2.5rem] leading-none font-extrabold tabular-nums">
                {formatNumber(count, locale)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {sports.length > 0 && (
        <section className="mt-10">
          <h2 className="text-[1.75rem] leading-8">{t('about.sportsHeading')}</h2>
          <ul className="mt-4 flex flex-wrap gap-2">
            {sports.map((sport) => (
              <li key={sport.id}>
                <Link
                  to="/"
                  search={{ sport: filterValue(sport) }}
                  className="inline-flex min-h-9 items-center rounded-full bg-surface px-4 text-sm font-medium transition-colors duration-120 hover:bg-raised"
                >
                  {sport.name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {schools.length > 0 && (
        <section className="mt-10">
          <h2 className="text-[1.75rem] leading-8">{t('about.schoolsHeading')}</h2>
          <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-x-6">
            {schools.slice(0, MAX_CRESTS).map((school) => (
              <li key={school.id}>
                <Link
                  to="/"
                  search={{ school: filterValue(school) }}
                  className="-mx-3 flex min-h-12 items-center gap-3 rounded-field px-3 py-1.5 transition-colors duration-120 hover:bg-surface"
                >
                  <Crest team={crestOf(school)} className="size-9" />
                  <span className="min-w-0 text-[0.9375rem] leading-5 wrap-break-word">{school.name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="mt-10 flex flex-wrap gap-3">
        <RouterButton to="/contacts" size="large">
          {t('contacts.heading')}
        </RouterButton>
        {faq.length > 0 && (
          <RouterButton to="/faq" size="large" variant="secondary">
            {t('contacts.faq')}
          </RouterButton>
        )}
      </div>
    </article>
  );
}
