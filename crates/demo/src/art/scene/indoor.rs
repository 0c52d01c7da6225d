//! Indoor scenes: basketball arena, school gym, ice rink, pool.

use super::canvas::Canvas;
use super::hall::{Hall, NIGHT};
use crate::art::camera::Camera;
use crate::art::rgb::Rgb;

const PAINT: Rgb = Rgb(0xfdfcf7);

/// A basketball arena on a big night.
pub(crate) fn court(accent: Rgb, mood: Rgb) -> String {
    let camera = Camera { x: 3.0, height: 8.6, yaw: 13.0, horizon: 214.0, middle: 840.0, focal: 1080.0 };
    let mut canvas = Canvas::default();
    let hall = Hall { left: -46.0, right: 60.0, far: 30.0, mood, accent };
    hall.stands(&mut canvas, &camera);
    scoreboard(&mut canvas, accent);

    let [near, far] = [12.0, 27.0];
    let middle = (near + far) / 2.0;
    let wood = canvas.ground(480.0, &[(0.0, Rgb(0xa0682f), 1.0), (0.4, Rgb(0xdba15c), 1.0), (1.0, Rgb(0xa76c35), 1.0)]);
    canvas.fill(&camera.area(&[[-70.0, 2.0], [70.0, 2.0], [70.0, far + 4.0], [-70.0, far + 4.0]]), &wood);
    let boards: String = (0..9)
        .map(|row| camera.line([-60.0, near + f64::from(row) * 2.0], [60.0, near + f64::from(row) * 2.0], 0.06))
        .collect();
    canvas.tint(&boards, NIGHT, 0.16);
    let apron = accent.darker(0.25);
    canvas.tint(&camera.area(&[[-14.0, near - 9.0], [14.0, near - 9.0], [14.0, near], [-14.0, near]]), apron, 0.92);
    canvas.tint(&camera.area(&[[14.0, near - 9.0], [17.0, near - 9.0], [17.0, far], [14.0, far]]), apron, 0.92);
    canvas.tint(&camera.area(&[[-17.0, near], [-14.0, near], [-14.0, far], [-17.0, far]]), apron, 0.92);
    for side in [-1.0, 1.0] {
        let key = [
            [8.2 * side, middle - 2.45],
            [14.0 * side, middle - 2.45],
            [14.0 * side, middle + 2.45],
            [8.2 * side, middle + 2.45],
        ];
        canvas.tint(&camera.area(&key), accent, 0.9);
    }
    canvas.tint(&camera.disc([0.0, middle], 1.8), accent, 0.9);
    let mut lines = camera.frame([-14.0, near], [14.0, far], 0.12) + &camera.line([0.0, near], [0.0, far], 0.12);
    lines += &camera.arc([0.0, middle], 1.8, [0.0, 360.0], 0.12);
    for side in [-1.0, 1.0] {
        lines += &camera.frame([8.2 * side, middle - 2.45], [14.0 * side, middle + 2.45], 0.12);
        let turn = if side > 0.0 { 90.0 } else { -90.0 };
        lines += &camera.arc([8.2 * side, middle], 1.8, [turn, turn + 180.0], 0.12);
        lines += &camera.arc([12.4 * side, middle], 6.7, [turn + 6.0, turn + 174.0], 0.12);
    }
    canvas.fill(&lines, &PAINT.to_string());
    hoop(&mut canvas, &camera, [13.0, middle]);
    hall.lamps(&mut canvas, 760.0);
    canvas.glow([1010.0, 640.0], [520.0, 130.0], Rgb(0xffe6bd), 0.34);
    canvas.room_for_words(NIGHT);
    canvas.finish()
}

/// The cube under the roof, with two lit faces.
fn scoreboard(canvas: &mut Canvas, accent: Rgb) {
    canvas.stroke("M960 0V70M1160 0V70", Rgb(0x3a4252), 3.0, 0.8);
    canvas.fill("M930 70H1130L1190 58V196L1130 214H930Z", "#0b0f17");
    let screen = canvas.down(&[(0.0, accent.lighter(0.35), 1.0), (1.0, accent.darker(0.15), 1.0)]);
    canvas.fill("M942 84H1120V182H942Z", &screen);
    canvas.tint("M1138 82 1180 74V170L1138 182Z", accent.darker(0.3), 1.0);
    canvas.tint("M958 100H1010V140H958ZM1052 100H1104V140H1052ZM1022 112H1040V118H1022ZM1022 126H1040V132H1022ZM958 154H1104V164H958Z", Rgb::WHITE, 0.9);
    canvas.tint("M930 196H1130L1190 180V196L1130 214H930Z", accent.lighter(0.4), 0.9);
}

fn hoop(canvas: &mut Canvas, camera: &Camera, [x, z]: [f64; 2]) {
    let base = [x + 3.0, z];
    canvas.fill(
        &camera.shape(&[
            (base, 0.0),
            ([base[0] + 0.5, z], 0.0),
            ([base[0] - 1.2, z], 3.2),
            ([x + 0.4, z], 3.5),
            ([x + 0.4, z], 3.2),
            ([base[0] - 1.4, z], 2.9),
        ]),
        "#1a1f2a",
    );
    let board = camera.wall([x, z - 0.95], [x, z + 0.95], [2.85, 3.95]);
    canvas.tint(&board, Rgb::WHITE, 0.5);
    canvas.stroke(&board, Rgb::WHITE, 4.0, 0.95);
    canvas.stroke(&camera.wall([x, z - 0.3], [x, z + 0.3], [3.0, 3.45]), Rgb::WHITE, 3.0, 0.9);
    let [rim_x, rim_y] = camera.point([x - 0.4, z], 3.05);
    canvas.stroke(
        &format!("M{:.0} {:.0}a17 6 0 1 0 34 0a17 6 0 1 0-34 0", rim_x - 17.0, rim_y),
        Rgb(0xff6a2b),
        4.0,
        1.0,
    );
    canvas.stroke(
        &format!("M{:.0} {:.0}l8 28h18l8-28m-26 3 4 25m14-28-4 28m-13-14h18", rim_x - 17.0, rim_y),
        Rgb::WHITE,
        1.6,
        0.8,
    );
}

/// A school gym in the afternoon, net up, sun through high windows.
pub(crate) fn gym(accent: Rgb, mood: Rgb) -> String {
    let camera = Camera { x: 1.5, height: 5.2, yaw: 20.0, horizon: 330.0, middle: 900.0, focal: 1000.0 };
    let mut canvas = Canvas::default();
    let wall =
        canvas.down(&[(0.0, mood.darker(0.72), 1.0), (0.5, mood.darker(0.35), 1.0), (1.0, mood.darker(0.5), 1.0)]);
    canvas.all(&wall);
    let [near, far] = [9.0, 18.0];
    let back = far + 9.0;
    let bright = Rgb(0xfff0cf);
    let pane = canvas.down(&[(0.0, bright.mix(mood, 0.1), 1.0), (1.0, bright.mix(mood, 0.45), 1.0)]);
    let windows: String = (0..7)
        .map(|n| camera.wall([-22.0 + f64::from(n) * 7.0, back], [-16.8 + f64::from(n) * 7.0, back], [6.0, 9.2]))
        .collect();
    canvas.fill(&windows, &pane);
    let bars: String = (0..7)
        .flat_map(|n| [1.7, 3.4].map(|step| (f64::from(n), step)))
        .map(|(n, step)| camera.wall([-22.0 + n * 7.0 + step, back], [-21.8 + n * 7.0 + step, back], [6.0, 9.2]))
        .collect();
    canvas.tint(&bars, mood.darker(0.6), 1.0);
    canvas.tint(&camera.wall([-40.0, back], [40.0, back], [3.9, 5.0]), accent, 0.95);
    canvas.tint(&camera.wall([-40.0, back], [40.0, back], [3.6, 3.75]), Rgb::WHITE, 0.5);
    let people = [mood.lighter(0.5), accent.lighter(0.3), Rgb(0xd9b48f)];
    canvas.crowd(
        &camera.shape(&[
            ([-40.0, back - 4.5], 0.5),
            ([-40.0, back - 0.2], 3.3),
            ([40.0, back - 0.2], 3.3),
            ([40.0, back - 4.5], 0.5),
        ]),
        mood.darker(0.6),
        people,
        0.9,
        0.7,
    );
    let wood = canvas.ground(540.0, &[(0.0, Rgb(0xb07c45), 1.0), (0.4, Rgb(0xe3b074), 1.0), (1.0, Rgb(0xa8713c), 1.0)]);
    canvas.fill(&camera.area(&[[-24.0, 0.0], [60.0, 0.0], [60.0, back - 4.5], [-24.0, back - 4.5]]), &wood);
    canvas.tint(&camera.area(&[[-9.0, near], [9.0, near], [9.0, far], [-9.0, far]]), accent, 0.72);
    canvas.tint(&camera.area(&[[-3.0, near], [3.0, near], [3.0, far], [-3.0, far]]), accent.darker(0.3), 0.6);
    let lines: String = [-9.0, -3.0, 0.0, 3.0, 9.0].iter().map(|x| camera.line([*x, near], [*x, far], 0.09)).collect();
    canvas.fill(
        &(lines + &camera.line([-9.0, near], [9.0, near], 0.09) + &camera.line([-9.0, far], [9.0, far], 0.09)),
        &PAINT.to_string(),
    );
    net(&mut canvas, &camera, [near - 0.6, far + 0.6]);
    let sun = canvas.down(&[(0.0, bright, 0.3), (1.0, bright, 0.02)]);
    let beams: String = [-8.0, -1.0, 6.0, 13.0]
        .iter()
        .map(|x| {
            camera.shape(&[([*x, back], 9.0), ([x + 5.0, back], 9.0), ([x + 1.0, 11.0], 0.0), ([x - 3.5, 11.0], 0.0)])
        })
        .collect();
    canvas.fill(&beams, &sun);
    canvas.glow([1050.0, 620.0], [620.0, 160.0], bright, 0.3);
    canvas.room_for_words(NIGHT);
    canvas.finish()
}

fn net(canvas: &mut Canvas, camera: &Camera, [near, far]: [f64; 2]) {
    let posts = camera.wall([0.0, near], [0.12, near], [0.0, 2.5]) + &camera.wall([0.0, far], [0.12, far], [0.0, 2.5]);
    canvas.fill(&posts, "#e8ecf2");
    canvas.tint(&camera.wall([0.0, near], [0.0, far], [1.3, 2.3]), Rgb::WHITE, 0.14);
    let rows: String = (1..5)
        .map(|row| camera.wall([0.0, near], [0.0, far], [1.3 + f64::from(row) * 0.2, 1.315 + f64::from(row) * 0.2]))
        .collect();
    let columns: String = (1..20)
        .map(|n| near + (far - near) * f64::from(n) / 20.0)
        .map(|z| camera.wall([0.0, z], [0.0, z + 0.02], [1.3, 2.3]))
        .collect();
    canvas.tint(&(rows + &columns), Rgb::WHITE, 0.6);
    canvas.fill(&camera.wall([0.0, near], [0.0, far], [2.3, 2.42]), "#fff");
    canvas.fill(&camera.wall([0.0, near], [0.0, far], [1.26, 1.31]), "#fff");
}

/// An ice rink before the face-off.
pub(crate) fn rink(accent: Rgb, mood: Rgb) -> String {
    let camera = Camera { x: 9.0, height: 15.0, yaw: 11.0, horizon: 170.0, middle: 800.0, focal: 1120.0 };
    let mut canvas = Canvas::default();
    let [near, far] = [19.0, 45.0];
    let middle = (near + far) / 2.0;
    let hall = Hall { left: -90.0, right: 80.0, far: far + 1.0, mood, accent };
    hall.stands(&mut canvas, &camera);
    let ice = canvas.ground(470.0, &[(0.0, Rgb(0xa9c6de), 1.0), (0.35, Rgb(0xe6f2fa), 1.0), (1.0, Rgb(0xb8d3e6), 1.0)]);
    canvas.fill(&camera.area(&[[-80.0, 2.0], [80.0, 2.0], [80.0, far], [-80.0, far]]), &ice);
    let [red, blue] = [Rgb(0xc9283e), Rgb(0x2358a8)];
    let reds = camera.line([0.0, near], [0.0, far], 0.5)
        + &camera.line([-26.0, near], [-26.0, far], 0.12)
        + &camera.line([26.0, near], [26.0, far], 0.12);
    canvas.tint(&reds, red, 0.9);
    let circles: String = [[-20.0, -7.0], [-20.0, 7.0], [20.0, -7.0], [20.0, 7.0]]
        .iter()
        .map(|[x, z]| camera.arc([*x, middle + z], 4.5, [0.0, 360.0], 0.14) + &camera.disc([*x, middle + z], 0.5))
        .collect();
    canvas.tint(&circles, red, 0.8);
    canvas.tint(&(camera.line([-8.8, near], [-8.8, far], 0.5) + &camera.line([8.8, near], [8.8, far], 0.5)), blue, 0.9);
    canvas.tint(&(camera.disc([26.0, middle], 1.8) + &camera.disc([-26.0, middle], 1.8)), Rgb(0x7fb6e6), 0.8);
    canvas.tint(&camera.disc([0.0, middle], 4.4), accent, 0.22);
    canvas.tint(&camera.arc([0.0, middle], 4.5, [0.0, 360.0], 0.2), blue, 0.9);
    let [low, high] = [middle - 1.1, middle + 1.1];
    let mesh = camera.shape(&[
        ([26.0, low], 1.4),
        ([26.0, high], 1.4),
        ([27.2, high], 0.0),
        ([27.2, low], 0.0),
        ([26.0, low], 0.0),
    ]);
    canvas.tint(&mesh, Rgb(0x8fa6b8), 0.55);
    let posts = camera.line([27.2, low], [27.2, high], 0.1) + &camera.wall([26.0, low], [26.0, high], [1.3, 1.45]);
    let posts = posts
        + &camera.wall([26.0, low], [26.0, low + 0.16], [0.0, 1.4])
        + &camera.wall([26.0, high - 0.16], [26.0, high], [0.0, 1.4]);
    canvas.fill(&posts, &red.to_string());
    let [left, right] = [[-80.0, far], [80.0, far]];
    canvas.fill(&camera.wall(left, right, [0.0, 1.2]), "#f4f7fb");
    canvas.fill(&camera.wall(left, right, [0.0, 0.25]), "#e9bf2f");
    canvas.fill(&camera.wall(left, right, [1.05, 1.25]), &accent.to_string());
    let boards: String = [-34.0, -21.0, -7.0, 6.0, 19.0, 33.0]
        .iter()
        .map(|x| camera.wall([*x, far], [x + 7.0, far], [0.4, 0.95]))
        .collect();
    canvas.tint(&boards, accent.darker(0.1), 0.85);
    canvas.tint(&camera.wall(left, right, [1.25, 3.0]), Rgb::WHITE, 0.1);
    hall.lamps(&mut canvas, 720.0);
    canvas.tint("M560 560H630L580 900H450ZM900 530H980L1030 900H890ZM1230 505H1300L1450 900H1310Z", Rgb::WHITE, 0.16);
    canvas.glow([980.0, 600.0], [640.0, 170.0], Rgb::WHITE, 0.5);
    canvas.room_for_words(NIGHT);
    canvas.finish()
}

/// A pool with lanes and a goal, morning light on the water.
pub(crate) fn pool(accent: Rgb, mood: Rgb) -> String {
    let camera = Camera { x: 1.0, height: 5.6, yaw: -16.0, horizon: 300.0, middle: 900.0, focal: 1000.0 };
    let mut canvas = Canvas::default();
    let [near, far] = [5.0, 25.0];
    let back = far + 6.0;
    let wall =
        canvas.down(&[(0.0, mood.darker(0.65), 1.0), (0.45, mood.darker(0.2), 1.0), (1.0, mood.darker(0.4), 1.0)]);
    canvas.all(&wall);
    let bright = Rgb(0xe9fbff);
    let pane = canvas.down(&[(0.0, bright.mix(mood, 0.25), 1.0), (1.0, bright, 1.0)]);
    let windows: String = (0..9)
        .map(|n| -34.0 + f64::from(n) * 8.0)
        .map(|x| camera.wall([x, back], [x + 7.2, back], [3.6, 10.5]))
        .collect();
    canvas.fill(&windows, &pane);
    canvas.tint(&camera.wall([-50.0, back], [50.0, back], [6.8, 7.1]), mood.darker(0.5), 0.9);
    let people = [mood.lighter(0.5), accent.lighter(0.3), Rgb(0xd9b48f)];
    canvas.crowd(
        &camera.shape(&[
            ([-50.0, back - 3.5], 0.4),
            ([-50.0, back], 3.2),
            ([50.0, back], 3.2),
            ([50.0, back - 3.5], 0.4),
        ]),
        mood.darker(0.55),
        people,
        0.85,
        0.6,
    );
    canvas.fill(
        &camera.area(&[[-60.0, -30.0], [60.0, -30.0], [60.0, back - 3.5], [-60.0, back - 3.5]]),
        &Rgb(0xcfdde2).mix(mood, 0.15).to_string(),
    );
    let water =
        canvas.ground(420.0, &[(0.0, Rgb(0x6fd3e6), 1.0), (0.35, Rgb(0x1b9bc4), 1.0), (1.0, Rgb(0x0a5f91), 1.0)]);
    let basin = camera.area(&[[-17.0, near - 9.0], [15.0, near - 9.0], [15.0, far], [-17.0, far]]);
    canvas.fill(&basin, &water);
    let ropes: String = (1..6)
        .map(|lane| near - 2.0 + f64::from(lane) * 3.6)
        .map(|z| camera.line([-17.0, z], [15.0, z], 0.16))
        .collect();
    canvas.fill(&ropes, &accent.to_string());
    let floats: String = (1..6)
        .flat_map(|lane| (0..8).map(move |n| (f64::from(lane), f64::from(n))))
        .map(|(lane, n)| (near - 2.0 + lane * 3.6, -16.0 + n * 4.0))
        .map(|(z, x)| camera.line([x, z], [x + 1.8, z], 0.2))
        .collect();
    canvas.fill(&floats, "#fff");
    let ripples: String =
        [(-9.0, 9.6), (-2.0, 12.9), (6.0, 10.2), (9.0, 15.6), (-6.0, 17.2), (2.0, 20.4), (11.0, 7.4), (3.0, 6.6)]
            .iter()
            .map(|(x, z)| camera.line([*x, *z], [x + 2.6, z + 0.3], 0.12))
            .collect();
    canvas.tint(&ripples, Rgb::WHITE, 0.5);
    canvas.stroke(&basin, Rgb(0xf4fbfd), 6.0, 0.9);
    let goal = camera.wall([13.0, 13.2], [13.0, 16.8], [0.0, 1.3]);
    canvas.tint(&goal, Rgb::WHITE, 0.3);
    canvas.stroke(&goal, Rgb::WHITE, 6.0, 1.0);
    canvas.tint("M700 470H800L760 900H600ZM980 450H1100L1200 900H1010ZM1290 440H1380L1560 800H1420Z", bright, 0.16);
    canvas.glow([1060.0, 520.0], [560.0, 150.0], bright, 0.5);
    canvas.room_for_words(NIGHT);
    canvas.finish()
}
