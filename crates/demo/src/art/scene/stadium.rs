//! Stadium scenes: football under floodlights, soccer before the hills.

use super::canvas::Canvas;
use super::hall::NIGHT;
use crate::art::camera::Camera;
use crate::art::rgb::Rgb;

/// The sky of an hour: deep above, the hour's own light at the horizon.
pub(crate) fn sky(canvas: &mut Canvas, mood: Rgb, horizon: f64) {
    let [deep, violet] = [Rgb(0x0b1533), Rgb(0x4a3a86)];
    let at = horizon / 900.0;
    let air = canvas.down(&[
        (0.0, deep, 1.0),
        (at * 0.45, deep.mix(violet, 0.75), 1.0),
        (at * 0.8, violet.mix(mood, 0.72), 1.0),
        (at, mood.lighter(0.3), 1.0),
        (at + 0.02, mood.darker(0.6), 1.0),
    ]);
    canvas.all(&air);
}

/// Masts with lamp heads; each head is a grid of lamps in a glow.
pub(crate) fn floodlights(canvas: &mut Canvas, masts: &[([f64; 2], f64, f64)]) {
    let light = Rgb(0xfdf6e0);
    let cones: Vec<_> = masts
        .iter()
        .map(|&([x, top], foot, scale)| {
            ([x, top], [x - 330.0 * scale + (860.0 - x) * 0.5, x + 330.0 * scale + (860.0 - x) * 0.5, foot + 330.0])
        })
        .collect();
    canvas.cones(&cones, light, 0.22);
    let [mut poles, mut lamps] = [String::new(), String::new()];
    for &([x, top], foot, scale) in masts {
        poles.push_str(&format!(
            "M{:.0} {top}H{:.0}L{:.0} {foot}H{:.0}Z",
            x - 4.0 * scale,
            x + 4.0 * scale,
            x + 8.0 * scale,
            x - 8.0 * scale
        ));
        poles.push_str(&format!(
            "M{:.0} {:.0}h{:.0}v{:.0}h-{:.0}z",
            x - 50.0 * scale,
            top - 34.0 * scale,
            100.0 * scale,
            50.0 * scale,
            100.0 * scale
        ));
        for row in 0..3 {
            for column in 0..5 {
                lamps.push_str(&format!(
                    "M{:.0} {:.0}h{size:.0}v{tall:.0}h-{size:.0}z",
                    x + (f64::from(column) * 19.0 - 44.0) * scale,
                    top + (f64::from(row) * 15.0 - 30.0) * scale,
                    size = 13.0 * scale,
                    tall = 9.0 * scale
                ));
            }
        }
    }
    canvas.fill(&poles, "#141a26");
    canvas.fill(&lamps, "#fffaf0");
    let lights: Vec<_> =
        masts.iter().map(|&([x, top], _, scale)| ([x, top - 8.0 * scale], [210.0 * scale, 160.0 * scale])).collect();
    canvas.glows(&lights, light, 0.8);
}

/// A far stand with its people, roof line and a band of the hosts' colour.
fn stand(canvas: &mut Canvas, camera: &Camera, far: f64, height: f64, accent: Rgb, mood: Rgb) {
    let [left, right] = [-140.0, 140.0];
    let shade = Rgb(0x171d33).mix(mood, 0.14);
    let people = [Rgb(0xc9d2ea), accent.lighter(0.3), mood.lighter(0.4)];
    let rake = camera.shape(&[
        ([left, far], 1.6),
        ([left, far + 22.0], height),
        ([right, far + 22.0], height),
        ([right, far], 1.6),
    ]);
    canvas.crowd(&rake, shade, people, 0.6, 0.62);
    canvas.tint(&camera.wall([left, far + 10.0], [right, far + 10.0], [height * 0.47, height * 0.54]), NIGHT, 0.55);
    canvas.fill(
        &camera.wall([left, far + 22.0], [right, far + 22.0], [height, height + 1.6]),
        &NIGHT.mix(mood, 0.12).to_string(),
    );
    canvas.tint(&camera.wall([left, far - 0.5], [right, far - 0.5], [0.0, 1.7]), accent, 1.0);
    let gaps: String = (0..14)
        .map(|n| -128.0 + f64::from(n) * 19.0)
        .map(|x| camera.wall([x, far - 0.5], [x + 8.0, far - 0.5], [0.5, 1.2]))
        .collect();
    canvas.tint(&gaps, Rgb::WHITE, 0.75);
}

/// Stripes that the mower left, across the field.
fn turf(canvas: &mut Canvas, camera: &Camera, far: f64, stripe: f64, green: Rgb) {
    let grass =
        canvas.ground(440.0, &[(0.0, green.lighter(0.22), 1.0), (0.4, green, 1.0), (1.0, green.darker(0.4), 1.0)]);
    canvas.fill(&camera.area(&[[-150.0, -60.0], [150.0, -60.0], [150.0, far], [-150.0, far]]), &grass);
    let stripes: String = (-8..8)
        .map(|n| f64::from(n) * stripe * 2.0)
        .map(|x| camera.area(&[[x, -40.0], [x + stripe, -40.0], [x + stripe, far], [x, far]]))
        .collect();
    canvas.tint(&stripes, Rgb::WHITE, 0.07);
}

/// Football under floodlights at dusk.
pub(crate) fn gridiron(accent: Rgb, mood: Rgb) -> String {
    let camera = Camera { x: 16.0, height: 17.0, yaw: 17.0, horizon: 300.0, middle: 780.0, focal: 1060.0 };
    let mut canvas = Canvas::default();
    sky(&mut canvas, mood, 330.0);
    canvas.glow([1050.0, 320.0], [760.0, 190.0], mood.lighter(0.45), 0.7);
    let [near, far] = [26.0, 75.0];
    floodlights(&mut canvas, &[([330.0, 92.0], 330.0, 0.9), ([1330.0, 70.0], 330.0, 1.0)]);
    stand(&mut canvas, &camera, far + 6.0, 17.0, accent, mood);
    turf(&mut canvas, &camera, far + 5.5, 9.14, Rgb(0x2f7d3a));
    let yard = 0.9144;
    canvas.tint(
        &camera.area(&[[50.0 * yard, near], [60.0 * yard, near], [60.0 * yard, far], [50.0 * yard, far]]),
        accent,
        0.85,
    );
    let mut lines: String =
        (-10..=10).map(|five| f64::from(five) * 5.0 * yard).map(|x| camera.line([x, near], [x, far], 0.22)).collect();
    lines += &camera.line([-60.0 * yard, near], [60.0 * yard, near], 0.9);
    lines += &camera.line([-60.0 * yard, far], [60.0 * yard, far], 0.6);
    lines += &camera.line([60.0 * yard, near], [60.0 * yard, far], 0.5);
    canvas.tint(&lines, Rgb(0xf7faf5), 0.9);
    let hashes: String = (-24..46)
        .filter(|n| n % 5 != 0)
        .map(|n| f64::from(n) * yard)
        .map(|x| camera.line([x, 45.0], [x, 45.7], 0.2))
        .collect();
    canvas.tint(&hashes, Rgb(0xf7faf5), 0.8);
    let post = |z: f64| camera.wall([60.0 * yard, z], [60.0 * yard, z + 0.35], [3.0, 12.0]);
    let [low, high] = [47.7, 53.3];
    let goal = post(low)
        + &post(high)
        + &camera.wall([60.0 * yard, low], [60.0 * yard, high], [3.0, 3.4])
        + &camera.wall([60.0 * yard, 50.3], [60.0 * yard, 50.8], [0.0, 3.0]);
    canvas.fill(&goal, "#f5d142");
    canvas.glow([860.0, 640.0], [760.0, 190.0], Rgb(0xf4ffe0), 0.26);
    canvas.room_for_words(NIGHT);
    canvas.finish()
}

/// Soccer, lacrosse or rugby in the evening, hills behind the stand.
pub(crate) fn pitch(accent: Rgb, mood: Rgb) -> String {
    let camera = Camera { x: 22.0, height: 12.0, yaw: 16.0, horizon: 330.0, middle: 800.0, focal: 1050.0 };
    let mut canvas = Canvas::default();
    sky(&mut canvas, mood, 350.0);
    canvas.glow([1080.0, 300.0], [560.0, 240.0], mood.lighter(0.55), 0.85);
    canvas.tint("M0 300 130 210 220 250 380 120 500 220 610 170 760 270 930 150 1060 240 1190 180 1330 262 1470 190 1600 270V420H0Z", mood.mix(Rgb(0x35376e), 0.74), 1.0);
    canvas.tint(
        "M380 120 420 152 398 160 376 146 352 160 340 152ZM930 150 968 178 944 186 926 172 900 190 886 182Z",
        Rgb::WHITE,
        0.5,
    );
    canvas.tint(
        "M0 350C160 280 320 330 480 310S800 290 960 320 1280 280 1600 340V430H0Z",
        mood.mix(Rgb(0x1b2250), 0.86),
        1.0,
    );
    let [near, far] = [18.0, 80.0];
    let middle = (near + far) / 2.0;
    stand(&mut canvas, &camera, far + 5.0, 8.0, accent, mood);
    turf(&mut canvas, &camera, far + 4.5, 5.5, Rgb(0x3a8a3c));
    let end = 52.5;
    let mut lines = camera.frame([-end, near], [end, far], 0.3) + &camera.line([0.0, near], [0.0, far], 0.3);
    lines += &camera.arc([0.0, middle], 9.15, [0.0, 360.0], 0.3);
    lines += &camera.frame([end - 16.5, middle - 20.1], [end, middle + 20.1], 0.3);
    lines += &camera.frame([end - 5.5, middle - 9.1], [end, middle + 9.1], 0.3);
    lines += &camera.arc([end - 11.0, middle], 9.15, [127.0, 233.0], 0.3);
    lines += &(camera.disc([end - 11.0, middle], 0.4) + &camera.disc([0.0, middle], 0.5));
    canvas.tint(&lines, Rgb(0xf7faf5), 0.88);
    goal(&mut canvas, &camera, [end, middle]);
    canvas.glow([1000.0, 620.0], [700.0, 200.0], mood.lighter(0.6), 0.3);
    canvas.room_for_words(NIGHT);
    canvas.finish()
}

fn goal(canvas: &mut Canvas, camera: &Camera, [x, z]: [f64; 2]) {
    let [low, high] = [z - 3.66, z + 3.66];
    let mesh: String = (1..10)
        .map(|n| low + f64::from(n) * 0.73)
        .map(|z| camera.shape(&[([x, z], 2.44), ([x + 2.2, z], 0.0), ([x + 2.2, z + 0.1], 0.0), ([x, z + 0.1], 2.44)]))
        .collect();
    let rows: String = (1..4)
        .map(|n| f64::from(n) * 0.6)
        .map(|y| camera.wall([x + 2.2 - y * 0.9, low], [x + 2.2 - y * 0.9, high], [y, y + 0.06]))
        .collect();
    canvas.tint(&(mesh + &rows), Rgb::WHITE, 0.45);
    let post = |z: f64| camera.wall([x, z - 0.12], [x, z + 0.12], [0.0, 2.44]);
    canvas.fill(&(post(low) + &post(high) + &camera.wall([x, low], [x, high], [2.36, 2.62])), "#fff");
}
