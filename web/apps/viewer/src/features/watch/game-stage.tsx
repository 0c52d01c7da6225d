import type { Event } from '@touchline/api';
import { useContentT } from '@touchline/i18n';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Crest } from '../../art/crest.tsx';
import { EventArt } from '../../art/event-art.tsx';
import { useCountdown } from '../../time/use-countdown.ts';
import { AccessBadge } from '../../events/access-badge.tsx';
import { sidesOf } from '../../events/event-title.ts';
import { formatScore, scoreOf } from '../../events/score.ts';
import { StateBadge } from '../../events/state-badge.tsx';

interface GameStageProps {
  readonly event: Event;
  readonly sport: string;
  /** A countdown, or why there is nothing to play. */
  readonly children: ReactNode;
}

/** Where the picture plays: always 16:9, whatever there is to show, so that nothing jumps. */
export function GameStage({ event, sport, children }: GameStageProps) {
  return (
    <div className="stage on-art">
      {event.image ? (
        <img src={event.image} alt="" width={1280} height={720} className="absolute inset-0 size-full object-cover" />
      ) : (
        <EventArt teams={event.participants} sport={sport} className="absolute! inset-0" />
      )}
      <div aria-hidden className="stage-scrim absolute inset-0" />
      <div className="absolute inset-x-3 top-3 flex items-start justify-between gap-2 md:inset-x-4 md:top-4">
        <StateBadge state={event.stream_status} />
        <AccessBadge event={event} />
      </div>
      <div className="absolute inset-0 grid place-content-center justify-items-center gap-[2.5cqw] px-4 pt-[4cqw] text-center">
        <Sides event={event} />
        {children}
      </div>
    </div>
  );
}

function Sides({ event }: { readonly event: Event }) {
  const sides = sidesOf(event);
  const crest = 'art-shadow size-[clamp(2.75rem,13cqw,8rem)]';
  if (!sides) {
    return (
      <div aria-hidden className="flex gap-[2cqw]">
        {event.participants.slice(0, 5).map((team) => (
          <Crest key={team.id} team={team} className="art-shadow size-[clamp(2.25rem,9cqw,6rem)]" />
        ))}
      </div>
    );
  }
  const score = scoreOf(event);
  return (
    <div className="flex items-center gap-[clamp(1rem,4cqw,3rem)]">
      <Crest team={sides[0]} className={crest} />
      <span className="art-text font-display text-[clamp(1.75rem,8cqw,5rem)] leading-none font-extrabold tabular-nums">
        {score ? formatScore(score) : '@'}
      </span>
      <Crest team={sides[1]} className={crest} />
    </div>
  );
}

interface StageCountdownProps {
  readonly startsAt: number;
  /** Called when the time has come. */
  readonly onStart: () => void;
}

export function StageCountdown({ startsAt, onStart }: StageCountdownProps) {
  const t = useContentT();
  const left = useCountdown(startsAt);
  const start = useEffectEvent(onStart);
  useEffect(() => {
    if (left.over) start();
  }, [left.over]);
  if (left.over) return <StageMessage>{t('watch.aboutToStart')}</StageMessage>;
  const units = [
    ...(left.days > 0 ? [{ key: 'days', value: left.days, label: t('watch.days', { count: left.days }) }] : []),
    { key: 'hours', value: left.hours, label: t('watch.hours', { count: left.hours }) },
    { key: 'minutes', value: left.minutes, label: t('watch.minutes', { count: left.minutes }) },
    { key: 'seconds', value: left.seconds, label: t('watch.seconds', { count: left.seconds }) },
  ];
  return (
    <div role="timer" aria-label={t('watch.startsIn')} className="grid justify-items-center gap-[1cqw]">
      <p className="art-text text-[clamp(0.8125rem,2cqw,1.125rem)] font-medium">{t('watch.startsIn')}</p>
      <div className="flex gap-[clamp(0.375rem,1.5cqw,1rem)]">
        {units.map(({ key, value, label }) => (
          <span
            key={key}
            className="grid min-w-[clamp(3.25rem,11cqw,7rem)] justify-items-center rounded-field bg-[#0a0c10b3] px-1 py-[1.2cqw]"
          >
            <span className="font-display text-[clamp(1.375rem,5cqw,3.25rem)] leading-none font-extrabold tabular-nums">
              {String(value).padStart(2, '0')}
            </span>
            <span className="mt-0.5 text-[clamp(0.6875rem,1.5cqw,0.875rem)] leading-4 text-[#e8ebf0]">{label}</span>
          </span>
        ))}
      </div>
    </div>
  );
}

/** A sentence over the picture. */
export function StageMessage({ children }: { readonly children: ReactNode }) {
  return (
    <p className="flex max-w-[40ch] items-center gap-2.5 rounded-card bg-[#0a0c10cc] px-4 py-2.5 text-[clamp(0.875rem,2cqw,1.125rem)] leading-snug text-pretty">
      {children}
    </p>
  );
}
