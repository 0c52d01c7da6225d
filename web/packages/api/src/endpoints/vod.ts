import type { Connection } from '../connection.ts';
import type { VodCategory, VodItem, VodRail } from '../types.ts';
import { type Listed, unwrap, unwrapList } from './unwrap.ts';

export function fetchVodItems(
  { client }: Connection,
  query: { category_id?: number; sort_field?: 'date' | 'title'; offset?: number; limit?: number },
  signal: AbortSignal | null = null,
): Promise<Listed<VodItem>> {
  return unwrapList(client.GET('/vod-media-items', { params: { query }, signal }));
}

export function fetchVodItem({ client }: Connection, id: number, signal: AbortSignal | null = null): Promise<VodItem> {
  return unwrap(client.GET('/vod-media-items/{id}', { params: { path: { id } }, signal }));
}

export function fetchVodCategories({ client }: Connection, signal: AbortSignal | null = null): Promise<VodCategory[]> {
  return unwrap(client.GET('/vod-media-categories', { signal }));
}

export function fetchVodRails({ client }: Connection, signal: AbortSignal | null = null): Promise<VodRail[]> {
  return unwrap(client.GET('/vod-media-rails', { signal }));
}

export function searchVod(
  { client }: Connection,
  query: { title: string; category_id?: number; offset?: number; limit?: number },
  signal: AbortSignal | null = null,
): Promise<Listed<VodItem>> {
  return unwrapList(client.GET('/vod-media/search', { params: { query }, signal }));
}
