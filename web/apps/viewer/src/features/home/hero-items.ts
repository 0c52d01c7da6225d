import type { Event, HomeEvents, Slide } from '@touchline/api';

/** The hero's owner: the channel, a school, a team or a sport. */
export type HeroOwner =
  | { readonly type: 'main' }
  | { readonly type: 'group' | 'participant' | 'category'; readonly id: number };

export type HeroItem =
  | { readonly kind: 'slide'; readonly key: string; readonly slide: Slide; readonly event: Event | null }
  | { readonly kind: 'event'; readonly key: string; readonly event: Event };

/** The most slides that are shown. */
const MAX_SLIDES = 6;

function belongs(slide: Slide, owner: HeroOwner): boolean {
  const type = slide.slidable_type ?? 'main';
  return type === owner.type && (owner.type === 'main' || slide.slidable_id === owner.id);
}

/**
 * The top live game first, then the owner's slides; a slide about that game stands in for it.
 * With neither, the next or the latest game; none at all leaves the hero to its owner's own art.
 */
export function heroItems(
  slides: readonly Slide[],
  owner: HeroOwner,
  home: HomeEvents | undefined,
): readonly HeroItem[] {
  const games = home ? [...home.live, ...home.upcoming, ...home.finished] : [];
  const own = slides
    .filter((slide) => belongs(slide, owner))
    .map((slide): HeroItem => {
      const event = games.find(({ id }) => id === slide.event_id) ?? null;
      return { kind: 'slide', key: `slide-${slide.id}`, slide, event };
    });
  const live = home?.live[0];
  const liveIsTold = live && own.some((item) => item.event?.id === live.id);
  const items = live && !liveIsTold ? [eventItem(live), ...own] : own;
  if (items.length > 0) return items.slice(0, MAX_SLIDES);
  const next = home?.upcoming[0] ?? home?.finished[0];
  return next && owner.type === 'main' ? [eventItem(next)] : [];
}

const eventItem = (event: Event): HeroItem => ({ kind: 'event', key: `event-${event.id}`, event });
