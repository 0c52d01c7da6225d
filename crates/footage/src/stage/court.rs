//! The basketball court: planks, painted in the hosts' colours.

use super::ground::{away, lamps, outline, patches, ring, within};
use crate::colour::{Light, Rgb};
use crate::font::{HEIGHT, Lettering};
use crate::random::at_place;
use crate::script::Match;
use crate::sport::Sport;

pub(super) struct Court {
    paint: Light,
    apron: Light,
    host: Lettering,
    channel: Lettering,
}

const LINE: f32 = 0.06;
/// The plank's width, and where its ends are.
const PLANK: [f32; 2] = [0.16, 2.2];

impl Court {
    pub(super) fn new(game: &Match) -> Self {
        let shirt = game.teams[1].shirt;
        Self {
            paint: shirt.mix(Rgb(0xd09a58), 0.12).light(),
            apron: shirt.mix(game.teams[1].shorts, 0.55).light(),
            host: Lettering::new(&game.teams[1].code),
            channel: Lettering::new(&game.channel),
        }
    }

    pub(super) fn colour(&self, x: f32, y: f32) -> Light {
        let [long, wide] = Sport::Basketball.rules().half;
        let light = lamps(x, y, [long * 1.3, wide * 1.7]) * (1.0 + 0.05 * patches(x, y, 4.0, 5));
        let out = (x.abs() - long).max(y.abs() - wide);
        if out > 2.2 {
            return Rgb(0x15181f).light();
        }
        if marked(x, y, long, wide) {
            return Rgb(0xfbf7ee).light().times(light);
        }
        if out > 0.0 {
            return self.apron(x, y, wide).times(light);
        }
        let wood = planks(x, y);
        let key = within(x.abs(), y, [long - 5.8, -2.45, long, 2.45]);
        let disc = away(x, y) < 1.8;
        let colour = if disc || key { self.paint.mix(wood, 0.16) } else { wood };
        let colour = if disc && written(&self.host, x, y, [0.0, 0.0], 0.8) { Rgb(0xfbf7ee).light() } else { colour };
        colour.times(light)
    }

    fn apron(&self, x: f32, y: f32, wide: f32) -> Light {
        let letters = Rgb(0xf6f2e8).light();
        let hit = [-8.5, 0.0, 8.5].iter().any(|at| {
            let text = if *at == 0.0 { &self.host } else { &self.channel };
            written(text, x, y, [*at, wide + 1.05], 0.62)
        });
        if hit { letters } else { self.apron.times(1.0 + 0.03 * patches(x, y, 0.4, 6)) }
    }
}

/// Text on the ground around a place, as high as `size`, to be read from the camera.
pub(super) fn written(text: &Lettering, x: f32, y: f32, [cx, cy]: [f32; 2], size: f32) -> bool {
    let unit = size / HEIGHT;
    // Letters on the ground are seen flat, so they are painted long.
    let stretch = 2.0;
    text.covers((x - cx) / unit + text.width / 2.0, (cy - y) / unit / stretch + HEIGHT / 2.0)
}

fn planks(x: f32, y: f32) -> Light {
    let row = (y / PLANK[0]).floor();
    let shift = at_place(row as i32, 0, 7) * PLANK[1];
    let board = ((x + shift) / PLANK[1]).floor();
    let tone = at_place(row as i32, board as i32, 8);
    let wood = Rgb(0xd9a463).light().mix(Rgb(0xc48c4c).light(), tone);
    let seam = (y / PLANK[0] - row) < 0.07;
    wood.times(if seam { 0.86 } else { 1.0 } * (1.0 + 0.03 * patches(x * 0.25, y, 0.12, 9)))
}

fn marked(x: f32, y: f32, long: f32, wide: f32) -> bool {
    let a = x.abs();
    let hoop = Sport::Basketball.rules().goal_x;
    outline(x, y, [-long, -wide, long, wide], LINE)
        || (a < LINE / 2.0 && y.abs() < wide)
        || ring(x, y, [0.0, 0.0], 1.8, LINE)
        || (outline(a, y, [long - 5.8, -2.45, long + 1.0, 2.45], LINE) && a < long)
        || (ring(a, y, [long - 5.8, 0.0], 1.8, LINE) && a < long - 5.8)
        || (ring(a, y, [hoop, 0.0], 6.75, LINE) && a < long - 2.99)
        || ((y.abs() - 6.6).abs() < LINE / 2.0 && a > long - 2.99 && a < long)
        || (ring(a, y, [hoop, 0.0], 1.25, LINE) && a < hoop)
}
