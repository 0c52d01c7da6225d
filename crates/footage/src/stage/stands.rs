//! Boards and the people behind them. Nobody in particular: every seat has its own shirt, skin and hair by its place.

use super::Seen;
use super::ground::patches;
use super::rink::CORNER;
use crate::camera::Lens;
use crate::colour::{Light, Rgb};
use crate::font::{HEIGHT, Lettering};
use crate::random::at_place;
use crate::script::Match;
use crate::sport::Sport;

/// Sitting, stirred, on their feet with their arms up.
pub(super) const MOODS: usize = 3;

pub(super) struct Stands {
    /// Behind the middle of the field.
    board: f32,
    board_high: f32,
    /// Between the boards and the first seats, and how steep and deep the stands are.
    gap: f32,
    slope: f32,
    deep: f32,
    /// Where the seats behind the goals begin.
    pub(super) end: f32,
    seat: [f32; 2],
    glass: bool,
    shirts: [Light; 2],
    panels: [(Light, Light, Lettering); 3],
}

impl Stands {
    pub(super) fn new(game: &Match) -> Self {
        let far = game.sport.rules().half[1];
        let [board, board_high, gap, slope, deep] = match game.sport {
            Sport::Soccer => [far + 4.0, 1.5, 3.0, 0.6, 30.0],
            Sport::Basketball => [far + 2.4, 0.85, 0.9, 0.55, 14.0],
            Sport::IceHockey => [far, 1.15, 1.4, 0.55, 18.0],
            Sport::Handball => [far + 3.0, 0.9, 1.2, 0.55, 20.0],
        };
        let beyond = if game.sport == Sport::Soccer { 5.5 } else { 2.8 };
        let seat = if game.sport == Sport::Soccer { [0.72, 0.95] } else { [0.62, 0.85] };
        let ice = game.sport == Sport::IceHockey;
        let paper = |dark: Rgb| if ice { Rgb(0xf3f6f9) } else { dark };
        let panel = |text: &str, back: Rgb, ink: Rgb| (back.light(), ink.light(), Lettering::new(text));
        let host = &game.teams[1];
        Self {
            board,
            board_high,
            gap,
            slope,
            deep,
            end: game.sport.rules().half[0] + beyond,
            seat,
            glass: ice,
            shirts: [game.teams[0].shirt.light(), host.shirt.light()],
            panels: [
                panel(&game.channel, paper(Rgb(0x101624)), if ice { game.accent } else { Rgb::WHITE }),
                panel(&host.name, host.shirt, host.light),
                panel("Touchline", paper(Rgb(0x0d2230)), if ice { Rgb(0x17202e) } else { Rgb(0x7fd6ff) }),
            ],
        }
    }

    /// What a row of the picture shows, and how far behind the middle of the field that is.
    pub(super) fn seen(&self, lens: &Lens, row: f32) -> (Seen, f32) {
        let below = row - lens.horizon;
        let ground = lens.focal * lens.height / below.max(1e-3) - lens.distance;
        if ground < self.board {
            return (Seen::Ground(ground), ground);
        }
        let up = |y: f32| lens.height - below * (y + lens.distance) / lens.focal;
        if up(self.board) < self.board_high {
            return (Seen::Board(up(self.board)), self.board);
        }
        let first = self.board + self.gap;
        let [rise, run] = [lens.height - self.board_high * 0.6, first + lens.distance];
        let deep = (lens.focal * rise - below * run) / (below + lens.focal * self.slope);
        if deep < 0.0 {
            return (Seen::Board(up(self.board).min(self.board_high * 2.0)), self.board);
        }
        if deep < self.deep {
            return (Seen::Stand(deep), first + deep);
        }
        let wall = first + self.deep;
        (Seen::Wall(up(wall)), wall)
    }

    pub(super) fn colour(&self, seen: Seen, x: f32, mood: usize) -> Light {
        match seen {
            Seen::Board(up) => self.board(x, up),
            Seen::Stand(deep) => self.stand(x, deep, mood),
            Seen::Ground(_) | Seen::Wall(_) => Rgb(0x0c1018).light(),
        }
    }

    /// Seats behind the goals, as flat as the ground: nobody looks at them for long.
    pub(super) fn end_stand(&self, x: f32, y: f32) -> Light {
        let out = x.abs() - self.end;
        if out < 0.5 {
            return Rgb(0x2a3240).light();
        }
        self.stand(x, (y + self.board + 6.0) * 0.42, 0).times((1.5 - 0.05 * out).max(0.5))
    }

    fn board(&self, x: f32, up: f32) -> Light {
        let share = up / self.board_high;
        if self.glass && x.abs() > self.end - 2.8 - CORNER {
            return Rgb(0x1a2029).light();
        }
        if share > 1.0 {
            // Behind the top of the boards: a dark walk, seen through glass where there is ice.
            return if self.glass { Rgb(0x39424f).light() } else { Rgb(0x0e131c).light() };
        }
        if self.glass && share < 0.16 {
            return Rgb(0xe7b92f).light();
        }
        if share > 0.93 {
            return Rgb(0x3a4250).light();
        }
        let wide = self.board_high * 7.5;
        let panel = (x / wide).floor();
        let (back, ink, text) = &self.panels[(panel as i32).rem_euclid(3) as usize];
        let unit = self.board_high * 0.5 / HEIGHT;
        let [across, down] =
            [(x - (panel + 0.5) * wide) / unit + text.width / 2.0, (0.8 - share) * self.board_high / unit];
        if text.covers(across, down) { *ink } else { back.times(1.0 - 0.12 * share) }
    }

    /// A step of concrete, a seat, and mostly a spectator in it.
    fn stand(&self, x: f32, deep: f32, mood: usize) -> Light {
        let [wide, row_deep] = self.seat;
        let row = (deep / row_deep).floor();
        let up = deep / row_deep - row;
        let tier = (deep / (row_deep * 12.0)).floor() as i32;
        let light = (0.86 - 0.03 * row).max(0.34) + 0.05 * patches(x, deep, 9.0, 20);
        if row as i32 % 12 == 11 {
            // The front of the upper tier carries a ribbon of light.
            let lit = up > 0.35 && up < 0.75;
            return if lit {
                self.panels[1].0.mix(self.panels[0].0, 0.3 + 0.1 * tier as f32)
            } else {
                Rgb(0x0d1119).light()
            };
        }
        let aisle = x.rem_euclid(wide * 16.0) < wide * 1.2;
        if aisle {
            return Rgb(if up < 0.5 { 0x2b313c } else { 0x1e232c }).light().times(light);
        }
        let across = x / wide + 0.5 * (row as i32 % 2) as f32;
        let column = across.floor();
        // Heads of one row stand before the feet of the next.
        let below = self.person(column, row - 1.0, across - column, up + 1.0, mood);
        let here = || self.person(column, row, across - column, up, mood);
        let seat = Rgb(if up < 0.45 { 0x252b37 } else { 0x171b23 }).light();
        below.or_else(here).unwrap_or(seat).times(light)
    }

    /// The spectator at a seat, in the seat's own measure: `u` across from 0 to 1, `v` up from the floor.
    fn person(&self, column: f32, row: f32, u: f32, v: f32, mood: usize) -> Option<Light> {
        let chance = |what| at_place(column as i32, row as i32, what);
        if row < 0.0 || chance(30) > 0.9 || (row as i32).rem_euclid(12) == 11 {
            return None;
        }
        let eager = chance(31);
        let rise = match mood {
            0 => 0.0,
            1 => 0.1 * f32::from(eager > 0.6),
            _ => 0.12 + 0.3 * eager,
        };
        let lean = (chance(32) - 0.5) * 0.2;
        let [dx, v] = [u - 0.5 - lean, v - rise];
        let skin = [0xf0c8a4, 0xd8a47c, 0xa97348, 0x6f4a30][(chance(33) * 4.0) as usize];
        let skin = Rgb(skin).light();
        let head = 0.9;
        let [hx, hy] = [dx / 0.24, (v - head) / 0.23];
        if hx * hx + hy * hy < 1.0 {
            let hair = [0x1d1713, 0x3a2617, 0x6b4a2a, 0xb08a50, 0x8a8a8c][(chance(34) * 5.0) as usize];
            return Some(if hy > 0.25 + hx * hx * 0.3 { Rgb(hair).light() } else { skin });
        }
        let arms = mood == 2 && eager > 0.35;
        if arms && v > 0.5 && v < 1.25 && (dx.abs() - 0.33 - 0.06 * (v - 0.5)).abs() < 0.07 {
            return Some(if v > 0.95 { skin } else { self.shirt(&chance) });
        }
        let [bx, by] = [dx / 0.42, (v - 0.27) / 0.44];
        (bx * bx + by * by < 1.0 && v > 0.0).then(|| self.shirt(&chance).times(0.92 + 0.2 * by))
    }

    /// The hosts' colour prevails; some came with the guests.
    fn shirt(&self, chance: &dyn Fn(u32) -> f32) -> Light {
        let tone = 0.8 + 0.35 * chance(36);
        let plain = [0xd9dde3, 0x8f98a6, 0x39404c, 0x6d7f9c, 0xa05a4a, 0xc9b27c, 0x4f6b58, 0x23272f];
        match chance(35) {
            share if share < 0.42 => self.shirts[1].mix(Light([1.0; 3]), 0.08).times(tone),
            share if share < 0.52 => self.shirts[0].times(tone),
            _ => Rgb(plain[(chance(37) * 8.0) as usize]).light().times(tone),
        }
    }
}
