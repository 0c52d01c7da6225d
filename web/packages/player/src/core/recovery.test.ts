import { describe, expect, it } from 'vitest';
import { createRecovery } from './recovery.ts';

describe('recovery without a reload', () => {
  it('PLAY-01 a network that is away is asked again for as long as it takes, less and less often', () => {
    const recovery = createRecovery();
    const waits = Array.from({ length: 200 }, () => recovery.network());
    expect(waits.slice(0, 4)).toEqual([500, 1000, 2000, 4000].map((afterMs) => ({ do: 'load', afterMs })));
    expect(waits.at(-1)).toEqual({ do: 'load', afterMs: 8000 });
  });

  it('PLAY-01 playback resets the wait, so the next failure is retried soon', () => {
    const recovery = createRecovery();
    recovery.network();
    recovery.network();
    recovery.well(0);
    expect(recovery.network()).toEqual({ do: 'load', afterMs: 500 });
  });

  it('PLAY-01 a decoder is reset, then rebuilt, and then given up', () => {
    const recovery = createRecovery();
    const remedies = Array.from({ length: 7 }, (_, second) => recovery.media(second * 1000).do);
    expect(remedies).toEqual(['recover', 'recover', 'rebuild', 'recover', 'recover', 'rebuild', 'fail']);
  });

  it('PLAY-01 a decoder that fails once a minute is never given up', () => {
    const recovery = createRecovery();
    for (let minute = 0; minute < 100; minute += 1) expect(recovery.media(minute * 60_000).do).toBe('recover');
  });
});
