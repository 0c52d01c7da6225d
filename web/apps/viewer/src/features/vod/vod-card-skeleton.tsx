import { Skeleton } from '@touchline/ui';
import './vod-card.css';

/** The box of a video's card, to the line. */
export function VodCardSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton className="aspect-video rounded-card" />
      <div className="vod-card-text">
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="mt-1 h-4.5 w-3/5" />
      </div>
    </div>
  );
}
