import type { OperatorChannel } from '@touchline/api/console';
import { expect, test } from 'vitest';
import { PLAIN_CHANNEL } from '../testing/plain-channel.ts';
import { channelChoices } from './channel-choices.ts';

const channels = [
  ['lions', 'Lions United'],
  ['ecole', 'École Étoile'],
  ['bears', 'Ужгород Bears'],
].map(
  ([alias = '', name = ''], id): OperatorChannel => ({ ...PLAIN_CHANNEL, id, alias, name, role: 'owner', may: [] }),
);

test('OPS-02 a channel is found by the beginning of a word of its name, or by its alias', () => {
  const found = (text: string) => channelChoices(channels, text).map(({ alias }) => alias);
  expect(found('')).toEqual(['lions', 'ecole', 'bears']);
  expect(['uni', 'etoi', ' ÉCO', 'bear', 'уж', 'ions', 'x'].map(found)).toEqual([
    ['lions'],
    ['ecole'],
    ['ecole'],
    ['bears'],
    ['bears'],
    [],
    [],
  ]);
});
