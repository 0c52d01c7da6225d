import { useT } from '@touchline/i18n';
import { EmptyState, ErrorState } from '@touchline/ui';
import { useSearch } from '@tanstack/react-router';
import { CircleQuestionMark } from 'lucide-react';
import { useAppContext, useChannel } from '../../channel/channel.ts';
import { FilterPart } from './lazy-filter-bar.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { StaticNotices } from '../../rich-text/static-blocks.tsx';
import { useHomeEvents } from './use-home-events.ts';
import {
  filterName,
  filterSearch,
  type HomeFilter,
  type HomeSearch,
  resolveFilter,
} from '../../game-filters/home-filter.ts';
import { SchoolStrip } from './school-strip.tsx';
import { SportStrip } from './sport-strip.tsx';
import { useDeferred } from '../../loading/use-deferred.ts';
import { HomeHero } from './home-hero.tsx';
import { HomeRails, HomeRailsSkeleton } from './home-rails.tsx';

const loadVod = () => import('../vod/home-vod.tsx');

/** The channel's front page, whole or narrowed. */
export function HomeScreen() {
  const t = useT();
  const { bootstrap } = useChannel();
  const filter = useHomeFilter(useSearch({ from: '/' }));
  const known = filter && filter.kind !== 'unknown' ? filter : null;
  const { data, isOwn, failed, retry } = useHomeEvents(filterSearch(known), filter?.kind !== 'unknown');
  usePageTitle(t('home.title'), known ? filterName(known) : undefined);
  const activeSchool = known?.kind === 'team' || known?.kind === 'school' ? known.school : null;

  return (
    <>
      {known ? <FilterPart filter={known} home={data} /> : <h1 className="sr-only">{bootstrap.settings.name}</h1>}
      {filter?.kind !== 'unknown' && <HomeHero filter={known} home={data} loading={!data && !failed} />}
      <div className="grid grid-cols-1 gap-1 pt-4 md:pt-6">
        <SchoolStrip schools={bootstrap.participant_groups} activeId={activeSchool?.id ?? null} />
        <SportStrip sports={bootstrap.event_categories} activeId={known?.kind === 'sport' ? known.sport.id : null} />
      </div>
      {!filter && <StaticNotices place="home" className="pt-3" />}
      <div className="grid grid-cols-1 gap-8 pt-4 md:gap-10 md:pt-6">
        {filter?.kind === 'unknown' ? (
          <div className="px-(--gutter)">
            <EmptyState
              icon={<CircleQuestionMark aria-hidden size={32} />}
              title={t('filter.unknown', { name: filter.wanted })}
              text={t('filter.unknownText')}
            >
              <RouterButton to="/" search={{}}>
                {t('filter.clear')}
              </RouterButton>
            </EmptyState>
          </div>
        ) : data ? (
          <>
            <HomeRails home={data} isOwn={isOwn} filter={known} />
            {!known && <DeferredVod />}
          </>
        ) : failed ? (
          <div className="px-(--gutter)">
            <ErrorState text={t('home.error')} onRetry={retry} />
          </div>
        ) : (
          <HomeRailsSkeleton />
        )}
      </div>
    </>
  );
}

/** What the address means. Sports are looked up as their operator wrote them, and shown in the language of the page. */
function useHomeFilter(search: HomeSearch): HomeFilter | null {
  const { bootstrap, participants } = useChannel();
  const { event_categories: sports } = useAppContext().boot.bootstrap;
  const { participant_groups: schools, locations: places } = bootstrap;
  const filter = resolveFilter(search, { schools, teams: participants, sports, places });
  if (filter?.kind !== 'sport') return filter;
  const sport = bootstrap.event_categories.find(({ id }) => id === filter.sport.id) ?? filter.sport;
  return { ...filter, sport };
}

/** Videos come after the games, which are what most people are here for. */
function DeferredVod() {
  const vod = useDeferred(loadVod);
  return vod && <vod.HomeVod />;
}
