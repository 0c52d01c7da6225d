import type { Connection } from './connection.ts';
import { fetchBootstrap } from './endpoints/channel.ts';
import { fetchParticipants } from './endpoints/participants.ts';
import { fetchProfile } from './endpoints/profile.ts';
import type { PageData } from './page-data.ts';
import type { Bootstrap, Event, HomeEvents, Page, Participant, Profile, VodItem } from './types.ts';

export interface Boot {
  bootstrap: Bootstrap;
  participants: Participant[];
  profile: Profile | null;
  /** First data of the home page, where the page carries it. */
  home: HomeEvents | null;
  /** The version of the games that the page carries; 0 where it carries none. */
  version: number;
  /** What the address is about, where the page carries it. */
  event: Event | null;
  page: Page | null;
  vodItem: VodItem | null;
}

/** Channel key, then api key, then the rest together: what the page or the browser holds is taken, the rest fetched in that order. */
export async function startUp(connection: Connection, page: PageData): Promise<Boot> {
  const { keys } = connection;
  keys.offer({ channelKey: page.channel_key, apiKey: page.api_key });
  await keys.channelKey();
  await keys.apiKey();
  // The page was made for an anonymous visitor; only the server knows the member of a stored login.
  const carriesProfile = page.profile !== undefined && !keys.isMember();
  const [bootstrap, participants, profile] = await Promise.all([
    page.bootstrap ?? fetchBootstrap(connection),
    page.participants ?? fetchParticipants(connection),
    carriesProfile ? page.profile : fetchProfile(connection),
  ]);
  return {
    bootstrap,
    participants,
    profile: profile ?? null,
    home: page.home ?? null,
    version: page.version ?? 0,
    event: page.event ?? null,
    page: page.page ?? null,
    vodItem: page.vod_item ?? null,
  };
}
