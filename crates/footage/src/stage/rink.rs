//! The ice: rounded corners, lines under it, scratches on it.

use super::court::written;
use super::ground::{away, lamps, patches, ring};
use crate::colour::{Light, Rgb};
use crate::font::Lettering;
use crate::script::Match;
use crate::sport::Sport;

pub(super) struct Rink {
    host: Lettering,
    shirt: Light,
    channel: Lettering,
    accent: Light,
}

/// Radius of the corners.
pub(crate) const CORNER: f32 = 8.0;

impl Rink {
    pub(super) fn new(game: &Match) -> Self {
        Self {
            host: Lettering::new(&game.teams[1].code),
            shirt: game.teams[1].shirt.light(),
            channel: Lettering::new(&game.channel),
            accent: game.accent.light(),
        }
    }

    pub(super) fn colour(&self, x: f32, y: f32) -> Light {
        let [long, wide] = Sport::IceHockey.rules().half;
        // Negative inside of the boards.
        let [dx, dy] = [x.abs() - long + CORNER, y.abs() - wide + CORNER];
        let out = away(dx.max(0.0), dy.max(0.0)) + dx.max(dy).min(0.0) - CORNER;
        if out > 0.0 {
            return Rgb(0x1a2029).light();
        }
        let ice = Rgb(0xe9f1f8).light().mix(Rgb(0xd5e4f1).light(), 0.5 + 0.5 * patches(x, y, 5.0, 10));
        let scratched = patches(x + 0.6 * y, y * 0.4, 0.35, 11) * patches(x, y, 3.0, 12).max(0.0);
        let painted = self.paint(x, y).map_or(ice, |(paint, share)| ice.mix(paint, share));
        let shade = if out > -0.5 { 0.93 } else { 1.0 };
        painted.times(lamps(x, y, [long * 1.4, wide * 1.6]) * 0.97 * shade + 0.035 * scratched)
    }

    /// What is painted under the ice, and how much of it is seen through.
    fn paint(&self, x: f32, y: f32) -> Option<(Light, f32)> {
        let a = x.abs();
        let [red, blue] = [Rgb(0xc8202f), Rgb(0x1d4fa3)].map(Rgb::light);
        let goal = Sport::IceHockey.rules().goal_x;
        let crease = away(a - goal, y) < 1.8 && a < goal;
        let dots = [[goal - 6.0, 6.7], [7.0, 6.7]];
        if written(&self.host, x, y, [0.0, 0.0], 2.1) {
            return Some((self.shirt, 0.85));
        }
        for side in [-1.0, 1.0] {
            if written(&self.channel, x, y, [side * 13.2, 0.0], 1.2) {
                return Some((self.accent, 0.6));
            }
        }
        if a < 0.15 && (y / 0.5).floor() as i32 % 2 == 0 {
            return Some((Light([1.0; 3]), 0.8));
        }
        if a < 0.15 || (a - goal).abs() < 0.04 {
            return Some((red, 0.85));
        }
        if (a - 7.5 - 1.6).abs() < 0.15 {
            return Some((blue, 0.9));
        }
        if ring(x, y, [0.0, 0.0], 4.5, 0.08) {
            return Some((blue, 0.8));
        }
        if ring(a, y.abs(), dots[0], 4.5, 0.08) || dots.iter().any(|[dx, dy]| away(a - dx, y.abs() - dy) < 0.3) {
            return Some((red, 0.8));
        }
        if crease {
            let edge = away(a - goal, y) > 1.72;
            return Some(if edge { (red, 0.85) } else { (Rgb(0x6fb4e8).light(), 0.6) });
        }
        None
    }
}
