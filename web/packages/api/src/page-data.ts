import type { Bootstrap, Event, HomeEvents, Page, Participant, Profile, VodItem } from './types.ts';

/** What the server may have put into the page; from a plain file server there is nothing. */
export interface PageData {
  channel_key?: string;
  api_key?: string;
  bootstrap?: Bootstrap;
  participants?: Participant[];
  profile?: Profile | null;
  home?: HomeEvents;
  /** The version of the games that the page carries. */
  version?: number;
  /** What the address is about. */
  event?: Event | null;
  page?: Page | null;
  vod_item?: VodItem | null;
}

/** Reads the page's data block; the marker of an unserved page is not JSON and counts as nothing. */
export function readPageData(block: { textContent: string | null } | null): PageData {
  try {
    const data: PageData | null = JSON.parse(block?.textContent ?? 'null');
    return data ?? {};
  } catch {
    return {};
  }
}
