import { type RefCallback, useCallback, useEffect, useState } from 'react';
import { loadEngine } from '../dom/load-engine.ts';
import type { PlayerController } from '../dom/player-controller.ts';
import { createPreview, type Preview } from '../dom/preview.ts';

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A preview on a video element for as long as that is on the page, and the way to hand it the element. */
export function usePreview(
  player: PlayerController,
  stretch: Stretch,
): readonly [preview: Preview | null, attach: RefCallback<HTMLVideoElement>] {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [first] = useState(stretch);
  const attach = useCallback(
    (video: HTMLVideoElement) => {
      const made = createPreview({ video, player, stretch: first, engine: loadEngine });
      setPreview(made);
      return () => {
        setPreview(null);
        made.end();
      };
    },
    [player, first],
  );

  useEffect(() => preview?.setStretch(stretch), [preview, stretch]);
  return [preview, attach];
}
