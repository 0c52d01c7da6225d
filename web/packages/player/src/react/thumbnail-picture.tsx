import { useEffect, useState } from 'react';
import type { Thumbnail } from '../core/thumbnails.ts';

/** A server that makes pictures for many says so, and is asked again. */
const AGAIN_MS = 2_000;
const MAX_TRIES = 4;

interface ThumbnailPictureProps {
  readonly picture: Thumbnail;
  readonly scale?: number;
}

/** A small picture. Until it comes, and where it does not, what lies behind it is seen. */
export function ThumbnailPicture({ picture, scale = 1 }: ThumbnailPictureProps) {
  const [tries, setTries] = useState(1);
  const [failed, setFailed] = useState(0);
  useEffect(() => {
    if (failed === 0 || failed === MAX_TRIES) return;
    const waiting = setTimeout(() => setTries(failed + 1), AGAIN_MS);
    return () => clearTimeout(waiting);
  }, [failed]);
  const { url, x, y, width, height } = picture;
  return (
    <img
      key={tries}
      src={url}
      alt=""
      decoding="async"
      draggable={false}
      style={{ width, height, maxWidth: 'none', objectFit: 'none', objectPosition: `-${x}px -${y}px`, scale }}
      onError={() => setFailed(tries)}
    />
  );
}
