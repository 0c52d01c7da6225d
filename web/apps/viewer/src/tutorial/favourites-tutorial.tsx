import { useContentT } from '@touchline/i18n';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useMotionSwitch } from '../motion/motion-switch.ts';
import { CoachMark } from './coach-mark.tsx';
import { useTour } from './use-tour.ts';

const HEARTS = 'article [data-heart]';

/** Explains hearts beside the first one that comes into sight: once, and again on request. */
export function FavouritesTutorial() {
  const t = useContentT();
  const router = useRouter();
  const { target, asked, end } = useTour({
    name: 'favourites',
    targets: HEARTS,
    // Not over a player.
    disturbs: () => document.querySelector('.player') !== null,
    lead: () => {
      const heart = document.querySelector(HEARTS);
      if (heart) heart.scrollIntoView({ block: 'center', behavior: 'instant' });
      else if (router.state.location.pathname !== '/') void router.navigate({ to: '/' });
    },
  });

  // What is pointed at does not move away by itself.
  useEffect(() => {
    if (!target || useMotionSwitch.getState().stopped) return;
    useMotionSwitch.setState({ stopped: true });
    return () => useMotionSwitch.setState({ stopped: false });
  }, [target]);

  if (!target) return null;
  return (
    <CoachMark
      target={target}
      takesFocus={asked}
      onEnd={end}
      steps={[
        { title: t('tutorial.favGame'), text: t('tutorial.favGameText') },
        { title: t('tutorial.favTeam'), text: t('tutorial.favTeamText') },
        { title: t('tutorial.favFind'), text: t('tutorial.favFindText') },
      ]}
    />
  );
}
