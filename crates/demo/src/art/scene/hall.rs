//! The hall around an indoor game: dark roof, lamps, stands full of people, a ribbon of light.

use super::canvas::Canvas;
use crate::art::camera::Camera;
use crate::art::rgb::Rgb;

/// The dark that all covers end in.
pub(crate) const NIGHT: Rgb = Rgb(0x05070c);

/// A hall whose far stand rises behind the depth `far`, between `left` and `right`.
pub(crate) struct Hall {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) far: f64,
    pub(crate) mood: Rgb,
    pub(crate) accent: Rgb,
}

impl Hall {
    /// Roof, upper and lower stand, ribbon between them.
    pub(crate) fn stands(&self, canvas: &mut Canvas, camera: &Camera) {
        let Self { left, right, far, mood, accent } = *self;
        let air = canvas.down(&[(0.0, NIGHT, 1.0), (0.45, mood.darker(0.55), 1.0), (1.0, mood.darker(0.75), 1.0)]);
        canvas.all(&air);
        let tier = |[near_z, far_z]: [f64; 2], [low, high]: [f64; 2]| {
            camera.shape(&[
                ([left, far + near_z], low),
                ([left, far + far_z], high),
                ([right, far + far_z], high),
                ([right, far + near_z], low),
            ])
        };
        let people = [mood.lighter(0.45), accent.lighter(0.25), mood.mix(Rgb(0xd9b48f), 0.55)];
        canvas.crowd(&tier([9.0, 17.0], [7.0, 13.5]), mood.darker(0.62), people, 0.62, 0.34);
        canvas.crowd(&tier([2.0, 9.0], [1.2, 5.2]), mood.darker(0.5), people, 0.8, 0.6);
        let ribbon = camera.wall([left, far + 9.0], [right, far + 9.0], [5.3, 6.7]);
        canvas.fill(&ribbon, &NIGHT.to_string());
        let light = camera.wall([left, far + 9.0], [right, far + 9.0], [5.6, 6.4]);
        canvas.fill(&light, &accent.lighter(0.2).to_string());
        let haze = canvas.down(&[(0.0, NIGHT, 0.95), (0.5, NIGHT, 0.1), (0.62, mood, 0.12), (1.0, NIGHT, 0.0)]);
        canvas.all(&haze);
    }

    /// Lamps under the roof with their cones of light.
    pub(crate) fn lamps(&self, canvas: &mut Canvas, ground: f64) {
        let beam = self.mood.lighter(0.85);
        let lamps = [(250.0, 66.0), (560.0, 40.0), (880.0, 32.0), (1200.0, 44.0), (1500.0, 74.0)];
        let cones: Vec<_> = lamps
            .iter()
            .map(|&(x, y)| ([x, y], [x - 190.0 + (800.0 - x) * 0.15, x + 190.0 + (800.0 - x) * 0.15, ground]))
            .collect();
        canvas.cones(&cones, beam, 0.2);
        canvas.glows(&lamps.map(|(x, y)| ([x, y], [120.0, 74.0])), beam, 0.75);
        let housings: String = lamps.iter().map(|(x, y)| format!("M{} {}h44v7h-44z", x - 22.0, y - 5.0)).collect();
        canvas.fill(&housings, "#fff");
        canvas.stroke("M0 30C500-14 1100-14 1600 34M0 8C500-30 1100-30 1600 12", self.mood.lighter(0.3), 3.0, 0.25);
    }
}
