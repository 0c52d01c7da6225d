import type { OperatorChannel } from '@touchline/api/console';

/** Above so many channels there is a field to find one. */
export const MAX_WITHOUT_FIELD = 6;

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The channels of which a word of the name, or the alias, begins with the text. */
export function channelChoices(channels: readonly OperatorChannel[], text: string): readonly OperatorChannel[] {
  const wanted = plain(text.trim());
  const begins = ({ name, alias }: OperatorChannel) =>
    [alias, plain(name), ...plain(name).split(/\s+/)].some((part) => part.startsWith(wanted));
  return channels.filter(begins);
}
