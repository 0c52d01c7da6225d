import type { components } from './schema.d.ts';
import { get, post, put } from './wire.ts';

type Schemas = components['schemas'];

export type ChannelSetup = Schemas['ChannelSetup'];
export type Checklist = Schemas['Checklist'];
export type ChecklistResult = Schemas['TestResult'];
export type ChecklistTest = 'mail' | 'payments' | 'encoder' | 'host';
export type CommonSport = Schemas['CommonSport'];
export type SetupStep = Schemas['SetupStep'];

/** How far the set-up assistant of a channel is. */
export async function fetchChannelSetup(channel: number, signal: AbortSignal): Promise<ChannelSetup> {
  return (await get<ChannelSetup>(`channels/${channel}/setup`, signal)).data;
}

/** Notes that a step of the assistant was left. */
export async function leaveSetupStep(channel: number, step: SetupStep, isSkipped: boolean): Promise<ChannelSetup> {
  return put<ChannelSetup>(`channels/${channel}/setup`, { step, is_skipped: isSkipped });
}

export async function endChannelSetup(channel: number): Promise<ChannelSetup> {
  return post<ChannelSetup>(`channels/${channel}/setup/end`, {});
}

/** What is missing until the channel's first game. */
export async function fetchChecklist(channel: number, signal: AbortSignal): Promise<Checklist> {
  return (await get<Checklist>(`channels/${channel}/checklist`, signal)).data;
}

/** Tests a thing of the checklist for real. */
export async function testChecklist(channel: number, test: ChecklistTest): Promise<ChecklistResult> {
  return post<ChecklistResult>(`channels/${channel}/checklist/${test}/test`, {});
}

export async function fetchCommonSports(signal: AbortSignal): Promise<CommonSport[]> {
  return (await get<CommonSport[]>('common-sports', signal)).data;
}
