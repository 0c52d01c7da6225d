import { type Clip, fetchOwnClips } from '@touchline/api';
import { useClipT } from '@touchline/i18n';
import { Button, EmptyState, ErrorState } from '@touchline/ui';
import { Scissors } from 'lucide-react';
import { RouterButton } from '../../navigation/router-button.tsx';
import { useSession } from '../../session/session.ts';
import { RowsSkeleton } from '../../loading/rows-skeleton.tsx';
import { ClipActions } from './clip-actions.tsx';
import { ClipCard } from './clip-card.tsx';
import { ClipRest } from './clip-rest.tsx';
import { useClippingTour } from './use-clipping-tour.ts';
import { useClips } from './use-clips.ts';
import { useFollowedClip } from './use-followed-clip.ts';
import { withClipMessages } from './with-clip-messages.ts';

/** The member's own clips, with all that can be done with them. */
function ProfileClips() {
  const t = useClipT();
  const showTour = useClippingTour();
  const downloads = useSession(({ user }) => user?.featureCount.downloads ?? 0);
  const most = useSession(({ user }) => user?.featureLimit.clips ?? 0);
  const { clips, total, failed, reload, rest, remove } = useClips(fetchOwnClips);
  if (!clips) return failed ? <ErrorState text={t('clips.error')} onRetry={reload} /> : <RowsSkeleton />;
  const tour = (
    <Button variant="secondary" size={clips.length === 0 ? 'medium' : 'small'} onClick={showTour}>
      {t('clips.tour')}
    </Button>
  );
  if (clips.length === 0) {
    return (
      <EmptyState
        icon={<Scissors aria-hidden size={40} strokeWidth={1.5} />}
        title={t('clips.none')}
        text={t('clips.noneText')}
      >
        <RouterButton to="/vod">{t('clips.watch')}</RouterButton>
        {tour}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="clip-list-head">
        <p className="clip-muted">
          {t('clips.countOf', { count: total, most })} · {t('clips.downloads', { count: downloads })}
        </p>
        {tour}
      </div>
      <ul className="clip-list">
        {clips.map((clip) => (
          <li key={clip.id}>
            <OwnClip clip={clip} onDeleted={() => remove(clip.id)} />
          </li>
        ))}
      </ul>
      <ClipRest rest={rest} />
    </>
  );
}

function OwnClip({ clip: first, onDeleted }: { readonly clip: Clip; readonly onDeleted: () => void }) {
  const [clip, setClip] = useFollowedClip(first);
  return (
    <ClipCard clip={clip} heading="h2">
      <ClipActions clip={clip} onChange={setClip} onDeleted={onDeleted} size="small" />
    </ClipCard>
  );
}

export const loadProfileClips = withClipMessages(ProfileClips);
