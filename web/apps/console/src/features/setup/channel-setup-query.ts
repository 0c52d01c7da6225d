import { queryOptions } from '@tanstack/react-query';
import {
  categoryCalls,
  type ChannelSetup,
  fetchChannelSetup,
  fetchCommonSports,
  groupCalls,
  participantCalls,
  type SetupStep,
} from '@touchline/api/console';

export const channelSetupQuery = (channel: number) =>
  queryOptions({
    queryKey: ['channel-setup', channel],
    queryFn: ({ signal }) => fetchChannelSetup(channel, signal),
  });

export const commonSportsQuery = queryOptions({
  queryKey: ['common-sports'],
  queryFn: ({ signal }) => fetchCommonSports(signal),
  staleTime: Infinity,
});

export const sportsQuery = (channel: number) =>
  queryOptions({ queryKey: ['sports', channel], queryFn: ({ signal }) => categoryCalls.list(channel, signal) });

export const schoolsQuery = (channel: number) =>
  queryOptions({ queryKey: ['schools', channel], queryFn: ({ signal }) => groupCalls.list(channel, signal) });

export const teamsQuery = (channel: number) =>
  queryOptions({ queryKey: ['teams', channel], queryFn: ({ signal }) => participantCalls.list(channel, signal) });

const ORDER: readonly SetupStep[] = ['look', 'sports', 'school'];

/** Where an assistant goes on that was left. */
export function firstOpenStep(setup: ChannelSetup): SetupStep | 'check' {
  return ORDER.find((step) => setup[step] === 'open') ?? 'check';
}
