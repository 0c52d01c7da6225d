import type { ClipTagCount } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { EmptyState, ErrorState, Skeleton } from '@touchline/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { Scissors } from 'lucide-react';
import { useState } from 'react';
import { CHIP } from '../../navigation/chip-class.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { searchText } from '../../navigation/search-text.ts';
import { MomentsReel } from './moments-reel.tsx';
import { useMoments } from './use-moments.ts';
import { withClipMessages } from './with-clip-messages.ts';
import './clips.css';
import './moments.css';

/** The channel's public clips, one under the other. */
function MomentsScreen() {
  const t = useClipT();
  const tag = searchText(useSearch({ from: '/moments' }).tag);
  const [tags, setTags] = useState<readonly ClipTagCount[]>([]);
  usePageTitle(t('moments.title'), tag);
  return (
    <div className="moments">
      <div className="moments-head">
        <h1>{t('moments.title')}</h1>
        {tags.length > 0 && (
          <nav aria-label={t('moments.tags')} className="moments-tags">
            <ul>
              <li>
                <Link to="/moments" search={{}} activeOptions={{ exact: true }} className={CHIP}>
                  {t('moments.all')}
                </Link>
              </li>
              {tags.map(({ tag: one }) => (
                <li key={one}>
                  <Link to="/moments" search={{ tag: one }} activeOptions={{ exact: true }} className={CHIP}>
                    {one}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <Moments key={tag ?? ''} tag={tag} onTags={setTags} />
    </div>
  );
}

interface MomentsProps {
  readonly tag: string | undefined;
  readonly onTags: (tags: readonly ClipTagCount[]) => void;
}

function Moments({ tag, onTags }: MomentsProps) {
  const t = useClipT();
  const { clips, total, failed, reload, arrive } = useMoments(tag, onTags);
  if (!clips) {
    if (!failed) return <Skeleton className="moments-reel" />;
    return (
      <div className="moments-place">
        <ErrorState text={t('moments.error')} onRetry={reload} />
      </div>
    );
  }
  if (clips.length > 0) return <MomentsReel clips={clips} total={total} onAt={arrive} />;
  return (
    <div className="moments-place">
      <EmptyState
        icon={<Scissors aria-hidden size={40} strokeWidth={1.5} />}
        title={tag === undefined ? t('moments.empty') : t('moments.emptyTag')}
        text={t('moments.emptyText')}
      >
        {tag === undefined ? (
          <RouterButton to="/vod">{t('moments.games')}</RouterButton>
        ) : (
          <RouterButton to="/moments">{t('moments.showAll')}</RouterButton>
        )}
      </EmptyState>
    </div>
  );
}

export const loadMoments = withClipMessages(MomentsScreen);
