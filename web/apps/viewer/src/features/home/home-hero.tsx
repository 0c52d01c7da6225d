import type { Event, HomeEvents, Slide } from '@touchline/api';
import { useLocale, useT } from '@touchline/i18n';
import { Skeleton } from '@touchline/ui';
import { ArrowRight, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { placeOf, sportName, useChannel } from '../../channel/channel.ts';
import { LinkTargetButton } from '../../navigation/link-target-button.tsx';
import { RouterButton } from '../../navigation/router-button.tsx';
import { linkTarget } from '../../navigation/link-target.ts';
import type { CrestTeam } from '../../art/crest.tsx';
import { crestOf } from '../../art/image-of.ts';
import { AccessBadge } from '../../events/access-badge.tsx';
import { eventTitle, shortTitle } from '../../events/event-title.ts';
import { needsAccess } from '../../events/access.ts';
import { scoreOf } from '../../events/score.ts';
import { StateBadge } from '../../events/state-badge.tsx';
import { filterName, type KnownFilter } from '../../game-filters/home-filter.ts';
import { Carousel, type CarouselSlide } from './carousel.tsx';
import { heroItems, type HeroItem, type HeroOwner } from './hero-items.ts';
import { HeroPanel } from './hero-panel.tsx';
import { eventTimes } from '../../time/event-time.ts';
import { viewerZone } from '../../time/time-zones.ts';

interface HomeHeroProps {
  readonly filter: KnownFilter | null;
  readonly home: HomeEvents | undefined;
  /** The games are still on their way; without them the first slide is not known. */
  readonly loading: boolean;
}

/** The top of home: the live game and the slides of the channel, or of the school, team or sport that it is narrowed to. */
export function HomeHero({ filter, home, loading }: HomeHeroProps) {
  const t = useT();
  const { slides } = useChannel().bootstrap;
  const owner = useOwnerCrest(filter);
  if (loading) {
    return (
      <div className="hero bg-transparent!">
        <Skeleton className="hero-panel rounded-none" />
      </div>
    );
  }
  const items = heroItems(slides, ownerOf(filter), home);
  const shown: readonly CarouselSlide[] =
    items.length > 0
      ? items.map((item) => ({ key: item.key, label: labelOf(item), content: <Item item={item} owner={owner} /> }))
      : [{ key: 'own', label: owner.name, content: <OwnPanel filter={filter} home={home} owner={owner} /> }];
  return <Carousel key={filterKey(filter)} label={t('hero.label')} slides={shown} />;
}

function ownerOf(filter: KnownFilter | null): HeroOwner {
  if (filter?.kind === 'team') return { type: 'participant', id: filter.team.id };
  if (filter?.kind === 'school') return { type: 'group', id: filter.school.id };
  if (filter?.kind === 'sport') return { type: 'category', id: filter.sport.id };
  return { type: 'main' };
}

/** Another owner is another carousel, which starts at its first slide. */
function filterKey(filter: KnownFilter | null): string {
  const owner = ownerOf(filter);
  return owner.type === 'main' ? owner.type : `${owner.type}-${owner.id}`;
}

const labelOf = (item: HeroItem): string =>
  item.kind === 'slide' && item.slide.title ? item.slide.title : item.event ? eventTitle(item.event) : '';

/** The owner of a hero without a game. */
function useOwnerCrest(filter: KnownFilter | null): CrestTeam {
  const { settings, color_settings: colours } = useChannel().bootstrap;
  if (filter?.kind === 'team') return crestOf(filter.team);
  if (filter?.kind === 'school') return crestOf(filter.school);
  const color = colours.accent ?? colours.header_background;
  return { name: filter ? filterName(filter) : settings.name, short_name: '', color, image: settings.logo };
}

function Item({ item, owner }: { readonly item: HeroItem; readonly owner: CrestTeam }) {
  return item.kind === 'slide' ? (
    <SlidePanel slide={item.slide} event={item.event} owner={owner} />
  ) : (
    <EventPanel event={item.event} />
  );
}

function EventPanel({ event }: { readonly event: Event }) {
  const facts = useFacts(event);
  return (
    <HeroPanel
      teams={event.participants}
      sport={facts.sport}
      image={event.image}
      score={scoreOf(event)}
      badges={<Badges event={event} />}
      title={shortTitle(event)}
      text={facts.line}
      actions={<WatchButton event={event} />}
    />
  );
}

interface SlidePanelProps {
  readonly slide: Slide;
  readonly event: Event | null;
  readonly owner: CrestTeam;
}

function SlidePanel({ slide, event, owner }: SlidePanelProps) {
  const { pages, event_categories: categories } = useChannel().bootstrap;
  const target = slide.link_url
    ? linkTarget(
        slide.link_url,
        pages.map(({ url }) => url),
      )
    : null;
  return (
    <HeroPanel
      teams={event ? event.participants : [owner]}
      sport={event ? sportName(categories, event) : ''}
      image={slide.image}
      score={event && scoreOf(event)}
      badges={event && <Badges event={event} />}
      title={slide.title || (event ? shortTitle(event) : owner.name)}
      text={slide.text}
      actions={
        (event || target) && (
          <>
            {event && <WatchButton event={event} />}
            {target && (
              <LinkTargetButton target={target} size="large" variant={event ? 'secondary' : 'primary'}>
                {slide.link_text || slide.title}
                <ArrowRight aria-hidden size={18} />
              </LinkTargetButton>
            )}
          </>
        )
      }
    />
  );
}

interface OwnPanelProps {
  readonly filter: KnownFilter | null;
  readonly home: HomeEvents | undefined;
  readonly owner: CrestTeam;
}

/** The generated hero of a school, team or sport that has no slide, or of a channel that has nothing yet. */
function OwnPanel({ filter, home, owner }: OwnPanelProps) {
  const t = useT();
  const { settings, event_categories: categories } = useChannel().bootstrap;
  if (!filter) return <HeroPanel teams={[owner]} sport="" title={owner.name} text={settings.tagline} />;
  const next = home?.upcoming[0] ?? home?.finished[0];
  const sport =
    filter.kind === 'sport'
      ? filter.sport
      : categories.find(({ id }) => filter.kind === 'team' && id === filter.team.event_category_id);
  return (
    <HeroPanel
      teams={[owner]}
      crests={filter.kind === 'team' || filter.kind === 'school'}
      sport={sport?.name ?? ''}
      image={filter.kind === 'sport' ? filter.sport.image : null}
      title={owner.name}
      text={next ? <NextLine event={next} /> : t('hero.noGames')}
      actions={next && <WatchButton event={next} />}
    />
  );
}

function NextLine({ event }: { readonly event: Event }) {
  const t = useT();
  const { line } = useFacts(event);
  const title = eventTitle(event);
  return event.stream_status === 'upcoming'
    ? t('hero.nextGame', { title, facts: line })
    : t('hero.lastGame', { title, facts: line });
}

/** Sport, place and both times of a game, in one line. */
function useFacts(event: Event): { readonly sport: string; readonly line: string } {
  const t = useT();
  const locale = useLocale();
  const { event_categories: categories, locations } = useChannel().bootstrap;
  const sport = sportName(categories, event);
  const { atVenue, forViewer } = eventTimes(event.event_utc_ts, event.time_zone, viewerZone(), locale);
  const yours = forViewer && t('time.yours', { time: forViewer });
  // A time that breaks in the middle reads like two.
  const unbroken = [atVenue, yours].map((time) => time?.replaceAll(' ', '\u00a0'));
  const line = [sport, placeOf(locations, event)?.name, ...unbroken].filter(Boolean).join(' · ');
  return { sport, line };
}

function Badges({ event }: { readonly event: Event }): ReactNode {
  return (
    <>
      <StateBadge state={event.stream_status} />
      <AccessBadge event={event} />
    </>
  );
}

function WatchButton({ event }: { readonly event: Event }) {
  const t = useT();
  const { stream_status: state, is_geo_blocked: isElsewhere } = event;
  const plays = state !== 'upcoming' && !isElsewhere && !needsAccess(event);
  return (
    <RouterButton to="/watch/$id" params={{ id: event.id }} size="large">
      {plays && <Play aria-hidden size={18} fill="currentColor" />}
      {plays
        ? t(state === 'live' ? 'event.watchLive' : 'event.watchAgain')
        : t(state === 'upcoming' || isElsewhere ? 'event.details' : 'event.howToWatch')}
    </RouterButton>
  );
}
