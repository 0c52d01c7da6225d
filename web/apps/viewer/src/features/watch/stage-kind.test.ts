import type { StreamState } from '@touchline/api';
import { describe, expect, it } from 'vitest';
import { makeEvent } from '../../testing/fixtures.ts';
import { lockOf, stageKind } from './stage-kind.ts';

const VOD = { id: 5, type: 3, url: '/media/t/index.m3u8' };
const PICTURE = { id: 1, type: 1, url: '/x.jpg' };

const streamed = (stream_status: 'live' | 'finished', state: StreamState) =>
  Object.assign(makeEvent({ stream_status }), { stream: { state } });

describe('stageKind', () => {
  it('UI-14 a region block comes before anything else', () => {
    const paid = makeEvent({ access_type: 'paid', has_access: false, stream_status: 'live' });
    expect(stageKind(paid, true)).toBe('region');
    expect(stageKind({ ...paid, is_geo_blocked: true }, false)).toBe('region');
    expect(stageKind(Object.assign(paid, { access: { reason: 'region', features: [] } }), false)).toBe('region');
  });

  it('PLAY-01 a live game plays, and so does one that is over and was recorded, with or without an address yet', () => {
    expect(stageKind(streamed('live', 'on_air'), false)).toBe('player');
    expect(stageKind(streamed('live', 'interrupted'), false)).toBe('player');
    expect(stageKind(streamed('finished', 'ended'), false)).toBe('player');
  });

  it('EVT-11 a game that has just ended keeps its player until the recording is announced', () => {
    expect(stageKind(streamed('finished', 'on_air'), false)).toBe('player');
  });

  it('PLAY-01 a live game without pictures is awaited; a finished one without a recording says so', () => {
    expect(stageKind(makeEvent({ stream_status: 'live', media: [PICTURE] }), false)).toBe('awaited');
    expect(stageKind(streamed('live', 'waiting'), false)).toBe('awaited');
    expect(stageKind(makeEvent({ stream_status: 'finished' }), false)).toBe('unrecorded');
    expect(stageKind(streamed('finished', 'waiting'), false)).toBe('unrecorded');
  });

  it('EVT-04 a recording that is being made ready is announced, and neither played nor denied', () => {
    expect(stageKind(streamed('finished', 'processing'), false)).toBe('processing');
    const locked = makeEvent({ access_type: 'paid', has_access: false, stream_status: 'finished' });
    expect(stageKind(Object.assign(locked, { stream: { state: 'processing' } as const }), false)).toBe('pass');
  });

  it('PLAY-04 a recording on another site plays in its frame', () => {
    const embedded = { id: 6, type: 4, url: 'https://video.test/embed/1' };
    expect(stageKind(makeEvent({ stream_status: 'finished', media: [VOD, embedded] }), false)).toBe('embedded');
  });

  it('PLAY-03 a game without access names what is lacking: by the reason, or by the kind of game', () => {
    const locked = makeEvent({ access_type: 'paid', has_access: false, stream_status: 'live' });
    expect(stageKind(locked, false)).toBe('pass');
    expect(stageKind({ ...locked, access_type: 'ppv' }, false)).toBe('pass');
    expect(stageKind({ ...locked, access_type: 'register' }, false)).toBe('account');
    expect(lockOf(Object.assign({ ...locked }, { access: { reason: 'needs_account', features: [] } }))).toBe('account');
    expect(lockOf({ ...locked, has_access: true })).toBeNull();
    expect(stageKind({ ...locked, stream_status: 'upcoming' }, false)).toBe('upcoming');
  });
});
