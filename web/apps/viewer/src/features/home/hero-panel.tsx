import { pictureSources } from '@touchline/ui';
import { type ReactNode, useState } from 'react';
import { bandColours } from '../../art/art-colours.ts';
import { Crest, type CrestTeam } from '../../art/crest.tsx';
import { EventArt } from '../../art/event-art.tsx';
import './hero.css';

interface HeroPanelProps {
  /** Colours of the art, and the crests on it. */
  readonly teams: readonly CrestTeam[];
  readonly sport: string;
  /** Without crests the teams only give the art its colours. */
  readonly crests?: boolean;
  readonly image?: string | null;
  /** Shown between the crests of a game. */
  readonly score?: readonly [number, number] | null;
  readonly badges?: ReactNode;
  /** A game's sign between the sides, " @ ", is set more quietly than their names. */
  readonly title: string;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
}

const MAX_CRESTS = 4;
const LARGE = 'art-shadow size-[clamp(4.5rem,11vw,11rem)]';
const SMALL = 'art-shadow size-[clamp(3.5rem,7vw,7rem)]';

/** One full-width panel: art or a picture, a headline on it, and what to do. Light text on a dark scrim in any theme. */
export function HeroPanel({ teams, sport, crests = true, image, score, badges, title, text, actions }: HeroPanelProps) {
  const [broken, setBroken] = useState(false);
  const picture = image && !broken ? image : null;
  const [ground] = bandColours(teams.map(({ color }) => color));
  return (
    <div className="hero-panel" style={{ backgroundColor: ground }}>
      {picture ? (
        <img
          {...pictureSources(picture)}
          sizes="100vw"
          alt=""
          width={1600}
          height={900}
          fetchPriority="high"
          className="absolute inset-0 size-full object-cover"
          onError={() => setBroken(true)}
        />
      ) : (
        <EventArt teams={teams} sport={sport} className="hero-art" />
      )}
      <div aria-hidden className="hero-scrim absolute inset-0" />
      {!picture && crests && <Crests teams={teams} score={score ?? null} />}
      <div className="hero-text">
        {badges && <div className="flex flex-wrap items-center gap-2">{badges}</div>}
        <h2 className="hero-title" data-length={lengthOf(title)}>
          <Title text={title} />
        </h2>
        {text && <p className="max-w-[60ch] text-pretty text-[#e8ebf0]">{text}</p>}
        {actions && <div className="mt-1 flex flex-wrap gap-3">{actions}</div>}
      </div>
    </div>
  );
}

function Crests({
  teams,
  score,
}: {
  readonly teams: readonly CrestTeam[];
  readonly score: readonly [number, number] | null;
}) {
  const [away, home, ...others] = teams;
  if (away && home && others.length === 0) {
    return (
      <div aria-hidden className="hero-crests">
        <Crest team={away} className={LARGE} />
        <span className="art-text min-w-[1.2em] text-center font-display text-[clamp(2rem,4.4vw,4.5rem)] leading-none font-extrabold tabular-nums">
          {score ? `${score[0]}–${score[1]}` : '@'}
        </span>
        <Crest team={home} className={LARGE} />
      </div>
    );
  }
  return (
    <div aria-hidden className="hero-crests">
      {teams.slice(0, MAX_CRESTS).map((team) => (
        <Crest key={team.name} team={team} className={teams.length > 1 ? SMALL : LARGE} />
      ))}
    </div>
  );
}

/** Long titles are set smaller, so that they leave the button in sight. */
function lengthOf(title: string): 'short' | 'long' | 'longest' {
  if (title.length <= 30) return 'short';
  return title.length <= 52 ? 'long' : 'longest';
}

function Title({ text }: { readonly text: string }) {
  const [away = '', home, ...rest] = text.split(' @ ');
  if (home === undefined || rest.length > 0) return text;
  return (
    <>
      {away} <span className="text-[#c3cad6]">@</span> {home}
    </>
  );
}
