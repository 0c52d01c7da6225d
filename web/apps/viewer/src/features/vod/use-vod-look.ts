import type { VodCategory, VodItem } from '@touchline/api';
import { useChannel } from '../../channel/channel.ts';

export interface VodLook {
  /** For the art of videos without a picture: the schools', or else the channel's own. */
  readonly colours: readonly string[];
  /** The name of a video's first category; empty where it has none. */
  categoryOf(item: VodItem): string;
}

/** What cards of videos need to know of the channel. */
export function useVodLook(categories: readonly VodCategory[]): VodLook {
  const { participant_groups: schools, color_settings: own } = useChannel().bootstrap;
  const colours = schools.length > 0 ? schools.map(({ color }) => color) : [own.accent ?? own.header_background];
  return {
    colours,
    categoryOf: ({ category_ids: [first] }) => categories.find(({ id }) => id === first)?.title ?? '',
  };
}
