import {
  fetchVodCategories,
  fetchVodItem,
  fetchVodItems,
  fetchVodRails,
  type Listed,
  searchVod,
  type VodItem,
} from '@touchline/api';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { RouterContext } from '../../channel/router-context.ts';

type Reaching = Pick<RouterContext, 'connection'>;

export function vodRailsQuery({ connection }: Reaching) {
  return queryOptions({ queryKey: ['vod', 'rails'], queryFn: ({ signal }) => fetchVodRails(connection, signal) });
}

export function vodCategoriesQuery({ connection }: Reaching) {
  return queryOptions({
    queryKey: ['vod', 'categories'],
    queryFn: ({ signal }) => fetchVodCategories(connection, signal),
  });
}

export function vodItemQuery({ connection, boot }: RouterContext, id: number) {
  const carried = boot.vodItem?.id === id ? boot.vodItem : null;
  return queryOptions({
    queryKey: ['vod', 'item', id],
    queryFn: ({ signal }) => fetchVodItem(connection, id, signal),
    // The page carries no addresses to play it: they are each visitor's own, and asked for at once.
    ...(carried && { initialData: carried, initialDataUpdatedAt: 0 }),
  });
}

/** Six to show, and perhaps the one itself. */
const RELATED = 7;

/** Videos to follow one: of its category, or the newest. */
export function relatedVodQuery({ connection }: Reaching, categoryId: number | undefined) {
  return queryOptions({
    queryKey: ['vod', 'related', categoryId ?? 0],
    queryFn: ({ signal }) =>
      fetchVodItems(connection, { ...(categoryId && { category_id: categoryId }), limit: RELATED }, signal),
  });
}

/** Fills whole rows of one, two, three, four and six cards. */
const PAGE = 12;

interface VodChoice {
  readonly categoryId: number | undefined;
  readonly title: string;
}

/** Videos by category and title, newest first, a page at a time. */
export function vodListQuery({ connection }: Reaching, { categoryId, title }: VodChoice) {
  const category = categoryId === undefined ? {} : { category_id: categoryId };
  return infiniteQueryOptions({
    queryKey: ['vod', 'list', categoryId ?? 0, title] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = { ...category, offset: pageParam, limit: PAGE };
      return title ? searchVod(connection, { ...query, title }, signal) : fetchVodItems(connection, query, signal);
    },
    initialPageParam: 0,
    getNextPageParam: (_, pages) => nextOffset(pages),
    // During typing the last results stay until the next are here; another category starts empty.
    placeholderData: (before, query) =>
      title && query?.queryKey[3] && query.queryKey[2] === (categoryId ?? 0) ? before : undefined,
  });
}

/** Where the next page starts; nothing when all is here, or when the server has no more than it said. */
export function nextOffset(pages: readonly Listed<VodItem>[]): number | undefined {
  const last = pages.at(-1);
  const loaded = pages.reduce((sum, { items }) => sum + items.length, 0);
  return last && last.items.length > 0 && loaded < last.total ? loaded : undefined;
}

/** All loaded videos; one that moved to a later page meanwhile stands once. */
export function loadedItems(pages: readonly Listed<VodItem>[]): readonly VodItem[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()];
}
