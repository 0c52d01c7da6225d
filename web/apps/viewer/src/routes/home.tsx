import { useT } from '@touchline/i18n';
import { EmptyState, ErrorState } from '@touchline/ui';
import { useSearch } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useChannel } from '../app/channel.ts';
import { usePageTitle } from '../app/page-title.ts';
import { RouterButton } from '../app/router-button.tsx';
import { StaticBlocks } from '../app/static-blocks.tsx';
import { useHomeEvents } from '../app/use-home-events.ts';
import { FilterBar } from '../features/filter/filter-bar.tsx';
import { type HomeFilter, resolveFilter } from '../features/filter/home-filter.ts';
import { SchoolStrip } from '../features/filter/school-strip.tsx';
import { HomeHero } from './home-hero.tsx';
import { HomeRails, HomeRailsSkeleton } from './home-rails.tsx';

/** The channel's front page, whole or narrowed to a school or a team. */
export function HomeScreen() {
  const t = useT();
  const { bootstrap, participants } = useChannel();
  const search = useSearch({ from: '/' });
  const filter = resolveFilter(search, bootstrap.participant_groups, participants);
  const unknown = filter?.kind === 'unknown';
  const { data, failed, retry } = useHomeEvents(search, !unknown);
  usePageTitle(t('home.title'), filterName(filter));
  const school = filter && filter.kind !== 'unknown' ? filter.school : null;
  const teams = participants.filter(({ group_id }) => school !== null && group_id === school.id);

  return (
    <>
      {filter && filter.kind !== 'unknown' ? (
        <FilterBar filter={filter} teams={teams} />
      ) : (
        <h1 className="sr-only">{bootstrap.settings.name}</h1>
      )}
      {!unknown && <HomeHero filter={filter} home={data} loading={!data && !failed} />}
      <div className="pt-4 md:pt-6">
        <SchoolStrip schools={bootstrap.participant_groups} activeId={school?.id ?? null} />
      </div>
      {!filter && (
        <div className="grid gap-3 px-(--gutter) pt-3 empty:hidden">
          <StaticBlocks place="home" className="rounded-card bg-surface px-5 py-4 text-[0.9375rem]" />
        </div>
      )}
      <div className="grid grid-cols-1 gap-8 pt-4 md:gap-10 md:pt-6">
        {unknown ? (
          <div className="px-(--gutter)">
            <EmptyState
              icon={<SearchX aria-hidden size={32} />}
              title={t('filter.unknown', { name: filter.wanted })}
              text={t('filter.unknownText')}
            >
              <RouterButton to="/" search={{}}>
                {t('filter.clear')}
              </RouterButton>
            </EmptyState>
          </div>
        ) : data ? (
          <HomeRails home={data} filtered={filter !== null} />
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

function filterName(filter: HomeFilter | null): string | undefined {
  if (!filter || filter.kind === 'unknown') return undefined;
  return filter.kind === 'team' ? filter.team.name : filter.school.name;
}
