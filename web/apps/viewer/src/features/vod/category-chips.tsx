import type { VodCategory } from '@touchline/api';
import { useContentT } from '@touchline/i18n';
import { Skeleton } from '@touchline/ui';
import { Link } from '@tanstack/react-router';
import { type LibrarySearch, withCategory } from './library-search.ts';
import '../../rail/strip.css';

interface CategoryChipsProps {
  readonly categories: readonly VodCategory[] | undefined;
  readonly search: LibrarySearch;
}

const CHIP =
  'inline-flex min-h-9 items-center rounded-full border border-control px-4 text-sm font-medium whitespace-nowrap transition-colors duration-120 hover:bg-raised aria-[current]:border-accent aria-[current]:bg-accent aria-[current]:text-on-accent';

/** On a phone the chosen one may stand far out. */
function reveal(chip: HTMLElement | null): void {
  const list = chip?.closest('ul');
  if (!chip || !list) return;
  const [inner, outer] = [chip.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

/** The library's categories, to narrow it to one; the address keeps the choice. */
export function CategoryChips({ categories, search }: CategoryChipsProps) {
  const t = useContentT();
  if (!categories) {
    return (
      <div aria-hidden className="strip">
        {['w-14', 'w-28', 'w-24', 'w-32'].map((width) => (
          <Skeleton key={width} className={`h-9 shrink-0 rounded-full ${width}`} />
        ))}
      </div>
    );
  }
  // Nothing to choose from, but what stands below does not move up.
  if (categories.length === 0) return <div className="h-13" />;
  const all = { alias: null, title: t('vod.all') };
  return (
    <nav aria-label={t('vod.categories')}>
      <ul className="strip">
        {[all, ...categories].map(({ alias, title }) => {
          const isChosen = (search.category ?? null) === alias;
          return (
            <li key={alias} className="shrink-0">
              <Link
                ref={isChosen ? reveal : undefined}
                to="/vod_library"
                search={withCategory(search, alias)}
                resetScroll={false}
                activeOptions={{ exact: true, includeSearch: true }}
                aria-current={isChosen ? 'true' : undefined}
                className={CHIP}
              >
                {title}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
