//! Where everybody runs: each to a place that depends on the ball, on its carrier, and on a habit of their own.

use super::{Aim, LEAP, Phase, Play, Pose, Restart};
use crate::script::Side;
use crate::sport::{Rules, Sport};

/// A share of the field, for a team that plays to the right, as a place.
pub(super) fn on_field(rules: &Rules, side: Side, [along, across]: [f32; 2]) -> [f32; 2] {
    let way = side.forward();
    [along * rules.half[0] * way, across * rules.half[1] * way]
}

/// Around the arc, from the hoop: along and across.
const AROUND: [[f32; 2]; 5] = [[7.6, 0.3], [5.6, -5.2], [5.4, 5.3], [1.6, -6.4], [2.4, 2.6]];

struct Wish {
    to: [f32; 2],
    /// A share of the fastest run.
    haste: f32,
    pose: Pose,
}

impl Play {
    pub(super) fn run(&mut self, dt: f32) {
        let chaser = self.nearest([self.ball[0], self.ball[1]], self.attack.other(), None);
        for index in 0..self.players.len() {
            let wish = self.wish(index, chaser);
            let push = self.apart(index);
            self.steer(index, &wish, push, dt);
        }
    }

    fn wish(&self, index: usize, chaser: usize) -> Wish {
        let player = &self.players[index];
        let playing = |to: [f32; 2], haste: f32| Wish { to, haste, pose: Pose::Playing };
        if let Phase::Waiting { until, from: Restart::Middle { scored }, .. } = self.phase {
            return self.between_plays(index, scored, until - self.now);
        }
        if let Phase::Flying(flight) = self.phase
            && flight.aim == (Aim::Pass { to: index })
        {
            return playing([flight.to[0], flight.to[1]], 1.0);
        }
        if self.rules.keeper && player.place == 0 {
            return Wish { to: self.keepers_place(player.side), haste: 0.6, pose: Pose::Guarding };
        }
        if let Phase::Held { by, driving, .. } = self.phase
            && by == index
        {
            return playing(self.way_to_goal(index), if driving { 1.0 } else { 0.62 });
        }
        if self.sport == Sport::Basketball {
            return self.on_court(index);
        }
        if index == chaser {
            // Between the ball and the own goal.
            let back = -player.side.forward();
            return playing([self.ball[0] + back * 1.1, self.ball[1]], 1.0);
        }
        playing(self.in_formation(index), 0.8)
    }

    /// After a goal: its team runs together and cheers, the others walk; then all to where they begin.
    fn between_plays(&self, index: usize, scored: Option<usize>, left: f32) -> Wish {
        let player = &self.players[index];
        let spot = on_field(self.rules, player.side, self.rules.formation[player.place]);
        let back = |haste| Wish { to: spot, haste, pose: Pose::Playing };
        let Some(by) = scored else { return back(0.8) };
        let scorer = &self.players[by];
        let walking = if self.sport == Sport::Handball { 3.0 } else { 6.2 };
        if left < walking || player.side != scorer.side || (self.rules.keeper && player.place == 0) {
            return back(if left < walking { 1.0 } else { 0.28 });
        }
        let way = scorer.side.forward();
        // Towards the near corner, where the camera is.
        let corner = [way * (self.rules.half[0] - 3.0), -self.rules.half[1] * 0.72];
        if index == by {
            return Wish { to: corner, haste: 0.75, pose: Pose::Cheering };
        }
        let around = player.own * std::f32::consts::TAU;
        let to = [scorer.at[0] + 1.3 * around.cos(), scorer.at[1] + 1.0 * around.sin()];
        Wish { to, haste: 0.85, pose: Pose::Cheering }
    }

    fn keepers_place(&self, side: Side) -> [f32; 2] {
        let [half, _] = self.rules.goal;
        let out = if self.sport == Sport::IceHockey { 0.9 } else { 1.6 };
        [-side.forward() * (self.rules.goal_x - out), (self.ball[1] * 0.16).clamp(-half * 0.75, half * 0.75)]
    }

    /// With the ball: to the goal, around players in the way.
    fn way_to_goal(&self, index: usize) -> [f32; 2] {
        let player = &self.players[index];
        let way = player.side.forward();
        let [x, y] = player.at;
        let opponent = &self.players[self.nearest(player.at, player.side.other(), None)];
        let [ox, oy] = [opponent.at[0] - x, opponent.at[1] - y];
        let near = (1.0 - ox.hypot(oy) / 5.0).max(0.0);
        let aside = if oy > 0.0 { -1.0 } else { 1.0 };
        if self.sport == Sport::Basketball {
            let up_court = x * way < 3.0;
            let to = if up_court { [way * 5.5, y * 0.5] } else { [way * (self.rules.goal_x - 1.2), 0.0] };
            let driving = matches!(self.phase, Phase::Held { driving: true, .. });
            // Around the arc until the carrier decides to go in.
            return if up_court || driving {
                to
            } else {
                [x + way * 0.05, y + (self.now * 1.3 + player.own * 6.0).sin()]
            };
        }
        let [long, wide] = self.rules.half;
        let to = [way * self.rules.goal_x, y * 0.4 + aside * near * wide * 0.5];
        [to[0].clamp(2.0 - long, long - 2.0), to[1].clamp(1.5 - wide, wide - 1.5)]
    }

    /// The team moves up and down with the ball, and spreads when it has it.
    fn in_formation(&self, index: usize) -> [f32; 2] {
        let player = &self.players[index];
        let way = player.side.forward();
        let [long, wide] = self.rules.half;
        let [along, across] = self.rules.formation[player.place];
        let ball = [self.ball[0] / long * way, self.ball[1] / wide * way];
        let has = self.attack == player.side;
        let [up, spread, shift] = if has { [0.42, 1.08, 0.16] } else { [0.1, 0.72, 0.4] };
        let habit = |speed: f32, turn: f32| (self.now * speed + (player.own + turn) * 12.0).sin();
        let to = [
            along * 0.72 + ball[0] * 0.62 + up + 0.035 * habit(0.5, 0.1),
            across * spread + ball[1] * shift + 0.05 * habit(0.4, 0.6),
        ];
        // Nobody stands in a goal.
        let to = [to[0].clamp(-0.92, 0.9), to[1].clamp(-0.94, 0.94)];
        on_field(self.rules, player.side, to)
    }

    fn on_court(&self, index: usize) -> Wish {
        let player = &self.players[index];
        let attacks = player.side == self.attack;
        let hoop = [self.attack.forward() * self.rules.goal_x, 0.0];
        // Attackers change places now and then; a defender follows the attacker with the same number.
        let turn = (self.now / 4.5) as usize;
        let [along, across] = AROUND[(player.place + turn) % AROUND.len()];
        let habit = (self.now * 0.9 + player.place as f32 * 2.0).sin() * 0.7;
        let spot = [hoop[0] - self.attack.forward() * (along + habit * 0.5), hoop[1] + across + habit];
        if attacks {
            return Wish { to: spot, haste: 0.85, pose: Pose::Playing };
        }
        let man = &self.players[self.attack.index() * self.rules.formation.len() + player.place];
        let near = (man.at[0] - hoop[0]).abs() < 10.0;
        let [mx, my] = if near { man.at } else { spot };
        let close = if self.holds(man.place, man.side) { 0.2 } else { 0.34 };
        Wish { to: [mx + (hoop[0] - mx) * close, my + (hoop[1] - my) * close], haste: 0.95, pose: Pose::Guarding }
    }

    fn holds(&self, place: usize, side: Side) -> bool {
        matches!(self.phase, Phase::Held { by, .. } if by == side.index() * self.rules.formation.len() + place)
    }

    /// People do not stand in each other.
    fn apart(&self, index: usize) -> [f32; 2] {
        let [x, y] = self.players[index].at;
        let room = self.rules.tall * 0.62;
        let mut push = [0.0; 2];
        for (other, player) in self.players.iter().enumerate() {
            let [dx, dy] = [x - player.at[0], y - player.at[1]];
            let away = dx.hypot(dy);
            if other != index && away < room && away > 1e-3 {
                let force = (room - away) / room * 9.0 / away;
                push = [push[0] + dx * force, push[1] + dy * force];
            }
        }
        push
    }

    fn steer(&mut self, index: usize, wish: &Wish, push: [f32; 2], dt: f32) {
        let rules = self.rules;
        let [bx, by] = [self.ball[0], self.ball[1]];
        let now = self.now;
        let cheering = wish.pose == Pose::Cheering;
        let player = &mut self.players[index];
        let [dx, dy] = [wish.to[0] - player.at[0], wish.to[1] - player.at[1]];
        let away = dx.hypot(dy);
        // Everybody runs at a pace of their own and slows down in time.
        let fastest = rules.speed * wish.haste * (0.92 + 0.16 * player.own);
        let pace = fastest.min(away * 2.2);
        let scale = if away > 0.15 { pace / away } else { 0.0 };
        let change = [dx * scale + push[0] * 0.25 - player.speed[0], dy * scale + push[1] * 0.25 - player.speed[1]];
        let size = change[0].hypot(change[1]).max(1e-3);
        let most = (rules.accelerate * dt).min(size) / size;
        player.speed = [player.speed[0] + change[0] * most, player.speed[1] + change[1] * most];
        if player.leap.is_some_and(|leap| now > leap.since + LEAP * 1.6) {
            player.leap = None;
        }
        player.pose = wish.pose;
        let [long, wide] = rules.half;
        let [x, y] = [player.at[0] + player.speed[0] * dt, player.at[1] + player.speed[1] * dt];
        player.at = [x.clamp(-long - 1.0, long + 1.0), y.clamp(0.4 - wide, wide - 0.4)];
        let speed = player.speed[0].hypot(player.speed[1]);
        player.stride += dt * (1.2 + speed * 1.75).min(13.0) * f32::from(speed > 0.25);
        let look = if speed > 1.2 || cheering {
            player.speed[1].atan2(player.speed[0])
        } else {
            (by - player.at[1]).atan2(bx - player.at[0])
        };
        let turn =
            (look - player.facing + std::f32::consts::PI).rem_euclid(std::f32::consts::TAU) - std::f32::consts::PI;
        player.facing += turn * (7.0 * dt).min(1.0);
    }
}
