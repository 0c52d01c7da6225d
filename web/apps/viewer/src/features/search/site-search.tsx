import { type Event, fetchSearch } from '@touchline/api';
import { type ContentTranslate, useLocale, useContentT } from '@touchline/i18n';
import { Dialog } from '@touchline/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { CalendarSearch, History } from 'lucide-react';
import { useState } from 'react';
import { useAppContext, useChannel } from '../../channel/channel.ts';
import { queryClient } from '../../queries/query-client.ts';
import { recentSearches, rememberSearch } from './recent-searches.ts';
import type { SearchGroup, SearchOption } from './search-option.ts';
import { SearchPanel } from './search-panel.tsx';
import { useSettled } from './use-settled.ts';
import { viewerZone } from '../../time/time-zones.ts';
import { searchGroups } from './search-groups.tsx';
import './site-search.css';

/** So long after the last letter the server is asked. */
const SETTLE_MS = 150;

interface SiteSearchProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The search of the whole channel, over the page. */
export function SiteSearch({ open, onClose }: SiteSearchProps) {
  const t = useContentT();
  return (
    <Dialog open={open} onClose={onClose} label={t('search.label')} className="search-dialog">
      <OpenSearch onClose={onClose} />
    </Dialog>
  );
}

function OpenSearch({ onClose }: Pick<SiteSearchProps, 'onClose'>) {
  const t = useContentT();
  const router = useRouter();
  const { connection } = useAppContext();
  const [text, setText] = useState('');
  const wanted = text.trim();
  const settled = useSettled(wanted, SETTLE_MS);
  const { data, isError, refetch } = useQuery(
    {
      queryKey: ['search', settled],
      queryFn: ({ signal }) => fetchSearch(connection, settled, signal),
      enabled: wanted !== '' && settled !== '',
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  const wording = { t, locale: useLocale(), zone: viewerZone(), channel: useChannel().bootstrap };
  const [recent, setRecent] = useState(() => recentSearches(connection.stored));
  const status = wanted === '' ? 'idle' : data ? 'ready' : isError ? 'failed' : 'waiting';

  const choose = ({ action }: SearchOption) => {
    if ('text' in action) {
      setText(action.text);
      return;
    }
    rememberSearch(connection.stored, wanted);
    onClose();
    void router.navigate({ href: action.href });
  };
  const forget = () => {
    connection.stored.remove('recent_searches');
    setRecent([]);
  };
  const remembered: readonly SearchGroup[] =
    recent.length > 0 ? [{ key: 'recent', title: t('search.recent'), options: recent.map(recentOption) }] : [];

  return (
    <SearchPanel
      text={text}
      onText={setText}
      status={status}
      groups={status === 'idle' ? remembered : status === 'ready' && data ? searchGroups(data, wording) : []}
      all={data && data.games.length > 0 && status === 'ready' ? allOption(data.games, wanted, t) : null}
      onChoose={choose}
      onRetry={() => void refetch()}
      onClose={onClose}
    >
      {status === 'idle' && (
        <div className="search-foot">
          <KeySwitch />
          {recent.length > 0 && (
            <button
              type="button"
              className="ms-auto min-h-9 cursor-pointer underline underline-offset-4"
              onClick={forget}
            >
              {t('search.forget')}
            </button>
          )}
        </div>
      )}
    </SearchPanel>
  );
}

/** A single-key shortcut must be possible to turn off (WCAG 2.1.4). */
function KeySwitch() {
  const t = useContentT();
  const { stored } = useAppContext().connection;
  const [on, setOn] = useState(() => stored.get('search_key') ?? true);
  const toggle = () => {
    stored.set('search_key', !on);
    setOn(!on);
  };
  return (
    <label className="hidden min-h-9 cursor-pointer items-center gap-2 pointer-fine:flex">
      <input type="checkbox" checked={on} className="size-4 accent-(--accent)" onChange={toggle} />
      {t('search.key')}
    </label>
  );
}

const recentOption = (text: string): SearchOption => ({
  key: `recent-${text}`,
  name: text,
  detail: '',
  picture: <History size={20} className="text-muted" />,
  action: { text },
});

/** The list that holds the games which were found: what has been played stands elsewhere than what is to come. */
function allOption(games: readonly Event[], text: string, t: ContentTranslate): SearchOption {
  const list = games.some(({ stream_status }) => stream_status !== 'finished') ? '/schedule' : '/vod';
  return {
    key: 'all',
    name: t('search.all', { text }),
    detail: '',
    picture: <CalendarSearch size={20} className="text-muted" />,
    action: { href: `${list}?${new URLSearchParams({ search: text }).toString()}` },
  };
}
