import { useLocale } from '@touchline/i18n';
import { useQuery } from '@tanstack/react-query';
import { useAppContext } from '../../channel/channel.ts';
import { allLocalised } from '../../localisation/localised.ts';
import { queryClient } from '../../queries/query-client.ts';
import { railCategory } from './rail-category.ts';
import { useVodLook } from './use-vod-look.ts';
import { vodCategoriesQuery, vodRailsQuery } from './vod-queries.ts';
import { VodRailRow } from './vod-rail-row.tsx';

/** A taste of the library; the rest is a screen of its own. */
const MAX_ITEMS = 2;

/** The first rails of the library. Home is whole without them, so whatever cannot be had is left out. */
export function HomeVod() {
  const locale = useLocale();
  const context = useAppContext();
  const rails = useQuery(vodRailsQuery(context), queryClient).data;
  const categories = allLocalised(useQuery(vodCategoriesQuery(context), queryClient).data ?? [], locale);
  const look = useVodLook(categories);
  if (!rails) return null;
  return allLocalised(rails, locale)
    .filter(({ vod_media_items: items }) => items.length > 0)
    .slice(0, MAX_ITEMS)
    .map((rail) => <VodRailRow key={rail.id} rail={rail} whole={railCategory(rail, categories)} look={look} />);
}
