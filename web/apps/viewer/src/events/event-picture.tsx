import type { Event, EventTeam } from '@touchline/api';
import { Crest } from '../art/crest.tsx';
import { EventArt } from '../art/event-art.tsx';
import { fitName } from '../art/fit-name.ts';
import { sidesOf } from './event-title.ts';

const MAX_CRESTS = 4;

interface EventPictureProps {
  readonly event: Pick<Event, 'participants' | 'image' | 'name'>;
  readonly sport: string;
}

/** The picture of an event, or its generated art with both teams. Fills its box; decoration. */
export function EventPicture({ event, sport }: EventPictureProps) {
  const sides = sidesOf(event);
  const size = Math.min(...event.participants.map(({ short_name }) => fitName(short_name)));
  return (
    <div aria-hidden="true" className="@container absolute inset-0">
      {event.image ? (
        <img
          src={event.image}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <EventArt teams={event.participants} sport={sport} className="absolute! inset-0" />
      )}
      <div className={event.image ? 'art-scrim absolute inset-0' : 'art-light absolute inset-0'} />
      {sides ? (
        <div className="absolute inset-0 grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start px-[2.5cqw] pt-[12.5cqw] text-white">
          <Side team={sides[0]} size={size} />
          <span className="art-text mt-[5.5cqw] font-display text-[clamp(1rem,6.5cqw,3rem)] leading-none font-extrabold">
            @
          </span>
          <Side team={sides[1]} size={size} />
        </div>
      ) : (
        <Meet teams={event.participants} />
      )}
    </div>
  );
}

function Side({ team, size }: { readonly team: EventTeam; readonly size: number }) {
  return (
    <span className="grid min-w-0 justify-items-center gap-[1.5cqw]">
      <Crest team={team} className="art-shadow size-[17.5cqw]" />
      <span
        className="art-text line-clamp-2 max-w-full text-center font-display leading-none font-extrabold text-balance uppercase"
        style={{ fontSize: `${size}cqw` }}
      >
        {team.short_name}
      </span>
    </span>
  );
}

function Meet({ teams }: { readonly teams: readonly EventTeam[] }) {
  const more = teams.length - MAX_CRESTS;
  return (
    <div className="absolute inset-0 flex items-center justify-center gap-[3cqw] text-white">
      {teams.slice(0, MAX_CRESTS).map((team) => (
        <Crest key={team.id} team={team} className="art-shadow size-[16cqw]" />
      ))}
      {more > 0 && <span className="art-text font-display text-[clamp(1rem,8cqw,3.5rem)] font-extrabold">+{more}</span>}
    </div>
  );
}
