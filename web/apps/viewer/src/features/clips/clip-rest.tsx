import { useClipT } from '@touchline/i18n';
import { Button, ErrorState } from '@touchline/ui';
import type { useClips } from './use-clips.ts';

/** The button for more at the end of a list. */
export function ClipRest({ rest: { has, going, loadMore } }: Pick<ReturnType<typeof useClips>, 'rest'>) {
  const t = useClipT();
  if (!has) return null;
  if (going === 'lost') return <ErrorState text={t('clips.error')} onRetry={loadMore} />;
  return (
    <Button variant="secondary" className="clip-more" disabled={going === 'on'} onClick={loadMore}>
      {t('clips.more')}
    </Button>
  );
}
