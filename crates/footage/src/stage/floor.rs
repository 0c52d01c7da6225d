//! The handball floor: a blue sheet with coloured goal areas.

use super::court::written;
use super::ground::{away, lamps, outline, patches};
use crate::colour::{Light, Rgb};
use crate::font::Lettering;
use crate::script::Match;
use crate::sport::Sport;

pub(super) struct Floor {
    area: Light,
    host: Lettering,
}

const LINE: f32 = 0.08;

impl Floor {
    pub(super) fn new(game: &Match) -> Self {
        Self { area: game.teams[1].shirt.mix(Rgb(0x2b3f5c), 0.35).light(), host: Lettering::new(&game.teams[1].name) }
    }

    pub(super) fn colour(&self, x: f32, y: f32) -> Light {
        let [long, wide] = Sport::Handball.rules().half;
        let light = lamps(x, y, [long * 1.3, wide * 1.7]) * (1.0 + 0.03 * patches(x, y, 3.0, 13));
        let out = (x.abs() - long).max(y.abs() - wide);
        let from_goal = away(x.abs() - long, (y.abs() - 1.5).max(0.0));
        let dashed = (y.atan2(long - x.abs()) * 12.0).floor() as i32 % 2 == 0;
        let marked = outline(x, y, [-long, -wide, long, wide], LINE)
            || (x.abs() < LINE / 2.0 && out < 0.0)
            || (out < 0.0 && (from_goal - 6.0).abs() < LINE / 2.0)
            || (out < 0.0 && (from_goal - 9.0).abs() < LINE / 2.0 && dashed)
            || ((x.abs() - long + 7.0).abs() < LINE / 2.0 && y.abs() < 0.5);
        let colour = if marked {
            Rgb(0xf4f7fa).light()
        } else if out > 2.5 {
            return Rgb(0x151a22).light();
        } else if out > 0.0 {
            let signs = [-9.0, 9.0].iter().any(|at| written(&self.host, x, y, [*at, wide + 1.1], 1.0));
            if signs { Rgb(0xf4f7fa).light() } else { Rgb(0x24496b).light() }
        } else if from_goal < 6.0 {
            self.area
        } else {
            Rgb(0x3f7fae).light()
        };
        colour.times(light)
    }
}
