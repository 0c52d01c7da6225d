import HlsJs, { type LevelDetails, type MediaFragment, type TransmuxerResult } from 'hls.js';

const Base = HlsJs.DefaultConfig.streamController;

/**
 * Loads from the key frame on that the asked picture needs. Segments are shorter than the distance of key frames where an
 * encoder sends few of them, and the engine takes a segment without any for one that can be decoded by itself.
 */
export class KeyFrameLoading extends Base {
  /** Segments that need the one before them, by level and number. */
  readonly #dependent = new Set<string>();
  /** The one that was given to the browser last. */
  #last = '';

  protected override onManifestLoading(): void {
    this.#dependent.clear();
    this.#last = '';
    super.onManifestLoading();
  }

  protected override getNextFragment(pos: number, details: LevelDetails): MediaFragment | null {
    let next = super.getNextFragment(pos, details);
    while (next && this.#dependent.has(name(next.level, next.sn))) {
      const before = this.#neededBefore(next.sn, details);
      if (!before) break;
      // It may be there, but decoding goes on at a key frame when something else came in between.
      this.fragmentTracker.removeFragment(before);
      next = before;
    }
    return next;
  }

  protected override _handleTransmuxComplete(result: TransmuxerResult): void {
    const { chunkMeta, remuxResult } = result;
    const { independent, video } = remuxResult;
    const details = this.levels?.[chunkMeta.level]?.details;
    // What goes on with what was parsed before it does not say whether it is independent, and need not be.
    const isDependent = independent !== undefined && video && video.firstKeyFrame !== 0;
    if (isDependent && details && this.#neededBefore(chunkMeta.sn, details)) {
      this.#dependent.add(name(chunkMeta.level, chunkMeta.sn));
      this.abortCurrentFrag();
      this.resetTransmuxer();
      return;
    }
    if (video) this.#last = name(chunkMeta.level, chunkMeta.sn);
    // oxlint-disable-next-line no-underscore-dangle -- the engine calls it so.
    super._handleTransmuxComplete(result);
  }

  /** The segment before this one, unless it came last or has nothing to do with this one. */
  #neededBefore(sn: number, { fragments, startSN }: LevelDetails): MediaFragment | null {
    const [before, at] = [fragments[sn - startSN - 1], fragments[sn - startSN]];
    if (!before || !at || before.cc !== at.cc || before.gap === true) return null;
    return [name(before.level, before.sn), name(at.level, at.sn)].includes(this.#last) ? null : before;
  }
}

function name(level: number, sn: number): string {
  return `${level}/${sn}`;
}
