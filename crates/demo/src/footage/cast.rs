//! Turns the demo's tables into a drawable match: colours, score and clock.

use channelfile::ChannelFile;
use domain::event::Event;
use domain::ids::ParticipantId;
use footage::{Counts, Match, Sport, Team};

use crate::art::rgb::Rgb;
use crate::source::Source;

/// What a channel adds to the pictures of its games.
pub(crate) struct Casting {
    pub(crate) file: &'static ChannelFile,
    pub(crate) source: &'static Source,
    /// One short word.
    pub(crate) channel: &'static str,
    pub(crate) accent: Rgb,
    /// In the channel's language: a goal, and live.
    pub(crate) words: [&'static str; 2],
}

/// How much of a game is drawn, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stretch {
    /// A round of a live one, sent over and over. Sound comes in frames that fill eight seconds exactly, so a round of so
    /// many joins the next one.
    Round(u32),
    /// The end of one that is over.
    Last(u32),
}

/// Pictures of a game. Nothing for sports that are not drawn, and for meets.
pub(super) fn cast(casting: &Casting, game: &Event, stretch: Stretch) -> Option<Match> {
    let sport = casting.file.content.categories.iter().find(|sport| sport.id == game.category_id)?;
    let sport = drawn(&sport.alias)?;
    let [away, home] = game.participants[..] else { return None };
    let score = game.score?.map(|points| points.max(0).unsigned_abs());
    let (seconds, points) = match stretch {
        // The pages say one score for as long as the game is live, and a round that begins again cannot take points back.
        Stretch::Round(seconds) => (seconds, [0, 0]),
        Stretch::Last(seconds) => (seconds, share(sport, score, seconds)),
    };
    let (clock, counts, period) = clock(sport, stretch);
    Some(Match {
        sport,
        teams: [dressed(casting, away)?, dressed(casting, home)?],
        // It ends with the score that the pages say.
        score: [score[0] - points[0], score[1] - points[1]],
        points,
        clock,
        counts,
        period: period.into(),
        channel: casting.channel.into(),
        accent: footage::Rgb(casting.accent.0),
        goal: casting.words[0].into(),
        live: matches!(stretch, Stretch::Round(_)).then(|| casting.words[1].into()),
        seconds,
        seed: game.id.0.unsigned_abs(),
    })
}

fn drawn(alias: &str) -> Option<Sport> {
    match alias {
        "soccer" => Some(Sport::Soccer),
        "basketball" => Some(Sport::Basketball),
        "ice-hockey" | "ringuette" => Some(Sport::IceHockey),
        "handball" => Some(Sport::Handball),
        _ => None,
    }
}

/// A team in the colours of its school's crest.
fn dressed(casting: &Casting, team: ParticipantId) -> Option<Team> {
    let content = &casting.file.content;
    let school = content.participants.iter().find(|row| row.id == team)?.group_id?;
    let school = content.groups.iter().find(|row| row.id == school)?;
    let crest = casting.source.crest(school.alias.as_deref()?)?;
    let colour = |Rgb(colour): Rgb| footage::Rgb(colour);
    Some(Team {
        code: school.short_name.chars().filter(|letter| letter.is_alphabetic()).take(3).collect(),
        name: school.short_name.clone(),
        shirt: colour(crest.first),
        shorts: colour(crest.second),
        light: colour(crest.metal),
    })
}

/// How much of a score falls within the pictures: as often as the sport allows, and fairly.
fn share(sport: Sport, [away, home]: [u32; 2], seconds: u32) -> [u32; 2] {
    let most = match sport {
        Sport::Basketball => seconds / 14,
        Sport::Handball => seconds / 30,
        Sport::Soccer => seconds / 150,
        Sport::IceHockey => seconds / 120,
    };
    let all = away + home;
    if all <= most {
        return [away, home];
    }
    let mut first = most * away / all;
    let mut second = most - first;
    if sport == Sport::Basketball {
        // Baskets are worth two or three.
        first += u32::from(first == 1);
        second += u32::from(second == 1);
    }
    [first.min(away), second.min(home)]
}

const MINUTE: u32 = 60;

/// Where the clock begins: in the middle of a live game, or so that it ends with the pictures.
fn clock(sport: Sport, stretch: Stretch) -> (u32, Counts, &'static str) {
    match (sport, stretch) {
        (Sport::Soccer, Stretch::Last(seconds)) => ((90 * MINUTE).saturating_sub(seconds), Counts::Up, "2ND"),
        (Sport::Soccer, Stretch::Round(_)) => (31 * MINUTE, Counts::Up, "1ST"),
        (Sport::Handball, Stretch::Last(seconds)) => ((60 * MINUTE).saturating_sub(seconds), Counts::Up, "2ND"),
        (Sport::Handball, Stretch::Round(_)) => (22 * MINUTE, Counts::Up, "1ST"),
        (Sport::Basketball, Stretch::Last(seconds)) => (seconds, Counts::Down, "Q4"),
        (Sport::Basketball, Stretch::Round(_)) => (7 * MINUTE + 12, Counts::Down, "Q3"),
        (Sport::IceHockey, Stretch::Last(seconds)) => (seconds, Counts::Down, "P3"),
        (Sport::IceHockey, Stretch::Round(_)) => (12 * MINUTE + 40, Counts::Down, "P2"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fjord, northline};

    fn every_match(stretch: Stretch) -> Vec<(&'static Event, Match)> {
        let of = |casting: Casting| {
            casting
                .file
                .content
                .events
                .iter()
                .filter_map(move |game| Some((game, cast(&casting, game, stretch)?)))
                .collect::<Vec<_>>()
        };
        [northline::casting(), fjord::casting()].into_iter().flat_map(of).collect()
    }

    #[test]
    fn pictures_end_with_the_score_that_the_pages_say() {
        for stretch in [Stretch::Round(32), Stretch::Last(120), Stretch::Last(620)] {
            let matches = every_match(stretch);
            assert!(matches.len() >= 14, "{}", matches.len());
            for (game, drawn) in matches {
                let sum = [0, 1].map(|team| drawn.score[team] + drawn.points[team]);
                assert_eq!(Some(sum.map(|points| points as i32)), game.score);
                assert!(drawn.points.iter().all(|points| drawn.sport != Sport::Basketball || *points != 1));
            }
        }
    }

    #[test]
    fn a_recording_ends_when_the_game_does() {
        for (_, drawn) in every_match(Stretch::Last(620)) {
            match drawn.counts {
                Counts::Down => assert_eq!(drawn.clock, 620),
                Counts::Up => assert!([90 * 60, 60 * 60].contains(&(drawn.clock + 620))),
            }
        }
    }

    /// PLAY-05: at every moment the score in the picture is the one beside it.
    #[test]
    fn a_live_round_has_the_score_of_the_pages_from_its_first_picture_to_its_last() {
        for (game, drawn) in every_match(Stretch::Round(32)) {
            assert_eq!(drawn.points, [0, 0]);
            assert_eq!(Some(drawn.score.map(u32::cast_signed)), game.score);
        }
    }

    #[test]
    fn live_rounds_join_in_picture_and_sound() {
        for (_, drawn) in every_match(Stretch::Round(32)) {
            assert!(drawn.live.is_some());
            assert!(drawn.teams.iter().all(|team| team.code.chars().count() == 3), "{:?}", drawn.teams);
        }
    }
}
