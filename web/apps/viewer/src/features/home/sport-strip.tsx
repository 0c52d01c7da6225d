import type { Category } from '@touchline/api';
import { useT } from '@touchline/i18n';
import { Link } from '@tanstack/react-router';
import { filterValue } from '../../game-filters/filter-value.ts';
import { CHIP } from '../../navigation/chip-class.ts';
import '../../rail/strip.css';

interface SportStripProps {
  readonly sports: readonly Category[];
  readonly activeId: number | null;
}

/** All sports by name, to pick one. */
export function SportStrip({ sports, activeId }: SportStripProps) {
  const t = useT();
  if (sports.length < 2) return null;
  return (
    <nav aria-label={t('filter.sports')}>
      <ul className="strip">
        {sports.map((sport) => (
          <li key={sport.id} className="shrink-0">
            <Link
              to="/"
              search={{ sport: filterValue(sport) }}
              aria-current={sport.id === activeId ? 'true' : undefined}
              className={CHIP}
            >
              {sport.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
