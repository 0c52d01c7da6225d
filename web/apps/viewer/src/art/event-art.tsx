import { classNames } from '@touchline/ui';
import { bandColours } from './art-colours.ts';
import type { CrestTeam } from './crest.tsx';
import { fieldLines } from './sport-lines.ts';
import './event-art.css';

/** The seam leans 22 degrees: half of its run across the picture's height of 180. */
const LEAN = 36.4;
const SEAM_DEGREES = 22;
/** Far enough outside the picture for any crop. */
const FAR = 640;

interface EventArtProps {
  readonly teams: readonly Pick<CrestTeam, 'color'>[];
  readonly sport: string;
  readonly className?: string;
  /** Where the seam stands, in hundredths of the width. */
  readonly seam?: number;
}

/** A picture made from team colours and the lines of the sport's field: no file, any size. Always decoration. */
export function EventArt({ teams, sport, className, seam = 50 }: EventArtProps) {
  const bands = bandColours(teams.slice(0, 4).map(({ color }) => color));
  const lines = fieldLines(sport);
  const middle = 320 * (seam / 100);
  const edges = bands.slice(1).map((_, index) => seamPosition(index + 1, bands.length, middle));
  return (
    <div aria-hidden="true" className={classNames('event-art relative isolate overflow-hidden', className)}>
      <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" className="absolute inset-0 size-full">
        {bands.map((color, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- bands have no identity but their place.
          <path key={index} d={bandPath(edges[index - 1], edges[index])} fill={color} />
        ))}
        <g
          transform={`translate(${bands.length > 2 ? 160 : middle} 90) rotate(${lines.upright ? 0 : SEAM_DEGREES}) scale(1.18)`}
          fill="none"
          stroke="#fff"
          strokeOpacity=".38"
          strokeWidth="1.1"
        >
          <path d={lines.whole} />
          <path d={lines.half} />
          <path d={lines.half} transform="scale(-1 1)" />
        </g>
        {edges.map((x) => (
          <g key={x} stroke="#fff" fill="none">
            <path d={seamPath(x - 9)} strokeOpacity=".1" strokeWidth="10" />
            <path d={seamPath(x)} strokeOpacity=".75" strokeWidth="1.6" />
          </g>
        ))}
      </svg>
    </div>
  );
}

function seamPosition(index: number, count: number, middle: number): number {
  return count === 2 ? middle : (320 * index) / count;
}

/** A band between two seams; the outermost ones run out of the picture. */
function bandPath(left: number | undefined, right: number | undefined): string {
  const reach = (FAR / 90) * LEAN;
  const [topLeft, bottomLeft] = left === undefined ? [-2 * FAR, -2 * FAR] : [left + reach, left - reach];
  const [topRight, bottomRight] = right === undefined ? [2 * FAR, 2 * FAR] : [right + reach, right - reach];
  return `M${topLeft} ${90 - FAR}H${topRight}L${bottomRight} ${90 + FAR}H${bottomLeft}Z`;
}

function seamPath(x: number): string {
  const reach = (FAR / 90) * LEAN;
  return `M${x + reach} ${90 - FAR}L${x - reach} ${90 + FAR}`;
}
