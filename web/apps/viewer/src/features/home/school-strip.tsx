import type { ParticipantGroup } from '@touchline/api';
import { useT } from '@touchline/i18n';
import { Link } from '@tanstack/react-router';
import { filterValue } from '../../game-filters/filter-value.ts';
import { Crest } from '../../art/crest.tsx';
import { crestOf } from '../../art/image-of.ts';
import '../../rail/strip.css';

interface SchoolStripProps {
  readonly schools: readonly ParticipantGroup[];
  readonly activeId: number | null;
}

/** All schools by their crests, to pick one. */
export function SchoolStrip({ schools, activeId }: SchoolStripProps) {
  const t = useT();
  if (schools.length === 0) return null;
  return (
    <nav aria-label={t('filter.schools')}>
      <ul className="strip ps-[calc(var(--gutter)-1.25rem)]!">
        {schools.map((school) => (
          <li key={school.id} className="shrink-0">
            <Link
              to="/"
              search={{ school: filterValue(school) }}
              aria-current={school.id === activeId ? 'true' : undefined}
              title={school.name}
              className="group grid w-28 justify-items-center gap-2 rounded-card px-1 py-2 text-center"
            >
              <span className="grid size-18 place-items-center rounded-full bg-surface transition-colors duration-120 group-hover:bg-raised group-aria-[current]:bg-raised group-aria-[current]:ring-2 group-aria-[current]:ring-accent-text">
                <Crest team={crestOf(school)} className="size-11" />
              </span>
              <span className="line-clamp-2 w-full text-[0.8125rem] leading-[1.125rem] font-medium wrap-break-word">
                {school.name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
