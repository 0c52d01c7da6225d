import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { fetchLogo, fetchPictures, type PictureItem } from '@touchline/api/console';

/** The library of a channel, newest first. */
export function picturesQuery(channel: number) {
  return queryOptions({
    queryKey: ['pictures', channel],
    queryFn: ({ signal }) => fetchPictures(channel, signal),
  });
}

export function logoQuery(channel: number) {
  return queryOptions({
    queryKey: ['logo', channel],
    queryFn: ({ signal }) => fetchLogo(channel, signal),
  });
}

/** Puts a saved picture into the cached library. What shows it may have changed with it. */
export function putPicture(client: QueryClient, channel: number, picture: PictureItem): void {
  client.setQueryData(picturesQuery(channel).queryKey, (pictures) => {
    if (!pictures) return pictures;
    return pictures.some(({ id }) => id === picture.id)
      ? pictures.map((old) => (old.id === picture.id ? picture : old))
      : [picture, ...pictures];
  });
  refreshUses(client, channel);
}

function refreshUses(client: QueryClient, channel: number): void {
  void client.invalidateQueries({ queryKey: logoQuery(channel).queryKey });
  void client.invalidateQueries({ queryKey: ['rows', channel] });
}
