import type { VodItem } from '@touchline/api';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { EventArt } from '../../art/event-art.tsx';

interface VodPictureProps {
  readonly item: Pick<VodItem, 'id' | 'assets'>;
  /** Colours for the art of a video without a picture. */
  readonly colours: readonly string[];
  /** Its category, whose field the art shows. */
  readonly category: string;
  /** The largest picture of a screen is worth loading at once. */
  readonly eager?: boolean;
}

/** The picture of a video, or generated art. Fills its box; decoration. */
export function VodPicture({ item, colours, category, eager = false }: VodPictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const path = (item.assets.find(({ type }) => type === 'image') ?? item.assets[0])?.path;
  if (path && path !== broken) {
    return (
      <img
        src={path}
        alt=""
        width={eager ? 1280 : 640}
        height={eager ? 720 : 360}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        className="absolute inset-0 size-full object-cover"
        onError={() => setBroken(path)}
      />
    );
  }
  const pick = (place: number) => ({ color: colours[place % Math.max(1, colours.length)] ?? '' });
  const first = scattered(item.id);
  return (
    <div aria-hidden className="@container absolute inset-0">
      <EventArt teams={[pick(first), pick(first + 1)]} sport={category} className="absolute! inset-0" />
      <div className="art-light absolute inset-0 grid place-items-center text-white">
        {!eager && <Play className="art-shadow size-[14cqw]" fill="currentColor" strokeWidth={0} />}
      </div>
    </div>
  );
}

/** Neighbours in a list have ids in a row, and should not all look alike: the usual multiplicative hash. */
function scattered(id: number): number {
  return Math.imul(id, 0x9e3779b1) >>> 8;
}
