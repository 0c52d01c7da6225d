//! What a player does with the ball: keep it, pass it, or try.

use super::{Aim, Leap, Phase, Play};
use crate::action::Action;
use crate::script::Score;
use crate::sport::Sport;

impl Play {
    /// Points that the script wants by now.
    fn due(&self) -> Option<Score> {
        self.script.last().filter(|score| score.due <= self.now).copied()
    }

    pub(super) fn choose(&mut self, by: usize, driving: bool, happened: &mut Vec<Action>) {
        let side = self.players[by].side;
        let due = self.due();
        // Points are due for the others: they win the ball.
        if due.is_some_and(|score| score.side != side) && self.passes > 0 {
            return self.pass(by, Some(side.other()), happened);
        }
        let wanted = due.filter(|score| score.side == side);
        let is_keeper = self.rules.keeper && self.players[by].place == 0;
        let [x, y] = self.players[by].at;
        let [gx, gy] = [side.forward() * self.rules.goal_x - x, -y];
        let away = gx.hypot(gy);
        if self.sport == Sport::Basketball {
            return self.choose_on_court(by, wanted, away, driving, happened);
        }
        // From the very corner nobody sees the goal.
        let open = away < self.rules.range && gy.abs() < gx.abs() * 2.2 + 1.0 && !is_keeper;
        if open && (wanted.is_some() || self.random.chance(0.4)) {
            return self.shoot(by, wanted.map(|score| score.points), happened);
        }
        let free = self.pressed(by) > 3.5;
        let drive = if wanted.is_some() { 0.45 } else { 0.25 };
        if free && !is_keeper && self.random.chance(drive) {
            let until = self.now + self.random.between(0.5, 1.3);
            self.phase = Phase::Held { by, until, driving: true };
            return;
        }
        let lost = wanted.is_none() && !is_keeper && self.random.chance(0.17);
        self.pass(by, lost.then_some(side.other()), happened);
    }

    /// A possession on the court: up the floor, around the arc, then a shot from far or near.
    fn choose_on_court(
        &mut self,
        by: usize,
        wanted: Option<Score>,
        away: f32,
        driving: bool,
        happened: &mut Vec<Action>,
    ) {
        let side = self.players[by].side;
        let across = self.players[by].at[0] * side.forward();
        if across < 2.5 {
            // Still on the way up.
            self.phase = Phase::Held { by, until: self.now + 0.3, driving: false };
            return;
        }
        let held = self.now - self.since;
        let far = away > 6.9;
        let ready = held > 6.0 && self.passes >= 2;
        match wanted {
            Some(score) if score.points > 2 && far && away < self.rules.range && self.passes > 0 => {
                return self.shoot(by, Some(score.points), happened);
            }
            Some(score) if score.points <= 2 && away < 5.6 => return self.shoot(by, Some(score.points), happened),
            Some(score) if score.points <= 2 && !driving && self.passes > 0 => return self.drive(by),
            None if ready && away < self.rules.range && (driving || self.random.chance(0.45)) => {
                return self.shoot(by, None, happened);
            }
            None if ready && self.random.chance(0.4) => return self.drive(by),
            _ => {}
        }
        let lost = wanted.is_none() && self.passes > 1 && self.random.chance(0.05);
        self.pass(by, lost.then_some(side.other()), happened);
    }

    fn drive(&mut self, by: usize) {
        let until = self.now + self.random.between(0.7, 1.1);
        self.phase = Phase::Held { by, until, driving: true };
    }

    fn shoot(&mut self, by: usize, points: Option<u32>, happened: &mut Vec<Action>) {
        let side = self.players[by].side;
        let [x, y] = self.players[by].at;
        let goal = [side.forward() * self.rules.goal_x, 0.0];
        let away = (goal[0] - x).hypot(y);
        self.players[by].facing = (goal[1] - y).atan2(goal[0] - x);
        happened.push(Action::Struck(1.0));
        self.excitement = self.excitement.max(0.55);
        if self.sport == Sport::Basketball {
            self.players[by].leap = Some(Leap { since: self.now - 0.15, up: 0.5, across: 0.0 });
            self.ball[2] = 2.5;
            let off = if points.is_some() { 0.0 } else { self.random.between(0.18, 0.3) * side.forward() };
            let to = [goal[0] - off, off * 0.7, self.rules.goal[1]];
            let near = away < 2.6;
            let arc = if near { 0.45 } else { 0.9 + 0.14 * away };
            self.fly(to, if near { 0.55 } else { 0.6 + away * 0.085 }, arc, Aim::Goal { by, points });
            return;
        }
        let [half, high] = self.rules.goal;
        let corner = if self.random.chance(0.5) { 1.0 } else { -1.0 };
        let width = match points {
            Some(_) => self.random.between(0.62, 0.88),
            None if self.random.chance(0.6) => self.random.between(0.2, 0.8),
            None => self.random.between(1.3, 2.4),
        };
        let across = corner * width * half;
        let keeper = self.keeper(side.other());
        // Beaten keepers dive too, just not far enough or to the other side.
        let dive = if points.is_none() { across } else { across * self.random.between(-0.5, 0.55) };
        self.players[keeper].leap =
            Some(Leap { since: self.now + 0.1, up: 0.35, across: dive - self.players[keeper].at[1] });
        let deep = if points.is_some() {
            0.9
        } else if width > 1.0 {
            1.8
        } else {
            -0.6
        };
        let up = high * self.random.between(0.12, 0.75);
        let to = [goal[0] + side.forward() * deep, across, up];
        self.fly(to, away / self.rules.shot_speed, 0.012 * away, Aim::Goal { by, points });
    }

    /// To a mate, or by mistake to one of the others.
    fn pass(&mut self, by: usize, stolen_by: Option<crate::script::Side>, happened: &mut Vec<Action>) {
        let to = match stolen_by {
            Some(side) => self.nearest(self.players[by].at, side, None),
            None => self.mate(by),
        };
        self.passes += 1;
        let [from, target] = [&self.players[by], &self.players[to]];
        let away = (target.at[0] - from.at[0]).hypot(target.at[1] - from.at[1]);
        let length = (away / self.rules.pass_speed).max(0.28);
        let [long, wide] = self.rules.half;
        let lead = |axis: usize, most: f32| {
            (target.at[axis] + target.speed[axis] * length * 0.8).clamp(0.6 - most, most - 0.6)
        };
        let [arc, up] = match self.sport {
            Sport::Soccer if away > 26.0 => [away * 0.13, 0.2],
            Sport::Soccer => [0.15, 0.11],
            Sport::IceHockey => [0.0, 0.03],
            Sport::Basketball | Sport::Handball => [0.25 + away * 0.03, 1.35],
        };
        let to_place = [lead(0, long), lead(1, wide), up];
        self.players[by].facing = (to_place[1] - self.players[by].at[1]).atan2(to_place[0] - self.players[by].at[0]);
        if matches!(self.sport, Sport::Basketball | Sport::Handball) {
            self.ball[2] = 1.4;
        }
        happened.push(Action::Struck((away / 40.0).clamp(0.15, 0.8)));
        let length = if arc > 2.0 { length * 1.5 } else { length };
        self.fly(to_place, length, arc, Aim::Pass { to });
    }

    /// The best placed mate, with a little luck.
    fn mate(&mut self, by: usize) -> usize {
        let side = self.players[by].side;
        let [x, y] = self.players[by].at;
        let [near, far] = match self.sport {
            Sport::Soccer => [6.0, 32.0],
            Sport::IceHockey => [3.0, 20.0],
            Sport::Basketball | Sport::Handball => [2.5, 9.5],
        };
        let mut best = (by, f32::MIN);
        for index in 0..self.players.len() {
            let mate = &self.players[index];
            if index == by || mate.side != side || (self.rules.keeper && mate.place == 0) {
                continue;
            }
            let [dx, dy] = [(mate.at[0] - x) * side.forward(), mate.at[1] - y];
            let away = dx.hypot(dy);
            let fit = -((near - away).max(0.0) + (away - far).max(0.0)) / near;
            let forward = if self.sport == Sport::Basketball { 0.0 } else { dx / far * 1.3 };
            let worth = fit + forward + self.pressed(index).min(8.0) / 8.0 + self.random.unit() * 0.9;
            if worth > best.1 {
                best = (index, worth);
            }
        }
        best.0
    }

    /// How far the nearest opponent is.
    pub(super) fn pressed(&self, player: usize) -> f32 {
        let [x, y] = self.players[player].at;
        let opponent = &self.players[self.nearest([x, y], self.players[player].side.other(), None)];
        (opponent.at[0] - x).hypot(opponent.at[1] - y)
    }
}
