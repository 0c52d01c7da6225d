//! A cover for what belongs to all: strings of pennants in everybody's colours under the lights.

use super::camera::closed;
use super::rgb::Rgb;
use super::scene::{Canvas, NIGHT};

/// Two strings of pennants, one colour pair each in turn.
pub(crate) fn cover(pairs: &[(Rgb, Rgb)], mood: Rgb) -> String {
    let mut canvas = Canvas::default();
    let air = canvas.down(&[(0.0, NIGHT.mix(mood, 0.25), 1.0), (0.6, mood.darker(0.45), 1.0), (1.0, NIGHT, 1.0)]);
    canvas.all(&air);
    canvas.glow([1080.0, 420.0], [860.0, 520.0], mood.lighter(0.35), 0.55);
    let lamps = [[420.0, 70.0], [760.0, 40.0], [1120.0, 44.0], [1460.0, 84.0]];
    canvas.cones(&lamps.map(|[x, y]| ([x, y], [x - 240.0, x + 240.0, 900.0])), Rgb::WHITE, 0.16);
    canvas.glows(&lamps.map(|lamp| (lamp, [110.0, 80.0])), Rgb::WHITE, 0.7);
    string(&mut canvas, pairs, [210.0, 90.0, 100.0], 0.62, 0.55);
    string(&mut canvas, pairs, [330.0, 150.0, 70.0], 1.0, 1.0);
    let confetti: String =
        (0..40_u32).map(|n| format!("M{} {}l9 3-3 8-9-3z", 400 + n * n * 337 % 1190, 40 + n * 613 % 830)).collect();
    canvas.tint(&confetti, Rgb(0xffe08a), 0.45);
    canvas.room_for_words(NIGHT);
    canvas.finish()
}

/// A sagging string over the whole width; `sag` is its height at the left, its depth, and its rise to the right.
fn string(canvas: &mut Canvas, pairs: &[(Rgb, Rgb)], [height, depth, rise]: [f64; 3], size: f64, light: f64) {
    let at = |x: f64| {
        let share = x / 1600.0;
        height + depth * 4.0 * share * (1.0 - share) - rise * share
    };
    let width = 118.0 * size;
    let gap = 26.0 * size;
    canvas.stroke(
        &format!("M0 {height}Q800 {:.0} 1600 {:.0}", height + depth * 2.0 - rise / 2.0, height - rise),
        Rgb(0xe9edf5),
        4.0 * size,
        0.7 * light,
    );
    let count = (1600.0 / (width + gap)).ceil() as usize;
    let band = 40.0 * size;
    let tall = 190.0 * size;
    let inset = width / 2.0 * band / tall;
    let dim = |colour: Rgb| colour.mix(NIGHT, 1.0 - light);
    let mut folds = String::new();
    for (index, (first, second)) in pairs.iter().cycle().take(count).enumerate() {
        let left = gap / 2.0 + index as f64 * (width + gap);
        let [middle, right] = [left + width / 2.0, left + width];
        let [low_left, low_middle, low_right] = [left, middle, right].map(at);
        let tip = [middle, low_middle + tall];
        canvas.tint(&closed(&[[left, low_left], [right, low_right], tip]), dim(*first), 1.0);
        let hem =
            [[left, low_left], [right, low_right], [right - inset, low_right + band], [left + inset, low_left + band]];
        canvas.tint(&closed(&hem), dim(*second), 1.0);
        folds += &closed(&[[middle, low_middle], [right, low_right], tip]);
    }
    canvas.tint(&folds, Rgb::BLACK, 0.2);
}
