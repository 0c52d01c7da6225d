import type { OperatorChannel } from '@touchline/api/console';
import { expect, test } from 'vitest';
import { PLAIN_CHANNEL } from '../testing/plain-channel.ts';
import { channelChoices } from './channel-choices.ts';

const channel = (id: number, alias: string, name: string): OperatorChannel => ({
  ...PLAIN_CHANNEL,
  id,
  alias,
  name,
  role: 'owner',
  may: [],
});
const channels = [
  channel(1, 'lions', 'Lions United'),
  channel(2, 'ecole', 'École Étoile'),
  channel(3, 'bears', 'Ужгород Bears'),
];
const found = (text: string) => channelChoices(channels, text).map(({ alias }) => alias);

test('OPS-02 a channel is found by the beginning of a word of its name, or by its alias', () => {
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
