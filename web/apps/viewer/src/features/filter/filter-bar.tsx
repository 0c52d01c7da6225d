import type { Participant } from '@touchline/api';
import { useT } from '@touchline/i18n';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { RouterButton } from '../../app/router-button.tsx';
import { Crest } from '../../art/crest.tsx';
import { crestOf } from '../../art/image-of.ts';
import { filterValue, type HomeFilter } from './home-filter.ts';

interface FilterBarProps {
  readonly filter: Exclude<HomeFilter, { kind: 'unknown' }>;
  /** The teams of the school in question, to narrow further. */
  readonly teams: readonly Participant[];
}

const CHIP =
  'inline-flex min-h-9 items-center rounded-full border border-control px-4 text-sm font-medium whitespace-nowrap transition-colors duration-120 hover:bg-raised aria-[current]:border-accent aria-[current]:bg-accent aria-[current]:text-on-accent';

/** Whose games are shown, the way back to all of them, and the school's teams to narrow to. */
export function FilterBar({ filter, teams }: FilterBarProps) {
  const t = useT();
  const side = filter.kind === 'team' ? filter.team : filter.school;
  const { school } = filter;
  return (
    <section aria-label={t('filter.label')} className="px-(--gutter) pt-5 md:pt-6">
      <div className="relative flex items-center gap-3 overflow-hidden rounded-sheet bg-surface py-3 ps-5 pe-3 sm:gap-4">
        <span aria-hidden className="absolute inset-y-0 left-0 w-1.5" style={{ backgroundColor: side.color }} />
        <Crest team={crestOf(side)} className="size-11 sm:size-14" />
        <div className="me-auto min-w-0">
          <h1 className="text-[1.375rem] leading-7 wrap-break-word sm:text-[1.75rem] sm:leading-8">{side.name}</h1>
          {filter.kind === 'team' && school && <p className="truncate text-sm text-muted">{school.name}</p>}
          {filter.kind === 'school' && school && (
            <p className="truncate text-sm text-muted">{[school.city, school.state].filter(Boolean).join(', ')}</p>
          )}
        </div>
        <RouterButton
          to="/"
          search={{}}
          variant="secondary"
          size="medium"
          className="max-sm:size-11 max-sm:min-h-0 max-sm:px-0"
        >
          <X aria-hidden size={18} />
          <span className="max-sm:sr-only">{t('filter.clear')}</span>
        </RouterButton>
      </div>
      {school && teams.length > 1 && (
        <ul className="strip -mx-(--gutter) mt-2" aria-label={t('filter.teams', { school: school.name })}>
          <li>
            <Link
              to="/"
              search={{ school: filterValue(school) }}
              aria-current={filter.kind === 'school' ? 'true' : undefined}
              className={CHIP}
            >
              {t('filter.allTeams')}
            </Link>
          </li>
          {teams.map((team) => (
            <li key={team.id}>
              <Link
                to="/"
                search={{ team: filterValue(team) }}
                aria-current={filter.kind === 'team' && filter.team.id === team.id ? 'true' : undefined}
                className={CHIP}
              >
                {team.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
