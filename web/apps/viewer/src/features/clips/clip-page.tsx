import type { Clip } from '@touchline/api';
import { formatNumber, useClipT, useLocale } from '@touchline/i18n';
import { EmptyState, ErrorState, Skeleton } from '@touchline/ui';
import { Link, useRouter } from '@tanstack/react-router';
import { Play, Scissors } from 'lucide-react';
import { lazyScreen } from '../../loading/lazy-screen.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { RouterButton } from '../../navigation/router-button.tsx';
import { formatDate } from '../../time/event-time.ts';
import { viewerZone } from '../../time/time-zones.ts';
import { ClipActions } from './clip-actions.tsx';
import { ClipPlayer } from './clip-player.tsx';
import type { useClip } from './use-clip.ts';
import { useFollowedClip } from './use-followed-clip.ts';
import './clips.css';

const Nothing = () => null;
const LazyGames = lazyScreen(async () => (await import('./games-with-clips.tsx')).GamesWithClips, Nothing);

type ClipPageProps = ReturnType<typeof useClip> & {
  /** Whether a shared link led here. */
  readonly isShared?: boolean;
};

/** A clip by itself, and the way to its game. */
export function ClipPage({ state, reload, isShared = false }: ClipPageProps) {
  const t = useClipT();
  usePageTitle(t(isShared ? 'clip.sharePage' : 'clip.page'), typeof state === 'object' ? state.clip.name : undefined);
  if (typeof state === 'object') {
    return (
      <>
        <Loaded key={state.clip.id} clip={state.clip} />
        <LazyGames without={state.clip.event_id} />
      </>
    );
  }
  return (
    <div className="clip-page">
      <h1 className="sr-only">{t('clip.page')}</h1>
      {state === 'loading' && <Skeleton className="stage" />}
      {state === 'missing' && <ClipMissing />}
      {state === 'failed' && <ErrorState text={t('clip.error')} onRetry={reload} />}
    </div>
  );
}

function ClipMissing() {
  const t = useClipT();
  return (
    <EmptyState
      icon={<Scissors aria-hidden size={40} strokeWidth={1.5} />}
      title={t('clip.missing')}
      text={t('clip.missingText')}
    >
      <RouterButton to="/moments">{t('clip.moments')}</RouterButton>
    </EmptyState>
  );
}

function Loaded({ clip: first }: { readonly clip: Clip }) {
  const t = useClipT();
  const locale = useLocale();
  const router = useRouter();
  const [clip, setClip] = useFollowedClip(first);
  const { event } = clip;
  const isLive = event.stream_status === 'live';
  return (
    <div className="clip-page">
      <ClipPlayer clip={clip} />
      <div className="clip-page-text">
        <div>
          <h1>{clip.name}</h1>
          <p className="clip-muted">
            {t('clip.views', { count: clip.views })} · {formatDate(clip.created_at, viewerZone(), locale)}
            {' · '}
            {t('clip.seconds', { seconds: formatNumber(Math.round(clip.duration * 10) / 10, locale) })}
          </p>
          {clip.tags.length > 0 && (
            <ul aria-label={t('clip.tags')} className="clip-tags">
              {clip.tags.map((tag) => (
                <li key={tag}>
                  <Link to="/moments" search={{ tag }} className="clip-tag">
                    {tag}
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <ClipActions
            clip={clip}
            onChange={setClip}
            onDeleted={() => void router.navigate({ to: '/profile', search: { tab: 'clips' }, replace: true })}
          />
        </div>
        <aside className="clip-game">
          <p>{t('clip.gameText', { title: event.title })}</p>
          <p className="clip-muted">
            {[event.event_category?.name, formatDate(event.event_utc_ts, viewerZone(), locale)]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <RouterButton to="/watch/$id" params={{ id: event.id }} size="large">
            <Play aria-hidden size={18} fill="currentColor" />
            {isLive ? t('clip.watchLive') : t('clip.watchGame')}
          </RouterButton>
          <RouterButton to="/moments" variant="quiet" size="small">
            {t('clip.moments')}
          </RouterButton>
        </aside>
      </div>
    </div>
  );
}
