//! The graphics over the picture: score and clock, the channel's mark, the scorer, and the wipe between two rounds.

use crate::colour::Rgb;
use crate::font::{self, Letters};
use crate::picture::{Picture, Point};
use crate::script::{Match, Side};

const NIGHT: Rgb = Rgb(0x0b0f18);
const SNOW: Rgb = Rgb(0xf5f7fa);
const LIVE: Rgb = Rgb(0xd3122a);
/// How long a score stays announced, and the teams at the start.
const ANNOUNCED: f32 = 5.0;
/// Half of a wipe.
const WIPE: f32 = 0.7;

/// What was scored last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scored {
    pub(crate) side: Side,
    pub(crate) points: u32,
    pub(crate) ago: f32,
}

pub(crate) struct Graphics<'a> {
    pub(crate) game: &'a Match,
    pub(crate) shirts: [Rgb; 2],
    /// Rows of the picture for one of 720.
    pub(crate) unit: f32,
    pub(crate) seconds: f32,
    pub(crate) score: [u32; 2],
    pub(crate) scored: Option<Scored>,
    pub(crate) letters: &'a mut Letters,
}

/// Quick at first, then gently into place.
fn eased(share: f32) -> f32 {
    1.0 - (1.0 - share.clamp(0.0, 1.0)).powi(3)
}

impl Graphics<'_> {
    pub(crate) fn draw(&mut self, picture: &mut Picture) {
        if let Some(scored) = self.scored.filter(|scored| scored.ago < 0.3) {
            let all = [picture.width as f32, picture.height as f32];
            // Once and briefly: a light, not a flicker.
            let strength = if self.announces(scored) { 0.32 } else { 0.0 };
            picture.bar([0.0, 0.0], all, SNOW.yuv().at(strength * (1.0 - scored.ago / 0.3)));
        }
        self.bug(picture);
        self.mark(picture);
        match self.scored {
            Some(scored) if self.announces(scored) && scored.ago < ANNOUNCED => self.goal(picture, scored),
            _ => self.opening(picture),
        }
        if self.game.live.is_some() {
            self.wipe(picture);
        }
    }

    /// Baskets fall too often to be announced one by one.
    fn announces(&self, scored: Scored) -> bool {
        scored.points == 1
    }

    /// A bar with slanted ends; `left` and `top` are its upper left corner before slanting.
    fn slant(&self, picture: &mut Picture, [left, top]: Point, [wide, high]: [f32; 2], colour: Rgb, alpha: f32) {
        let shift = high * 0.28;
        let corners = [[left + shift, top], [left + wide + shift, top], [left + wide, top + high], [left, top + high]];
        picture.convex(&corners, colour.yuv().at(alpha));
    }

    /// Where the score of a team stands: left, top, right, bottom.
    pub(crate) fn score_box(unit: f32, side: Side) -> [f32; 4] {
        let left = (44.0 + 150.0 * side.index() as f32 + 86.0) * unit;
        [left, 34.0 * unit, left + 56.0 * unit, 74.0 * unit]
    }

    fn bug(&mut self, picture: &mut Picture) {
        let unit = self.unit;
        let [top, high] = [34.0 * unit, 40.0 * unit];
        picture.bar([44.0 * unit, top], [484.0 * unit, top + high], NIGHT.yuv().at(0.94));
        let size = 20.0 * unit;
        let text_top = top + (high - size) / 2.0;
        for side in Side::BOTH {
            let team = &self.game.teams[side.index()];
            let left = (44.0 + 150.0 * side.index() as f32) * unit;
            picture.bar([left, top], [left + 8.0 * unit, top + high], self.shirts[side.index()].yuv());
            self.letters.centred(picture, &team.code, [left + 47.0 * unit, text_top], size, SNOW.yuv());
            let fresh = self.scored.filter(|scored| scored.side == side && scored.ago < 3.0);
            let [box_left, box_top, right, bottom] = Self::score_box(unit, side);
            let back = if fresh.is_some() { self.game.accent } else { Rgb(0x1b2333) };
            picture.bar([box_left, box_top], [right, bottom], back.yuv());
            let score = self.score[side.index()].to_string();
            self.letters.centred(
                picture,
                &score,
                [(box_left + right) / 2.0, text_top - 1.0 * unit],
                size * 1.1,
                Rgb::WHITE.yuv(),
            );
            if let Some(Scored { points, .. }) = fresh.filter(|scored| scored.points > 1) {
                let below = bottom + 6.0 * unit;
                picture.bar([box_left, below], [right, below + 30.0 * unit], self.game.accent.yuv().at(0.95));
                let middle = [(box_left + right) / 2.0, below + 7.0 * unit];
                self.letters.centred(picture, &format!("+{points}"), middle, 16.0 * unit, SNOW.yuv());
            }
        }
        let clock = self.game.clock_after(self.seconds as u32);
        let clock = format!("{}:{:02}", clock / 60, clock % 60);
        self.letters.centred(
            picture,
            &self.game.period,
            [372.0 * unit, text_top + 2.0 * unit],
            size * 0.8,
            Rgb(0x9fb0c8).yuv(),
        );
        self.letters.centred(picture, &clock, [440.0 * unit, text_top], size, Rgb(0xffe9a8).yuv());
    }

    /// The channel's mark, and that it is live.
    fn mark(&mut self, picture: &mut Picture) {
        let unit = self.unit;
        let size = 17.0 * unit;
        let width = font::width(&self.game.channel, size);
        let right = picture.width as f32 - 44.0 * unit;
        let [left, top] = [right - width, 46.0 * unit];
        self.letters.write(picture, &self.game.channel, [left + unit, top + unit], size, Rgb::BLACK.yuv().at(0.45));
        self.letters.write(picture, &self.game.channel, [left, top], size, SNOW.yuv().at(0.95));
        let square = 30.0 * unit;
        let corner = [left - square - 12.0 * unit, 39.0 * unit];
        picture.bar(corner, [corner[0] + square, corner[1] + square], self.game.accent.yuv());
        let letter: String = self.game.channel.chars().take(1).collect();
        self.letters.centred(
            picture,
            &letter,
            [corner[0] + square / 2.0, corner[1] + 7.0 * unit],
            16.0 * unit,
            SNOW.yuv(),
        );
        let Some(live) = &self.game.live else { return };
        let wide = font::width(live, 14.0 * unit) + 41.0 * unit;
        let chip = [corner[0] - wide - 12.0 * unit, corner[1]];
        picture.bar(chip, [chip[0] + wide, chip[1] + square], LIVE.yuv());
        // The only thing that never stops moving, as on the pages.
        let beat = 0.55 + 0.45 * (self.seconds * std::f32::consts::PI).sin().abs();
        picture.disc([chip[0] + 16.0 * unit, chip[1] + square / 2.0], 4.5 * unit, SNOW.yuv().at(beat));
        self.letters.write(picture, live, [chip[0] + 29.0 * unit, chip[1] + 8.0 * unit], 14.0 * unit, SNOW.yuv());
    }

    fn goal(&mut self, picture: &mut Picture, scored: Scored) {
        let unit = self.unit;
        let team = &self.game.teams[scored.side.index()];
        let colour = self.shirts[scored.side.index()];
        let ink = if colour.brightness() > 0.6 { NIGHT } else { SNOW };
        let [arrive, leave] = [eased(scored.ago / 0.5), eased((scored.ago - ANNOUNCED + 0.5) / 0.5)];
        let late = eased((scored.ago - 0.15) / 0.5);
        let away = 900.0 * unit;
        let [top, high] = [540.0 * unit, 92.0 * unit];
        let left = 44.0 * unit - away * (1.0 - arrive + leave);
        let name = font::width(&team.name, 34.0 * unit);
        let second = left + 262.0 * unit - away * (1.0 - late);
        self.slant(picture, [second, top], [name + 210.0 * unit, high], NIGHT, 0.94);
        self.letters.write(picture, &team.name, [second + 54.0 * unit, top + 29.0 * unit], 34.0 * unit, SNOW.yuv());
        let score = format!("{}-{}", self.score[0], self.score[1]);
        self.letters.write(
            picture,
            &score,
            [second + name + 96.0 * unit, top + 31.0 * unit],
            30.0 * unit,
            Rgb(0xffe9a8).yuv(),
        );
        self.slant(picture, [left, top], [270.0 * unit, high], colour, 1.0);
        self.slant(picture, [left - 2.0 * unit, top + high], [name + 474.0 * unit, 7.0 * unit], self.game.accent, 1.0);
        self.letters.centred(
            picture,
            &self.game.goal,
            [left + 148.0 * unit, top + 19.0 * unit],
            54.0 * unit,
            ink.yuv(),
        );
    }

    /// The names of the teams, for the first seconds.
    fn opening(&mut self, picture: &mut Picture) {
        let seconds = self.seconds - 0.9;
        if !(0.0..ANNOUNCED).contains(&seconds) {
            return;
        }
        let unit = self.unit;
        let shown = eased(seconds / 0.5) - eased((seconds - ANNOUNCED + 0.5) / 0.5);
        let [top, high] = [556.0 * unit, 72.0 * unit];
        let middle = picture.width as f32 / 2.0;
        let size = 28.0 * unit;
        for side in Side::BOTH {
            let team = &self.game.teams[side.index()];
            let wide = font::width(&team.name, size) + 90.0 * unit;
            let out = (1.0 - shown) * (middle + wide);
            let (left, bar) = match side {
                Side::Away => (middle - 34.0 * unit - wide - out, middle - 34.0 * unit - wide - out),
                Side::Home => (middle + 34.0 * unit + out, middle + 34.0 * unit + out + wide - 16.0 * unit),
            };
            self.slant(picture, [left, top], [wide, high], NIGHT, 0.92);
            self.slant(picture, [bar, top], [16.0 * unit, high], self.shirts[side.index()], 1.0);
            self.letters.centred(
                picture,
                &team.name,
                [left + wide / 2.0 + 10.0 * unit, top + 22.0 * unit],
                size,
                SNOW.yuv(),
            );
        }
        self.slant(picture, [middle - 36.0 * unit, top], [72.0 * unit, high], self.game.accent, shown);
        self.letters.centred(
            picture,
            "AT",
            [middle + 10.0 * unit, top + 26.0 * unit],
            20.0 * unit,
            SNOW.yuv().at(shown),
        );
    }

    /// Bars in the channel's colours that cover the picture at its end and leave it at its start: the seam between two
    /// rounds is under them.
    fn wipe(&mut self, picture: &mut Picture) {
        let left = self.game.seconds as f32 - self.seconds;
        // From -1 (nothing yet) over 0 (all covered) to 1 (gone again).
        let moment = if left < WIPE { -(left / WIPE) } else { self.seconds / WIPE };
        if moment.abs() >= 1.0 {
            return;
        }
        let [wide, high] = [picture.width as f32, picture.height as f32];
        for (bar, colour) in [self.game.accent, NIGHT].into_iter().enumerate() {
            // The second bar is a little later to come and earlier to go.
            let late = bar as f32 * 0.12;
            let share = if moment < 0.0 { (-moment + late).min(1.0) } else { -(moment + late).min(1.0) };
            let eased = share.signum() * (share.abs() - 0.25).max(0.0) / 0.75;
            let offset = -eased * (wide + high * 0.3);
            let corners = [
                [offset - 2.0, -2.0],
                [offset + wide + high * 0.29, -2.0],
                [offset + wide + 2.0, high + 2.0],
                [offset - high * 0.29, high + 2.0],
            ];
            picture.convex(&corners, colour.yuv());
            if bar == 1 {
                let size = 56.0 * self.unit;
                let middle = [offset + wide / 2.0, (high - size) / 2.0];
                self.letters.centred(picture, &self.game.channel, middle, size, SNOW.yuv());
                let half = font::width(&self.game.channel, size) / 2.0;
                let below = (high + size) / 2.0 + 26.0 * self.unit;
                picture.bar(
                    [middle[0] - half, below],
                    [middle[0] + half, below + 6.0 * self.unit],
                    self.game.accent.yuv(),
                );
            }
        }
    }
}
