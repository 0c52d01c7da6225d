import type { Bootstrap, Category, Event, Participant, SearchResults, VodItem } from '@touchline/api';
import { formatDuration } from '@touchline/i18n';
import type { Locale, ContentTranslate } from '@touchline/i18n';
import { CirclePlay, Trophy } from 'lucide-react';
import { sportName } from '../../channel/channel.ts';
import { filterValue } from '../../game-filters/filter-value.ts';
import { localised } from '../../localisation/localised.ts';
import { Crest } from '../../art/crest.tsx';
import { EventArt } from '../../art/event-art.tsx';
import { crestOf } from '../../art/image-of.ts';
import { eventTitle } from '../../events/event-title.ts';
import type { SearchGroup, SearchOption } from './search-option.ts';
import { eventTimes } from '../../time/event-time.ts';

export interface Wording {
  readonly t: ContentTranslate;
  readonly locale: Locale;
  readonly zone: string;
  readonly channel: Bootstrap;
}

/** What the server found, as lines to choose from; kinds that it found nothing of are left out. */
export function searchGroups(results: SearchResults, wording: Wording): readonly SearchGroup[] {
  const { t } = wording;
  const groups = [
    { key: 'teams', title: t('search.teams'), options: results.teams.map((team) => teamOption(team, wording)) },
    { key: 'schools', title: t('search.schools'), options: results.schools.map(schoolOption) },
    { key: 'sports', title: t('search.sports'), options: results.sports.map((sport) => sportOption(sport, wording)) },
    { key: 'games', title: t('search.games'), options: results.games.map((game) => gameOption(game, wording)) },
    { key: 'videos', title: t('search.videos'), options: results.vod.map((item) => videoOption(item, wording)) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

const homeOf = (name: 'team' | 'school' | 'sport', value: string) => ({
  href: `/?${new URLSearchParams({ [name]: value }).toString()}`,
});

function teamOption(team: Participant, { channel }: Wording): SearchOption {
  const school = channel.participant_groups.find(({ id }) => id === team.group_id)?.name;
  const sport = channel.event_categories.find(({ id }) => id === team.event_category_id)?.name;
  return {
    key: `team-${team.id}`,
    name: team.name,
    detail: [school, sport].filter(Boolean).join(' · '),
    picture: <Crest team={crestOf(team)} className="size-9" />,
    action: homeOf('team', filterValue(team)),
  };
}

function schoolOption(school: SearchResults['schools'][number]): SearchOption {
  return {
    key: `school-${school.id}`,
    name: school.name,
    detail: [school.city, school.state].filter(Boolean).join(', '),
    picture: <Crest team={crestOf(school)} className="size-9" />,
    action: homeOf('school', filterValue(school)),
  };
}

function sportOption(sport: Category, { locale }: Wording): SearchOption {
  return {
    key: `sport-${sport.id}`,
    name: localised(sport, 'name', locale),
    detail: '',
    picture: <Trophy size={22} className="text-muted" />,
    action: homeOf('sport', filterValue(sport)),
  };
}

function gameOption(game: Event, { t, locale, zone, channel }: Wording): SearchOption {
  const sport = sportName(channel.event_categories, game);
  const { atVenue } = eventTimes(game.event_utc_ts, game.time_zone, zone, locale);
  return {
    key: `game-${game.id}`,
    name: eventTitle(game),
    detail: [game.stream_status === 'live' ? t('state.live') : atVenue, sport].filter(Boolean).join(' · '),
    picture: (
      <span className="relative block h-8 w-14 overflow-hidden rounded-chip">
        <EventArt teams={game.participants} sport={sport} className="absolute! inset-0" />
      </span>
    ),
    action: { href: `/watch/${game.id}` },
  };
}

function videoOption(item: VodItem, { locale }: Wording): SearchOption {
  const image = item.assets.find(({ type }) => type === 'image')?.path;
  return {
    key: `video-${item.id}`,
    name: localised(item, 'title', locale),
    detail: item.duration === null ? '' : formatDuration(item.duration),
    picture: image ? (
      <img src={image} alt="" width={56} height={32} className="h-8 w-14 rounded-chip bg-raised object-cover" />
    ) : (
      <CirclePlay size={22} className="text-muted" />
    ),
    action: { href: `/vod_library/${item.id}` },
  };
}
