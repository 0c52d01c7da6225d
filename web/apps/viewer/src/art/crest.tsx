import { classNames } from '@touchline/ui';
import { useState } from 'react';
import { crestColours } from './art-colours.ts';
import { crestText } from './crest-text.ts';

export interface CrestTeam {
  readonly name: string;
  readonly short_name: string;
  readonly color: string;
  readonly image: string | null;
}

interface CrestProps {
  readonly team: CrestTeam;
  /** Sets the size; the crest is as high as it is wide. */
  readonly className?: string;
}

/** A team's own crest, or a shield in its colour when it has none or it does not load. Always decoration. */
export function Crest({ team, className }: CrestProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const box = classNames('block shrink-0', className);
  if (team.image && team.image !== broken) {
    return (
      <img
        src={team.image}
        alt=""
        width={64}
        height={64}
        decoding="async"
        className={classNames(box, 'object-contain')}
        onError={() => setBroken(team.image)}
      />
    );
  }
  const { fill, ink, edge } = crestColours(team.color);
  const text = crestText(team.short_name, team.name);
  return (
    <svg viewBox="0 0 64 64" className={box} aria-hidden="true">
      <path
        d="M32 2 57 8.5V31c0 15-10.2 24.5-25 31C17.2 55.5 7 46 7 31V8.5Z"
        fill={fill}
        stroke={edge}
        strokeWidth="2"
      />
      <path
        d="M32 6.5 53 12v19c0 12.5-8 20.5-21 26.5C19 51.5 11 43.5 11 31V12Z"
        fill="none"
        stroke={ink}
        strokeOpacity=".45"
        strokeWidth="1.5"
      />
      <path d="M11 40h42l-3 5H14Z" fill={ink} fillOpacity=".22" />
      <text
        x="32"
        y="33"
        fill={ink}
        textAnchor="middle"
        className="font-display font-extrabold"
        fontSize={text.length > 2 ? 20 : 25}
      >
        {text}
      </text>
    </svg>
  );
}
