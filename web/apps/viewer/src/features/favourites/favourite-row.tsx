import type { FavoritableType } from '@touchline/api';
import type { ReactNode } from 'react';
import { FavouriteButton } from '../../favourites/favourite-button.tsx';

interface FavouriteRowProps {
  readonly type: FavoritableType;
  readonly id: number;
  readonly name: string;
  readonly detail: string;
  /** A crest or a picture of the kind. */
  readonly mark: ReactNode;
  /** The name as a link, where it leads somewhere. */
  readonly link?: ReactNode;
}

/** One favourite, with its heart to take it out, and to put it back. */
export function FavouriteRow({ type, id, name, detail, mark, link }: FavouriteRowProps) {
  return (
    <li className="relative flex min-h-15 items-center gap-3 rounded-card bg-surface py-2 ps-3 pe-1">
      <span aria-hidden className="grid size-9 shrink-0 place-items-center text-muted">
        {mark}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-[0.9375rem] leading-5 font-semibold wrap-break-word">{link ?? name}</span>
        {detail && <span className="block text-[0.8125rem] leading-[1.125rem] text-muted">{detail}</span>}
      </span>
      <FavouriteButton type={type} id={id} name={name} className="z-1" />
    </li>
  );
}
