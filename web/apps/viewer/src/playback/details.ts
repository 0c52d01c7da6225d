import type { Event, EventDetails, Media, StreamState, VodDetails, VodItem } from '@touchline/api';

/** A game from a list says less of itself than one from its own call. */
type Listed = Event & Partial<Pick<EventDetails, 'access' | 'stream'>>;

export const accessOf = (event: Listed): EventDetails['access'] | null => event.access ?? null;

export const streamOf = (event: Listed): StreamState | null => event.stream?.state ?? null;

/** What can be played of a film; lists say nothing of it. */
export const mediaOf = (item: VodItem & Partial<Pick<VodDetails, 'media'>>): readonly Media[] => item.media ?? [];
