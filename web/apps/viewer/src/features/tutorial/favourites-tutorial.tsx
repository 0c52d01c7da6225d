import { useT } from '@touchline/i18n';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAppContext } from '../../app/channel.ts';
import { useMotionSwitch } from '../../motion/motion-switch.ts';
import { CoachMark } from './coach-mark.tsx';
import { findTarget } from './find-target.ts';
import { tutorialAnswered, useTutorials } from './tutorial-store.ts';

const NAME = 'favourites';
/** How often a heart is looked for, until one is in sight. */
const LOOK_MS = 1_000;
const HEARTS = 'article [data-heart]';
const IN_THE_WAY = '.cookie-notice, dialog[open], [popover="auto"]:popover-open';

/** Explains hearts, once, beside the first one that comes into sight; or again for whoever asks. */
export function FavouritesTutorial() {
  const t = useT();
  const router = useRouter();
  const { stored } = useAppContext().connection;
  const asked = useTutorials((tutorials) => tutorials.asked === NAME);
  const [seen, setSeen] = useState(() => stored.get('tutorials')?.includes(NAME) ?? false);
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const waiting = target === null && (asked || !seen);

  const leadToHeart = () => {
    const heart = document.querySelector(HEARTS);
    if (heart) heart.scrollIntoView({ block: 'center', behavior: 'instant' });
    else if (router.state.location.pathname !== '/') void router.navigate({ to: '/' });
  };
  const look = useEffectEvent(() => {
    if (document.querySelector(IN_THE_WAY)) return;
    // Nobody who types or watches is disturbed.
    if (!asked && (isTyping() || document.querySelector('.player'))) return;
    const found = findTarget(HEARTS);
    if (!found) {
      if (asked) leadToHeart();
      return;
    }
    setTarget(found);
    setSeen(true);
    stored.set('tutorials', [...new Set([...(stored.get('tutorials') ?? []), NAME])]);
  });

  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [waiting]);

  // What is pointed at does not move away by itself.
  useEffect(() => {
    if (!target || useMotionSwitch.getState().stopped) return;
    useMotionSwitch.setState({ stopped: true });
    return () => useMotionSwitch.setState({ stopped: false });
  }, [target]);

  if (!target) return null;
  const end = () => {
    setTarget(null);
    tutorialAnswered();
  };
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

function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, select') ?? false;
}
