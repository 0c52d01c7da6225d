//! Which of the demo's games have moving pictures.

use domain::event::StreamStatus;
use domain::ids::EventId;
use footage::Match;

use super::cast::{Casting, cast};
use crate::demo::{fjord, northline};

/// A game and what is drawn of it.
pub(crate) struct Planned {
    /// The channel's alias.
    pub(crate) channel: &'static str,
    pub(crate) event: EventId,
    pub(crate) game: Match,
}

/// Games by their number in the tables, and how many seconds of them were recorded: one long enough to wander about in.
const RECORDED: [(&str, i64, u32); 4] = [("demo", 26, 660), ("demo", 28, 240), ("demo", 29, 240), ("demo2", 10, 180)];

/// How many live games come before the recordings.
const FIRST: usize = 2;

/// All that are being played, in sports that are drawn; the one on the first slide comes first.
pub(crate) fn live() -> Vec<Planned> {
    let of = |casting: Casting| {
        let games = casting.games.iter().filter(|game| game.when.status() == StreamStatus::Live);
        games.filter_map(|game| planned(&casting, game.id, None)).collect::<Vec<_>>()
    };
    castings().into_iter().flat_map(of).collect()
}

/// The free and the paid game that are drawn before everything else.
pub(crate) fn first_live() -> Vec<Planned> {
    live().into_iter().take(FIRST).collect()
}

/// Some that are over.
pub(crate) fn recordings() -> Vec<Planned> {
    let of = |(channel, id, seconds): (&str, i64, u32)| {
        let casting = castings().into_iter().find(|casting| casting.league.alias == channel)?;
        planned(&casting, id, Some(seconds))
    };
    RECORDED.into_iter().filter_map(of).collect()
}

fn castings() -> [Casting; 2] {
    [northline::casting(), fjord::casting()]
}

fn planned(casting: &Casting, id: i64, finished: Option<u32>) -> Option<Planned> {
    let game = casting.games.iter().find(|game| game.id == id)?;
    let event = EventId(casting.league.id(id));
    Some(Planned { channel: casting.league.alias, event, game: cast(casting, game, finished)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::event::AccessType;

    fn access(planned: &Planned) -> AccessType {
        let casting = castings().into_iter().find(|casting| casting.league.alias == planned.channel).unwrap();
        casting.games.iter().find(|game| casting.league.id(game.id) == planned.event.0).unwrap().access
    }

    /// The demo promises a free and a paid game that are really live, and three recordings, one of ten minutes.
    #[test]
    fn the_demo_has_the_pictures_that_it_promises() {
        let live = live();
        for wanted in [AccessType::Free, AccessType::Paid] {
            assert!(live.iter().any(|planned| planned.channel == "demo" && access(planned) == wanted));
        }
        let first = first_live();
        assert_eq!(first.iter().map(access).collect::<Vec<_>>(), [AccessType::Free, AccessType::Paid]);
        assert!(first.iter().all(|planned| planned.channel == "demo"));
        let recordings = recordings();
        assert_eq!(recordings.len(), RECORDED.len());
        assert!(recordings.iter().filter(|planned| planned.channel == "demo").count() >= 3);
        assert!(recordings.iter().any(|planned| planned.game.seconds >= 600));
        assert!(recordings.iter().all(|planned| planned.game.live.is_none()));
    }
}
