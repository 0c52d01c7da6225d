//! The soccer pitch: mown in stripes, worn before the goals.

use super::ground::{away, lamps, outline, patches, ring, within};
use crate::colour::{Light, Rgb};
use crate::sport::Sport;

pub(super) struct Pitch;

const LINE: f32 = 0.16;

impl Pitch {
    pub(super) fn colour(&self, x: f32, y: f32) -> Light {
        let [long, wide] = Sport::Soccer.rules().half;
        let light = lamps(x, y, [long * 1.3, wide * 1.5]);
        if marked(x, y, long, wide) {
            return Rgb(0xeef5ea).light().times(light);
        }
        let stripe = (x / 6.0).floor() as i32 % 2 == 0;
        let across = (y / 7.75).floor() as i32 % 2 == 0;
        let mut grass = if stripe { Rgb(0x3f9a45) } else { Rgb(0x32863b) }.light();
        if !across {
            grass = grass.times(0.965);
        }
        let blades = 1.0 + 0.05 * patches(x, y, 0.5, 1) + 0.06 * patches(x, y, 6.0, 2);
        let worn = (1.0 - ((x.abs() - long + 3.0) / 5.0).powi(2) - (y / 5.5).powi(2)).max(0.0) * 0.4;
        let grass = grass.mix(Rgb(0x7d8a45).light(), worn * (0.7 + 0.5 * patches(x, y, 1.1, 3)));
        let grass = grass.times(blades * light);
        let out = (x.abs() - long).max(y.abs() - wide);
        if out > 3.2 {
            Rgb(0x1d2a33).light().times(0.9 + 0.08 * patches(x, y, 1.0, 4))
        } else if out > 0.0 {
            grass.times(0.86)
        } else {
            grass
        }
    }
}

fn marked(x: f32, y: f32, long: f32, wide: f32) -> bool {
    let ends = |deep: f32, half: f32| {
        let x = x.abs();
        outline(x, y, [long - deep, -half, long + LINE, half], LINE) && x <= long
    };
    outline(x, y, [-long, -wide, long, wide], LINE)
        || (x.abs() < LINE / 2.0 && y.abs() < wide)
        || ring(x, y, [0.0, 0.0], 9.15, LINE)
        || away(x, y) < 0.28
        || ends(15.0, 18.5)
        || ends(5.2, 8.6)
        || away(x.abs() - (long - 10.4), y) < 0.25
        || (ring(x.abs(), y, [long - 10.4, 0.0], 8.6, LINE) && x.abs() < long - 15.0)
        || (ring(x.abs(), y.abs(), [long, wide], 1.0, LINE) && within(x.abs(), y.abs(), [0.0, 0.0, long, wide]))
}
