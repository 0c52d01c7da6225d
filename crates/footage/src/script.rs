//! What is known of a match before it is played: the teams, the score at the start, and when the points fall.

use crate::colour::Rgb;
use crate::random::Random;
use crate::sport::Sport;

/// One of two teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Away,
    Home,
}

impl Side {
    pub(crate) const BOTH: [Self; 2] = [Self::Away, Self::Home];

    pub(crate) fn index(self) -> usize {
        self as usize
    }

    pub(crate) fn other(self) -> Self {
        match self {
            Self::Away => Self::Home,
            Self::Home => Self::Away,
        }
    }

    /// Which way it plays: 1 is to the right.
    pub(crate) fn forward(self) -> f32 {
        match self {
            Self::Away => -1.0,
            Self::Home => 1.0,
        }
    }
}

/// A team as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Team {
    /// Two to four letters for the corner of the picture.
    pub code: String,
    /// The name said when it scores.
    pub name: String,
    pub shirt: Rgb,
    pub shorts: Rgb,
    /// Worn instead of the shirt where colours would be mistaken for each other.
    pub light: Rgb,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counts {
    Up,
    Down,
}

/// A stretch of a match. Scores are away, then home, as the channel's pages say them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Match {
    pub sport: Sport,
    pub teams: [Team; 2],
    /// When the pictures begin.
    pub score: [u32; 2],
    /// What each team adds before they end.
    pub points: [u32; 2],
    /// Seconds on the clock when the pictures begin.
    pub clock: u32,
    pub counts: Counts,
    /// The part of the match, such as `Q3`.
    pub period: String,
    /// Stands in the other corner and on the boards.
    pub channel: String,
    pub accent: Rgb,
    /// What is written when a goal falls.
    pub goal: String,
    /// The word that says that the pictures are live; they are then a round that joins the next one.
    pub live: Option<String>,
    pub seconds: u32,
    pub seed: u64,
}

/// Points that fall in the course of the pictures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Score {
    /// Seconds; the play looks for the next chance from here on.
    pub(crate) due: f32,
    pub(crate) side: Side,
    pub(crate) points: u32,
}

impl Match {
    /// All points in order: spread over the middle of the pictures, so that there is time to cheer before they end.
    pub(crate) fn scores(&self) -> Vec<Score> {
        let mut random = Random::new(self.seed ^ 0x5c04e);
        let mut scores: Vec<(Side, u32)> = Vec::new();
        for side in Side::BOTH {
            let mut rest = self.points[side.index()];
            while rest > 0 {
                let points = self.sport.points(&mut random).min(rest);
                // A single point would need a free throw, which nobody here takes.
                let points = if rest - points == 1 { rest.min(3) } else { points };
                scores.push((side, points));
                rest -= points;
            }
        }
        for index in (1..scores.len()).rev() {
            scores.swap(index, random.below(index + 1));
        }
        let slot = self.seconds as f32 * 0.78 / scores.len().max(1) as f32;
        let due = |index: usize, within: f32| self.seconds as f32 * 0.07 + (index as f32 + within) * slot;
        let place = |(index, (side, points))| Score { due: due(index, random.between(0.15, 0.55)), side, points };
        scores.into_iter().enumerate().map(place).collect()
    }

    /// What the clock says after so many seconds of pictures.
    pub(crate) fn clock_after(&self, seconds: u32) -> u32 {
        match self.counts {
            Counts::Up => self.clock + seconds,
            Counts::Down => self.clock.saturating_sub(seconds),
        }
    }

    /// Shirts of both teams: their own, unless they vanish on the ground or look like the hosts'.
    pub(crate) fn shirts(&self) -> [Rgb; 2] {
        let ground = self.sport.ground();
        let unless = |team: &Team, clash: bool| if clash { team.light } else { team.shirt };
        let home = unless(&self.teams[1], self.teams[1].shirt.distance(ground) < 0.45);
        let away = &self.teams[0];
        let away = unless(away, away.shirt.distance(home) < 0.6 || away.shirt.distance(ground) < 0.45);
        [away, home]
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn a_match(sport: Sport) -> Match {
        let team = |code: &str, name: &str, shirt, shorts| Team {
            code: code.into(),
            name: name.into(),
            shirt: Rgb(shirt),
            shorts: Rgb(shorts),
            light: Rgb(0xf1f4f9),
        };
        Match {
            sport,
            teams: [team("WRE", "Wrenfield", 0xc4122f, 0x7d0a1e), team("HAR", "Harrow Point", 0x14427a, 0x0b2447)],
            score: [1, 2],
            points: [2, 2],
            clock: 600,
            counts: Counts::Down,
            period: "2ND".into(),
            channel: "Northline".into(),
            accent: Rgb(0x3b6ef5),
            goal: "Goal".into(),
            live: Some("Live".into()),
            seconds: 120,
            seed: 7,
        }
    }

    #[test]
    fn every_point_has_its_time() {
        for sport in Sport::ALL {
            for points in [[0, 0], [2, 3], [15, 17]] {
                let game = Match { points, ..a_match(sport) };
                let scores = game.scores();
                for side in Side::BOTH {
                    let sum: u32 = scores.iter().filter(|score| score.side == side).map(|score| score.points).sum();
                    assert_eq!(sum, points[side.index()], "{sport:?}");
                }
                assert!(scores.windows(2).all(|pair| pair[0].due < pair[1].due));
                assert!(scores.iter().all(|score| score.due > 5.0 && score.due < 110.0));
            }
        }
    }

    #[test]
    fn teams_in_like_colours_do_not_meet() {
        let mut game = a_match(Sport::Soccer);
        assert_eq!(game.shirts(), [Rgb(0xc4122f), Rgb(0x14427a)]);
        game.teams[0].shirt = Rgb(0x1b4a88);
        assert_eq!(game.shirts()[0], game.teams[0].light);
    }
}
