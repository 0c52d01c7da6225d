import { useEffect, useEffectEvent, useState } from 'react';
import { useAppContext } from '../channel/channel.ts';
import { findTarget } from './find-target.ts';
import { type TutorialName, tutorialAnswered, useTutorials } from './tutorial-store.ts';

/** How often something to point at is looked for, until it is in sight. */
const LOOK_MS = 1_000;
const IN_THE_WAY = '.cookie-notice, dialog[open], [popover="auto"]:popover-open';

interface TourOptions {
  readonly name: TutorialName;
  /** What it can point at; the first of them that is in sight is taken. */
  readonly targets: string;
  /** Whether an unrequested tutorial would disturb now. */
  readonly disturbs: () => boolean;
  /** Brings a target into sight, for a requested tutorial. */
  readonly lead: () => void;
}

interface Tour {
  /** Null while there is nothing to show. */
  readonly target: HTMLElement | null;
  readonly asked: boolean;
  readonly end: () => void;
}

/** A tutorial that is shown once, beside the first target that comes into sight, and again on request. */
export function useTour({ name, targets, disturbs, lead }: TourOptions): Tour {
  const { stored } = useAppContext().connection;
  const asked = useTutorials((tutorials) => tutorials.asked === name);
  const [seen, setSeen] = useState(() => stored.get('tutorials')?.includes(name) ?? false);
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const waiting = target === null && (asked || !seen);

  const look = useEffectEvent(() => {
    if (document.querySelector(IN_THE_WAY)) return;
    if (!asked && (isTyping() || disturbs())) return;
    const found = findTarget(targets);
    if (!found) {
      if (asked) lead();
      return;
    }
    setTarget(found);
    setSeen(true);
    stored.set('tutorials', [...new Set([...(stored.get('tutorials') ?? []), name])]);
  });
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => look(), LOOK_MS);
    return () => clearInterval(timer);
  }, [waiting]);

  const end = () => {
    setTarget(null);
    tutorialAnswered();
  };
  return { target, asked, end };
}

function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, select') ?? false;
}
