import { useQuery } from '@tanstack/react-query';
import type { TargetKind } from '@touchline/api/console';
import { useConsoleT } from '@touchline/i18n';
import { ErrorState } from '@touchline/ui';
import { CaptionsForm } from './captions-form.tsx';
import { PlayersForm } from './players-form.tsx';
import { videoQuery } from './upload-queries.ts';

interface VideoExtrasProps {
  readonly channel: number;
  readonly kind: TargetKind;
  readonly target: number;
}

/** What belongs to a game or film beside its pictures: captions, and the player of another site. */
export function VideoExtras({ channel, kind, target }: VideoExtrasProps) {
  const t = useConsoleT();
  const { data, isError, refetch } = useQuery(videoQuery(channel, kind, target));
  if (isError && !data) return <ErrorState text={t('video.extrasError')} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <section aria-labelledby="video-extras" className="mt-8 max-w-2xl">
      <h2 id="video-extras" className="text-xl leading-7 wrap-anywhere">
        {data.title}
      </h2>
      <CaptionsForm channel={channel} video={data} />
      {kind === 'event' && <PlayersForm channel={channel} video={data} />}
    </section>
  );
}
