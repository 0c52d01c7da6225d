import { useT } from '@touchline/i18n';
import { classNames } from '@touchline/ui';
import { Link } from '@tanstack/react-router';
import { CalendarDays, MapPin, Trophy, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { RouterButton } from '../../navigation/router-button.tsx';
import { Crest } from '../../art/crest.tsx';
import { crestOf } from '../../art/image-of.ts';
import { CHIP } from '../../navigation/chip-class.ts';
import { filterName, filterSearch, type KnownFilter } from '../../game-filters/home-filter.ts';
import type { Narrowings } from './narrowings.ts';
import './filter-bar.css';
import '../../rail/strip.css';

interface FilterBarProps {
  readonly filter: KnownFilter;
  /** How many games of each kind there are; null until that is known. */
  readonly record: string | null;
  /** To follow it, or to have it in one's calendar. */
  readonly actions: ReactNode;
  readonly narrowings: Narrowings | null;
}

/** The owner and number of the shown games, the way back to all games, and ways to narrow further. */
export function FilterBar({ filter, record, actions, narrowings }: FilterBarProps) {
  const t = useT();
  const name = filterName(filter);
  const place = placeOf(filter);
  const side = filter.kind === 'team' ? filter.team : filter.kind === 'school' ? filter.school : null;
  return (
    <section
      aria-label={t('filter.label')}
      className={classNames('px-(--gutter) pt-4 md:pt-6', !narrowings && 'max-md:pb-4')}
    >
      <div className="filter-head relative overflow-hidden rounded-sheet bg-surface py-3 ps-5 pe-3 sm:py-4 sm:pe-4">
        <span
          aria-hidden
          className="absolute inset-y-0 left-0 w-1.5 bg-accent"
          style={{ backgroundColor: side?.color }}
        />
        {side ? (
          <Crest team={crestOf(side)} className="size-12 [grid-area:crest] sm:size-16" />
        ) : (
          <span
            aria-hidden
            className="grid size-12 shrink-0 place-items-center rounded-full bg-raised text-accent-text [grid-area:crest] sm:size-16"
          >
            {filter.kind === 'place' ? <MapPin size={28} /> : <Trophy size={28} />}
          </span>
        )}
        <div className="min-w-0 self-center [grid-area:name] lg:self-end">
          <h1 className="text-[1.375rem] leading-7 wrap-break-word sm:text-[1.75rem] sm:leading-8">{name}</h1>
          {place && <p className="text-sm leading-5 text-pretty text-muted">{place}</p>}
        </div>
        <p className="h-5 truncate text-sm leading-5 text-muted tabular-nums [grid-area:record]">{record}</p>
        <div className="flex flex-wrap items-center gap-2 [grid-area:actions]">
          {actions}
          <RouterButton
            to="/upcoming"
            search={filterSearch(filter)}
            variant="secondary"
            size="small"
            aria-label={t('filter.allGamesOf', { name })}
          >
            <CalendarDays aria-hidden size={16} />
            <span className="lg:hidden">{t('filter.allGames')}</span>
            <span className="max-w-72 truncate max-lg:hidden">{t('filter.allGamesOf', { name })}</span>
          </RouterButton>
        </div>
        <RouterButton
          to="/"
          search={{}}
          variant="secondary"
          size="small"
          className="[grid-area:clear] max-lg:size-11 max-lg:px-0"
        >
          <X aria-hidden size={18} />
          <span className="max-lg:sr-only">{t('filter.clear')}</span>
        </RouterButton>
      </div>
      {narrowings && (
        <ul className="strip -mx-(--gutter) mt-2" aria-label={narrowings.label}>
          {narrowings.list.map(({ key, label, search, active }) => (
            <li key={key} className="shrink-0">
              <Link
                to="/"
                search={search}
                activeOptions={{ exact: true }}
                aria-current={active ? 'true' : undefined}
                className={CHIP}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function placeOf(filter: KnownFilter): string {
  if (filter.kind === 'team') return filter.school?.name ?? '';
  if (filter.kind !== 'school' && filter.kind !== 'place') return '';
  const { city, state } = filter.kind === 'school' ? filter.school : filter.place;
  return [city, state].filter(Boolean).join(', ');
}
