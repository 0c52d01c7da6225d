import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type ChannelPicture, fetchChannelPicture, fetchPictures, type PictureItem } from '@touchline/api/console';

/** The library of a channel, newest first. */
export function picturesQuery(channel: number) {
  return queryOptions({
    queryKey: ['pictures', channel],
    queryFn: ({ signal }) => fetchPictures(channel, signal),
  });
}

export function channelPictureQuery(channel: number, which: ChannelPicture) {
  return queryOptions({
    queryKey: [which, channel],
    queryFn: ({ signal }) => fetchChannelPicture(channel, which, signal),
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
  for (const which of ['logo', 'icon'] as const) {
    void client.invalidateQueries({ queryKey: channelPictureQuery(channel, which).queryKey });
  }
  void client.invalidateQueries({ queryKey: ['rows', channel] });
}
