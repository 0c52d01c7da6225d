import { useClipT } from '@touchline/i18n';
import { CoachMark } from '../../tutorial/coach-mark.tsx';
import { useTour } from '../../tutorial/use-tour.ts';

export const CLIP_BUTTON = 'data-clip-button';

interface ClippingTutorialProps {
  /** Whether it applies now: the member may cut clips, and the game plays. */
  readonly isUseful: boolean;
}

/** Explains clips beside the button that cuts them: once, and again on request. */
export function ClippingTutorial({ isUseful }: ClippingTutorialProps) {
  const t = useClipT();
  const targets = `[${CLIP_BUTTON}]`;
  const { target, asked, end } = useTour({
    name: 'clipping',
    targets,
    disturbs: () => !isUseful,
    lead: () => document.querySelector(targets)?.scrollIntoView({ block: 'center', behavior: 'instant' }),
  });
  if (!target) return null;
  return (
    <CoachMark
      target={target}
      takesFocus={asked}
      onEnd={end}
      steps={[
        { title: t('clipTour.cut'), text: t('clipTour.cutText') },
        { title: t('clipTour.trim'), text: t('clipTour.trimText') },
        { title: t('clipTour.share'), text: t('clipTour.shareText') },
      ]}
    />
  );
}
