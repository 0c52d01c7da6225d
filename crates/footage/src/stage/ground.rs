//! The ground of each sport, as a colour for every place; and the marks that all of them are made of.

use super::court::Court;
use super::floor::Floor;
use super::pitch::Pitch;
use super::rink::Rink;
use crate::colour::Light;
use crate::random::at_place;
use crate::script::Match;
use crate::sport::Sport;

pub(super) enum Ground {
    Pitch(Pitch),
    Court(Court),
    Rink(Rink),
    Floor(Floor),
}

impl Ground {
    pub(super) fn new(game: &Match) -> Self {
        match game.sport {
            Sport::Soccer => Self::Pitch(Pitch),
            Sport::Basketball => Self::Court(Court::new(game)),
            Sport::IceHockey => Self::Rink(Rink::new(game)),
            Sport::Handball => Self::Floor(Floor::new(game)),
        }
    }

    pub(super) fn colour(&self, x: f32, y: f32) -> Light {
        match self {
            Self::Pitch(pitch) => pitch.colour(x, y),
            Self::Court(court) => court.colour(x, y),
            Self::Rink(rink) => rink.colour(x, y),
            Self::Floor(floor) => floor.colour(x, y),
        }
    }
}

/// Whether a place is on the outline of a box, lines inside.
pub(super) fn outline(x: f32, y: f32, [left, near, right, far]: [f32; 4], line: f32) -> bool {
    within(x, y, [left, near, right, far]) && !within(x, y, [left + line, near + line, right - line, far - line])
}

/// How far it is, without the care that `hypot` takes of huge numbers.
pub(super) fn away(x: f32, y: f32) -> f32 {
    (x * x + y * y).sqrt()
}

pub(super) fn within(x: f32, y: f32, [left, near, right, far]: [f32; 4]) -> bool {
    x >= left && x <= right && y >= near && y <= far
}

pub(super) fn ring(x: f32, y: f32, [cx, cy]: [f32; 2], radius: f32, line: f32) -> bool {
    (away(x - cx, y - cy) - radius).abs() < line / 2.0
}

/// Uneven by nature: smooth noise from -1 to 1, with patches of so many metres.
pub(super) fn patches(x: f32, y: f32, size: f32, what: u32) -> f32 {
    let [x, y] = [x / size, y / size];
    let [left, low] = [x.floor(), y.floor()];
    let corner = |dx: i32, dy: i32| at_place(left as i32 + dx, low as i32 + dy, what);
    let [sx, sy] = [x - left, y - low].map(|part| part * part * (3.0 - 2.0 * part));
    let along = |dy: i32| corner(0, dy) + (corner(1, dy) - corner(0, dy)) * sx;
    (along(0) + (along(1) - along(0)) * sy) * 2.0 - 1.0
}

/// Lamps light the middle better than the corners.
pub(super) fn lamps(x: f32, y: f32, half: [f32; 2]) -> f32 {
    let [x, y] = [x / half[0], y / half[1]];
    1.06 - 0.1 * x * x - 0.14 * y * y
}
