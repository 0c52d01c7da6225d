//! The match itself: players who run to where their part of the game is, and a ball that goes from one to the next.
//!
//! Chance decides the passes; the script decides which shots go in, so that a match ends as it is known to end.

mod choices;
mod runs;

use crate::action::Action;
use crate::camera::Place;
use crate::random::Random;
use crate::script::{Match, Score, Side};
use crate::sport::{Rules, Sport};

pub(crate) struct Play {
    sport: Sport,
    rules: &'static Rules,
    random: Random,
    /// Points still to come, the next one last.
    script: Vec<Score>,
    pub(crate) score: [u32; 2],
    pub(crate) players: Vec<Player>,
    pub(crate) ball: Place,
    pub(crate) phase: Phase,
    /// The team that has the ball or had it last.
    pub(crate) attack: Side,
    pub(crate) now: f32,
    /// Since when they have it.
    since: f32,
    passes: u32,
    pub(crate) excitement: f32,
}

pub(crate) struct Player {
    pub(crate) side: Side,
    /// The place in the team, 0 is the keeper where there is one.
    pub(crate) place: usize,
    pub(crate) number: u32,
    pub(crate) at: [f32; 2],
    pub(crate) speed: [f32; 2],
    /// Where the player looks, in radians; 0 is to the right.
    pub(crate) facing: f32,
    /// How far the legs have come in their step.
    pub(crate) stride: f32,
    pub(crate) pose: Pose,
    /// Where a dive or a jump goes to, and when it began.
    pub(crate) leap: Option<Leap>,
    /// Makes nobody run like anybody else.
    pub(crate) own: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pose {
    Playing,
    Guarding,
    Cheering,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Leap {
    pub(crate) since: f32,
    /// Up, and along the field's width.
    pub(crate) up: f32,
    pub(crate) across: f32,
}

pub(crate) const LEAP: f32 = 0.7;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Phase {
    /// A player has the ball until then.
    Held {
        by: usize,
        until: f32,
        driving: bool,
    },
    Flying(Flight),
    /// The game waits; then a team begins at a place.
    Waiting {
        until: f32,
        begins: Side,
        from: Restart,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Restart {
    /// From the middle, everybody in their own half.
    Middle { scored: Option<usize> },
    /// From behind the own line, as play goes on.
    OwnEnd,
}

/// The ball on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub(crate) from: Place,
    pub(crate) to: Place,
    start: f32,
    length: f32,
    /// How far it rises above the straight line.
    arc: f32,
    pub(crate) aim: Aim,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Aim {
    Pass {
        to: usize,
    },
    /// At the goal, with what it will be worth.
    Goal {
        by: usize,
        points: Option<u32>,
    },
}

impl Play {
    pub(crate) fn new(game: &Match) -> Self {
        let rules = game.sport.rules();
        let mut random = Random::new(game.seed);
        let mut players = Vec::new();
        for side in Side::BOTH {
            for (place, spot) in rules.formation.iter().enumerate() {
                let at = runs::on_field(rules, side, *spot);
                players.push(Player {
                    side,
                    place,
                    number: if place == 0 && rules.keeper { 1 } else { 2 + random.below(43) as u32 },
                    at,
                    speed: [0.0; 2],
                    facing: if side == Side::Home { 0.0 } else { std::f32::consts::PI },
                    stride: random.unit() * 6.0,
                    pose: Pose::Playing,
                    leap: None,
                    own: random.unit(),
                });
            }
        }
        let begins = if random.chance(0.5) { Side::Home } else { Side::Away };
        let mut script = game.scores();
        script.reverse();
        Self {
            sport: game.sport,
            rules,
            random,
            script,
            score: game.score,
            players,
            ball: [0.0; 3],
            phase: Phase::Waiting { until: 1.6, begins, from: Restart::Middle { scored: None } },
            attack: begins,
            now: 0.0,
            since: 0.0,
            passes: 0,
            excitement: 0.25,
        }
    }

    /// Goes on by a moment, and says what happened in it.
    pub(crate) fn step(&mut self, dt: f32, happened: &mut Vec<Action>) {
        self.now += dt;
        match self.phase {
            Phase::Held { by, until, driving } => {
                self.carry(by, happened, dt);
                if self.now >= until {
                    self.choose(by, driving, happened);
                }
            }
            Phase::Flying(flight) => {
                let share = ((self.now - flight.start) / flight.length).min(1.0);
                self.ball = flight.at(share);
                if share >= 1.0 {
                    self.arrive(flight, happened);
                }
            }
            Phase::Waiting { until, begins, from } => {
                if from == Restart::OwnEnd {
                    self.ball[2] = (self.ball[2] - 6.0 * dt).max(0.0);
                }
                if self.now >= until {
                    self.begin(begins, from, happened);
                }
            }
        }
        self.run(dt);
        self.feel(dt);
    }

    /// The ball stays with its carrier.
    fn carry(&mut self, by: usize, happened: &mut Vec<Action>, dt: f32) {
        let player = &self.players[by];
        let [dx, dy] = [player.facing.cos(), player.facing.sin()];
        let [ahead, height] = match self.sport {
            Sport::Basketball | Sport::Handball => {
                // Bounced while running, held while standing.
                let beat = |now: f32| (now * 1.9 + player.own).fract();
                if beat(self.now) < beat(self.now - dt) && self.sport == Sport::Basketball {
                    happened.push(Action::Bounce);
                }
                let fall = beat(self.now) * 2.0 - 1.0;
                [0.45, 0.95 * fall * fall + 0.12]
            }
            Sport::Soccer => [0.75 + 0.35 * (player.stride * 0.5).sin(), 0.11],
            Sport::IceHockey => [1.25, 0.03],
        };
        let sway = if self.sport == Sport::IceHockey { 0.35 * (self.now * 5.0 + player.own * 6.0).sin() } else { 0.0 };
        self.ball = [player.at[0] + dx * ahead - dy * sway, player.at[1] + dy * ahead + dx * sway, height];
    }

    fn arrive(&mut self, flight: Flight, happened: &mut Vec<Action>) {
        match flight.aim {
            Aim::Pass { to } => self.take(to),
            Aim::Goal { by, points: Some(points) } => self.goal(by, points, happened),
            Aim::Goal { by, points: None } => self.miss(by, happened),
        }
    }

    /// A player has the ball now.
    fn take(&mut self, player: usize) {
        let side = self.players[player].side;
        if side != self.attack {
            self.attack = side;
            self.since = self.now;
            self.passes = 0;
        }
        let [least, most] = self.rules.hold;
        let until = self.now + self.random.between(least, most);
        self.phase = Phase::Held { by: player, until, driving: false };
    }

    fn goal(&mut self, by: usize, points: u32, happened: &mut Vec<Action>) {
        let side = self.players[by].side;
        self.score[side.index()] += points;
        self.script.pop();
        self.excitement = 1.0;
        happened.push(Action::Scored { side, points });
        let (wait, from) = match self.sport {
            Sport::Basketball => (1.5, Restart::OwnEnd),
            Sport::Handball => (4.0, Restart::Middle { scored: Some(by) }),
            Sport::Soccer | Sport::IceHockey => (10.5, Restart::Middle { scored: Some(by) }),
        };
        self.phase = Phase::Waiting { until: self.now + wait, begins: side.other(), from };
    }

    /// Off the ring, saved or wide: the other team has it, mostly.
    fn miss(&mut self, by: usize, happened: &mut Vec<Action>) {
        happened.push(Action::Missed);
        self.excitement = self.excitement.max(0.7);
        let side = self.players[by].side;
        let goal = [side.forward() * self.rules.goal_x, 0.0];
        if self.rules.keeper {
            let keeper = self.keeper(side.other());
            let saved = (self.ball[1]).abs() < self.rules.goal[0] * 1.15;
            if saved {
                self.take(keeper);
                if let Phase::Held { until, .. } = &mut self.phase {
                    *until = self.now + 1.8;
                }
            } else {
                self.phase = Phase::Waiting { until: self.now + 2.2, begins: side.other(), from: Restart::OwnEnd };
            }
            return;
        }
        let again = self.random.chance(0.22);
        let to = self.nearest(goal, if again { side } else { side.other() }, None);
        let target = self.players[to].at;
        self.players[to].leap = Some(Leap { since: self.now, up: 0.45, across: 0.0 });
        self.fly([target[0], target[1], 2.1], 0.75, 0.6, Aim::Pass { to });
    }

    /// The game goes on after it stood.
    fn begin(&mut self, begins: Side, from: Restart, happened: &mut Vec<Action>) {
        self.attack = begins;
        self.since = self.now;
        self.passes = 0;
        for player in &mut self.players {
            player.pose = Pose::Playing;
        }
        let by = match from {
            Restart::Middle { .. } => {
                happened.push(Action::Whistle);
                self.nearest([0.0, 0.0], begins, None)
            }
            Restart::OwnEnd if self.rules.keeper => self.keeper(begins),
            Restart::OwnEnd => self.nearest([-begins.forward() * self.rules.half[0], 0.0], begins, None),
        };
        self.phase = Phase::Held { by, until: self.now + 0.7, driving: false };
    }

    pub(crate) fn fly(&mut self, to: Place, length: f32, arc: f32, aim: Aim) {
        self.phase = Phase::Flying(Flight { from: self.ball, to, start: self.now, length: length.max(0.1), arc, aim });
    }

    /// The crowd warms up as the ball comes near a goal, and cools down slowly.
    fn feel(&mut self, dt: f32) {
        let near = (self.ball[0].abs() / self.rules.goal_x - 0.45).clamp(0.0, 0.55);
        let rest = 0.12 + 0.5 * near;
        let rate = if self.excitement > rest { 0.16 } else { 0.7 };
        self.excitement += (rest - self.excitement) * rate * dt;
    }

    fn keeper(&self, side: Side) -> usize {
        side.index() * self.rules.formation.len()
    }

    /// The player of a team closest to a place; a keeper stays where keepers stay.
    pub(crate) fn nearest(&self, [x, y]: [f32; 2], side: Side, but: Option<usize>) -> usize {
        let away = |index: &usize| {
            let [px, py] = self.players[*index].at;
            (px - x).hypot(py - y)
        };
        let fit = |index: &usize| {
            let player = &self.players[*index];
            player.side == side && Some(*index) != but && !(self.rules.keeper && player.place == 0)
        };
        let candidates = (0..self.players.len()).filter(fit);
        candidates.min_by(|one, two| away(one).total_cmp(&away(two))).unwrap_or(0)
    }
}

impl Flight {
    fn at(&self, share: f32) -> Place {
        let straight: Place = std::array::from_fn(|axis| self.from[axis] + (self.to[axis] - self.from[axis]) * share);
        [straight[0], straight[1], straight[2] + 4.0 * self.arc * share * (1.0 - share)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::tests::a_match;

    fn played(game: &Match) -> (Play, Vec<Action>) {
        let mut play = Play::new(game);
        let mut happened = Vec::new();
        for _ in 0..game.seconds * 25 {
            play.step(0.04, &mut happened);
            let [long, wide] = play.rules.half;
            for player in &play.players {
                let [x, y] = player.at;
                assert!(x.abs() <= long + 3.0 && y.abs() <= wide + 2.0, "{:?} ran off to {x} {y}", game.sport);
            }
            assert!(play.ball[0].abs() < long + 6.0 && play.ball[1].abs() < wide + 4.0, "{:?}", play.ball);
            assert!(play.ball[2] >= -0.01 && play.ball[2] < 16.0);
        }
        (play, happened)
    }

    #[test]
    fn a_match_ends_as_it_is_known_to_end() {
        for sport in Sport::ALL {
            for seed in 0..12 {
                let points = if sport == Sport::Basketball { [11, 9] } else { [1, 2] };
                let game = Match { seed, points, seconds: 240, ..a_match(sport) };
                let (play, happened) = played(&game);
                assert_eq!(play.score, [game.score[0] + points[0], game.score[1] + points[1]], "{sport:?} {seed}");
                assert!(happened.contains(&Action::Whistle));
            }
        }
    }

    #[test]
    fn both_teams_play() {
        for sport in Sport::ALL {
            let mut play = Play::new(&Match { points: [0, 0], ..a_match(sport) });
            let mut seconds = [0.0; 2];
            for _ in 0..4 * 60 * 25 {
                play.step(0.04, &mut Vec::new());
                seconds[play.attack.index()] += 0.04;
            }
            assert!(seconds.iter().all(|share| *share > 50.0), "{sport:?} {seconds:?}");
        }
    }
}
