import type { OperatorChannel } from '@touchline/api/console';
import { expect, test } from 'vitest';
import { barEntries, openGroups } from './nav-groups.ts';

const channelOf = (may: OperatorChannel['may']): OperatorChannel => ({
  id: 1,
  alias: 'demo',
  name: 'Northline',
  role: 'support',
  may,
  logo: null,
  accent: null,
  former_aliases: [],
  is_paused: false,
  language: 'en',
  time_zone: 'UTC',
  requires_second_factor: false,
  needs_second_factor: false,
});

test('OPS-01 T27 the navigation shows the screens of the role alone', () => {
  const groups = openGroups(channelOf(['see_orders', 'see_mails']));
  expect(groups.map(({ title, entries }) => [title, entries.map(({ name }) => name)])).toEqual([
    ['nav.shop', ['orders']],
    ['nav.system', ['mails']],
  ]);
  expect(openGroups(channelOf([]))).toEqual([]);
});

test('UI-19 the bar of a phone holds four screens at most', () => {
  const all = channelOf(['see_orders', 'see_mails', 'edit_site', 'edit_library', 'moderate_clips', 'see_audit']);
  expect(barEntries(all).map(({ name }) => name)).toEqual(['orders', 'clips', 'video', 'mails']);
  expect(barEntries(channelOf(['edit_site'])).map(({ name }) => name)).toEqual(['pages', 'faq', 'settings']);
});
