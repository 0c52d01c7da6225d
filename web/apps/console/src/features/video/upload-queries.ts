import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  fetchRecordingGaps,
  fetchTargets,
  fetchUploads,
  fetchVideo,
  type TargetKind,
  type UploadSummary,
} from '@touchline/api/console';

/** How soon it shows how far things have come, while something is being made, and while nothing is. */
const BUSY_MS = 2_000;
const IDLE_MS = 15_000;
/** How soon it shows that there is a video now: a game that was just ended has its own in a moment. */
const AWAITED_MS = 5_000;

const isBusy = ({ state, rungs }: UploadSummary) =>
  (state !== 'ready' && state !== 'failed' && state !== 'receiving') ||
  rungs.some((rendition) => rendition.state === 'making');

export function uploadsQuery(channel: number) {
  return queryOptions({
    queryKey: ['uploads', channel],
    queryFn: ({ signal }) => fetchUploads(channel, signal),
    refetchInterval: ({ state }) => (state.data?.some(isBusy) ? BUSY_MS : IDLE_MS),
  });
}

export function gapsQuery(channel: number) {
  return queryOptions({
    queryKey: ['recording-gaps', channel],
    queryFn: ({ signal }) => fetchRecordingGaps(channel, signal),
    refetchInterval: IDLE_MS,
  });
}

/** What a game or film has beside its pictures. */
export function videoQuery(channel: number, kind: TargetKind, target: number) {
  return queryOptions({
    queryKey: ['video', channel, kind, target],
    queryFn: ({ signal }) => fetchVideo(channel, kind, target, signal),
    refetchInterval: ({ state }) => (state.data?.has_video === false ? AWAITED_MS : false),
  });
}

export function targetsQuery(channel: number, kind: TargetKind, text: string) {
  return queryOptions({
    queryKey: ['upload-targets', channel, kind, text],
    queryFn: ({ signal }) => fetchTargets(channel, kind, text, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
