import { formatNumber, useLocale, useContentT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import type { MouseEvent } from 'react';
import { RouterButton } from '../../navigation/router-button.tsx';
import type { GamesSearch } from '../../game-filters/games-search.ts';
import type { GamesList } from './lists.ts';

interface LoadMoreProps {
  readonly list: GamesList;
  readonly search: GamesSearch;
  /** The page to come; null after the last one. */
  readonly next: number | null;
  /** Where the server lists no further, the number of games until there. */
  readonly ceiling: number | null;
  readonly shown: number;
  readonly total: number;
  readonly loading: boolean;
  readonly failed: boolean;
  /** `byKeyboard`: focus goes to the first new game. */
  readonly onLoad: (byKeyboard: boolean) => void;
}

const opensElsewhere = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;

/** How far the list has come, and the way on: a link to the next page that a plain click loads in place. */
export function LoadMore({ list, search, next, ceiling, shown, total, loading, failed, onLoad }: LoadMoreProps) {
  const t = useContentT();
  const locale = useLocale();
  const load = (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    if (!loading) onLoad(event.detail === 0);
  };
  return (
    <div className="grid justify-items-center gap-3 pt-10 text-center">
      <p className="text-sm text-muted tabular-nums">
        {t('games.countOf', { shown: formatNumber(shown, locale), count: total })}
      </p>
      {ceiling !== null && (
        <p className="max-w-[52ch] text-pretty">{t('games.ceiling', { count: formatNumber(ceiling, locale) })}</p>
      )}
      {next !== null && failed && <ErrorState text={t('games.moreError')} onRetry={() => onLoad(false)} />}
      {next !== null && !failed && (
        <RouterButton
          to={`/${list}`}
          search={{ ...search, page: next }}
          rel="next"
          variant="secondary"
          size="large"
          aria-disabled={loading || undefined}
          onClick={load}
        >
          {loading ? t('games.loading') : t('games.more')}
        </RouterButton>
      )}
    </div>
  );
}
