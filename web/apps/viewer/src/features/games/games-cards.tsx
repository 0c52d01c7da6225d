import type { Event } from '@touchline/api';
import { sportName, useChannel } from '../../channel/channel.ts';
import { EventCard } from '../../events/event-card.tsx';
import type { ViewProps } from './game-section.tsx';

/** As many columns as there are cards, or as fit. */
const columns = (cards: number) => ({ gridColumn: `span min(${cards}, var(--columns))` });

/** Games as cards in a grid. Days of few games stand side by side, so that they leave no empty rows. */
export function GamesCards({ sections, today, Section }: ViewProps) {
  return (
    <div className="games-flow-box">
      <div className="games-flow">
        {sections.map((section) => (
          <Section
            key={section.key}
            section={section}
            today={today}
            uncounted={section.events.length === 1}
            style={columns(section.events.length)}
          >
            {() => (
              <ul className="games-grid">
                {section.events.map((event) => (
                  <li key={event.id} data-game={event.id}>
                    <GameCard event={event} />
                  </li>
                ))}
              </ul>
            )}
          </Section>
        ))}
      </div>
    </div>
  );
}

function GameCard({ event }: { readonly event: Event }) {
  return <EventCard event={event} sport={sportName(useChannel().bootstrap.event_categories, event)} />;
}
