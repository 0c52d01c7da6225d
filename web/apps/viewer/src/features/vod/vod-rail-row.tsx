import type { VodCategory, VodRail } from '@touchline/api';
import { useT } from '@touchline/i18n';
import { Skeleton } from '@touchline/ui';
import { RouterButton } from '../../navigation/router-button.tsx';
import { Rail } from '../../rail/rail.tsx';
import type { VodLook } from './use-vod-look.ts';
import { VodCard } from './vod-card.tsx';
import { VodCardSkeleton } from './vod-card-skeleton.tsx';

interface VodRailRowProps {
  readonly rail: VodRail;
  /** The category that the rail shows a part of. */
  readonly whole: VodCategory | undefined;
  readonly look: VodLook;
}

export function VodRailRow({ rail, whole, look }: VodRailRowProps) {
  const t = useT();
  return (
    <Rail
      title={rail.title}
      more={
        whole && (
          <RouterButton
            to="/vod_library"
            search={{ category: whole.alias }}
            variant="quiet"
            size="small"
            className="-me-2 px-2!"
          >
            {t('home.seeAll')}
            <span className="sr-only">: {whole.title}</span>
          </RouterButton>
        )
      }
    >
      {rail.vod_media_items.map((item) => (
        <li key={item.id}>
          <VodCard item={item} category={look.categoryOf(item)} colours={look.colours} />
        </li>
      ))}
    </Rail>
  );
}

const PLACES = [1, 2, 3, 4, 5, 6];

export function VodRailSkeleton() {
  return (
    <div aria-hidden>
      <div className="mb-3 flex min-h-11 items-center px-(--gutter)">
        <Skeleton className="h-7 w-48" />
      </div>
      <ul className="rail">
        {PLACES.map((place) => (
          <li key={place}>
            <VodCardSkeleton />
          </li>
        ))}
      </ul>
    </div>
  );
}
