//! Which games and films of the demo have footage: all live games, and all with a length.

use std::cmp::Reverse;

use domain::event::{Event, StreamStatus};
use domain::ids::{EventId, VodItemId};
use footage::Match;

use super::cast::{Casting, Stretch, cast};
use crate::cut::Cut;
use crate::{fjord, northline};

/// A game and what is drawn of it.
pub struct Planned {
    /// The channel's alias.
    pub(crate) channel: &'static str,
    pub(crate) event: EventId,
    pub(crate) game: Match,
    /// What is cut out of its drawing.
    pub(crate) films: Vec<PlannedFilm>,
}

/// A film, and the part of a game that it shows.
pub(crate) struct PlannedFilm {
    pub(crate) film: VodItemId,
    pub(crate) cut: Cut,
}

/// How many live games come first, with a countdown.
const FIRST: usize = 2;

/// Seconds of the game on the first slide, which is watched for longest, and of the others.
const FIRST_ROUND: u32 = 120;
const ROUND: u32 = 32;

/// All that are being played, in sports that are drawn; the one on the first slide comes first.
pub(crate) fn live() -> Vec<Planned> {
    let of = |casting: Casting| {
        let games = casting.file.content.events.iter().filter(|game| game.status == StreamStatus::Live);
        games.filter_map(|game| planned(&casting, game, None)).collect::<Vec<_>>()
    };
    castings().into_iter().flat_map(of).collect()
}

/// The free and the paid game that are drawn before everything else.
pub(crate) fn first_live() -> Vec<Planned> {
    live().into_iter().take(FIRST).collect()
}

/// All that were recorded, the short ones first: a library that fills up soon is better than one long game.
pub fn recordings() -> Vec<Planned> {
    let of = |casting: Casting| {
        let games = casting.file.content.events.iter().filter(|game| game.status == StreamStatus::Finished);
        let recorded = games.filter_map(|game| Some((game, u32::try_from(game.duration_s?).ok()?)));
        recorded.filter_map(|(game, seconds)| planned(&casting, game, Some(seconds))).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = castings().into_iter().flat_map(of).collect();
    all.sort_by_key(|planned| (planned.game.seconds, Reverse(planned.channel)));
    all
}

fn castings() -> [Casting; 2] {
    [northline::casting(), fjord::casting()]
}

fn planned(casting: &Casting, game: &Event, recorded: Option<u32>) -> Option<Planned> {
    let channel = casting.source.alias;
    let stretch = match recorded {
        Some(seconds) => Stretch::Last(seconds),
        None if channel == northline::SOURCE.alias && game.id == northline::FEATURED => Stretch::Round(FIRST_ROUND),
        None => Stretch::Round(ROUND),
    };
    let cut_out = casting.source.films.iter().filter(|film| recorded.is_some() && film.cut.game == game.id.0);
    let films = cut_out.map(|film| PlannedFilm { film: VodItemId(film.film), cut: film.cut }).collect();
    Some(Planned { channel, event: game.id, game: cast(casting, game, stretch)?, films })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use domain::event::AccessType;
    use domain::geo::Code;
    use domain::time::Timestamp;

    use super::*;
    use crate::channels;

    /// Every game of both channels.
    fn events() -> Vec<(&'static str, Event)> {
        let all = channels(Timestamp(1_794_713_400_000)).into_iter();
        all.flat_map(|channel| channel.content.events.into_iter().map(move |event| (channel.alias, event))).collect()
    }

    fn drawn(planned: Vec<Planned>) -> BTreeMap<EventId, Match> {
        planned.into_iter().map(|planned| (planned.event, planned.game)).collect()
    }

    fn access(planned: &Planned) -> AccessType {
        events().into_iter().find(|(_, event)| event.id == planned.event).unwrap().1.access
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
        assert!(recordings.iter().filter(|planned| planned.channel == "demo").count() >= 3);
        assert!(recordings.iter().any(|planned| planned.game.seconds >= 600));
        assert!(recordings.iter().all(|planned| planned.game.live.is_none()));
    }

    /// PLAY-05: every live game is sent, can be watched from everywhere, and has one score on its page and in its picture.
    #[test]
    fn every_live_game_is_sent_to_everybody_with_the_score_of_its_page() {
        let drawn = drawn(live());
        let live: Vec<_> = events().into_iter().filter(|(_, event)| event.status == StreamStatus::Live).collect();
        assert_eq!(live.iter().filter(|(channel, _)| *channel == "demo").count(), 5);
        assert_eq!(drawn.len(), live.len());
        for (_, event) in live {
            let game = drawn.get(&event.id).unwrap_or_else(|| panic!("{} is not drawn", event.name));
            assert_eq!((Some(game.score.map(u32::cast_signed)), game.points), (event.score, [0, 0]), "{}", event.name);
            assert_eq!(game.seconds % 8, 0, "{}", event.name);
            assert!(event.geo_rule.is_none(), "{}", event.name);
        }
    }

    /// EVT-04: a game that says how long its recording is gets one of that length, and one that has none costs nothing.
    #[test]
    fn every_game_that_lists_a_recording_gets_it() {
        let drawn = drawn(recordings());
        let mut without = 0;
        for (_, event) in events().into_iter().filter(|(_, event)| event.status == StreamStatus::Finished) {
            let game = drawn.get(&event.id);
            assert_eq!(game.map(|game| game.seconds.cast_signed()), event.duration_s, "{}", event.name);
            if let Some(game) = game {
                let last = [0, 1].map(|team| (game.score[team] + game.points[team]).cast_signed());
                assert_eq!(Some(last), event.score, "{}", event.name);
            } else {
                without += 1;
                assert_eq!(event.access, AccessType::Free, "{} is sold, and there is nothing to watch", event.name);
            }
        }
        assert!(without > 0 && drawn.len() > without);
    }

    /// VOD-01: every film is cut out of a recording that is long enough, and is as long as it says.
    #[test]
    fn every_film_gets_its_video() {
        let recordings = recordings();
        let cuts: BTreeMap<_, _> = recordings
            .iter()
            .flat_map(|planned| planned.films.iter().map(move |film| (film.film, (planned, film.cut))))
            .collect();
        for channel in channels(Timestamp(1_794_713_400_000)) {
            for film in channel.content.vod_items {
                let (game, cut) = cuts.get(&film.id).unwrap_or_else(|| panic!("{} has no video", film.title));
                assert_eq!((game.channel, Some(cut.seconds.cast_signed())), (channel.alias, film.duration_s));
                assert!(cut.from % 2 == 0 && cut.from + cut.seconds <= game.game.seconds, "{}", film.title);
            }
        }
    }

    /// GEO-02: the demo has a free game that may not be watched here, but not among those that are live.
    #[test]
    fn a_game_for_another_country_is_shown_further_down() {
        let here: Code = "US".parse().unwrap();
        let blocked = |event: &Event| event.geo_rule.as_ref().is_some_and(|rule| rule.blocks(Some(here)));
        let abroad: Vec<_> = events().into_iter().filter(|(_, event)| blocked(event)).collect();
        assert!(abroad.iter().all(|(_, event)| event.status != StreamStatus::Live));
        assert!(abroad.iter().any(|(_, event)| event.access == AccessType::Free));
        assert!(abroad.iter().any(|(_, event)| event.access == AccessType::Ppv));
    }
}
