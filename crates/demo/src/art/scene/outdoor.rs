//! Open-air scenes: ball park, running track, country trail.

use super::canvas::Canvas;
use super::hall::NIGHT;
use super::stadium::{floodlights, sky};
use crate::art::camera::Camera;
use crate::art::rgb::Rgb;

const CHALK: Rgb = Rgb(0xfbfaf3);

/// A ball park in the evening, seen from behind home plate.
pub(crate) fn diamond(accent: Rgb, mood: Rgb) -> String {
    let camera = Camera { x: -8.0, height: 10.5, yaw: -3.0, horizon: 330.0, middle: 860.0, focal: 900.0 };
    let mut canvas = Canvas::default();
    sky(&mut canvas, mood, 350.0);
    canvas.glow([900.0, 330.0], [800.0, 200.0], mood.lighter(0.5), 0.75);
    canvas.tint("M0 330C90 290 150 320 240 300S420 316 520 296 700 318 820 304 1010 312 1120 296 1330 318 1440 300 1560 316 1600 300V420H0Z", mood.mix(Rgb(0x14173a), 0.86), 1.0);
    floodlights(
        &mut canvas,
        &[
            ([300.0, 130.0], 350.0, 0.7),
            ([700.0, 170.0], 350.0, 0.5),
            ([1090.0, 170.0], 350.0, 0.5),
            ([1430.0, 126.0], 350.0, 0.7),
        ],
    );
    let home = [0.0, 15.0];
    let reach = |radius: f64, angle: f64| {
        [home[0] + radius * angle.to_radians().cos(), home[1] + radius * angle.to_radians().sin()]
    };
    let grass = canvas.down(&[(0.0, Rgb(0x4c9a44), 1.0), (1.0, Rgb(0x22602f), 1.0)]);
    canvas.fill("M0 392H1600V900H0Z", &grass);
    let mown: String = (0..12)
        .map(|band| 36.0 + f64::from(band) * 9.0)
        .map(|angle| camera.area(&[reach(160.0, angle), reach(160.0, angle + 4.5), home]))
        .collect();
    canvas.tint(&mown, Rgb::WHITE, 0.06);
    let wall: Vec<_> = (0..=20).map(|n| reach(112.0, 10.0 + f64::from(n) * 8.0)).collect();
    let fence: String = wall.windows(2).map(|ends| camera.wall(ends[0], ends[1], [0.0, 4.2])).collect();
    canvas.fill(&fence, &accent.darker(0.35).to_string());
    let rail: String = wall.windows(2).map(|ends| camera.wall(ends[0], ends[1], [3.9, 4.4])).collect();
    canvas.fill(&rail, "#f3c93f");
    canvas.fill("M1150 236H1330V322H1150ZM1170 322H1182V352H1170ZM1298 322H1310V352H1298Z", "#0d131d");
    canvas.tint("M1162 248H1318V264H1162Z", accent.lighter(0.2), 1.0);
    canvas.tint("M1166 276h16v14h-16zm24 0h16v14h-16zm24 0h16v14h-16zm24 0h16v14h-16zm40 0h30v14h-30zM1166 298h16v14h-16zm24 0h16v14h-16zm24 0h16v14h-16zm24 0h16v14h-16zm40 0h30v14h-30z", Rgb(0xffe9a8), 0.9);
    let dirt = canvas.ground(430.0, &[(0.0, Rgb(0xb5793f), 1.0), (1.0, Rgb(0x8d5527), 1.0)]);
    let mut skin = vec![home];
    skin.extend(
        (0..=12)
            .map(|n| f64::from(n) * 15.0)
            .map(|angle: f64| [29.0 * angle.to_radians().cos(), home[1] + 18.4 + 29.0 * angle.to_radians().sin()])
            .filter(|[x, z]| z - home[1] >= x.abs() - 3.0),
    );
    canvas.fill(&camera.area(&skin), &dirt);
    let base = 19.4;
    let inset = 2.6;
    canvas.fill(
        &camera.area(&[
            [0.0, home[1] + inset * 1.4],
            [base - inset * 1.2, home[1] + base],
            [0.0, home[1] + base * 2.0 - inset * 1.4],
            [-base + inset * 1.2, home[1] + base],
        ]),
        "#3c8a3c",
    );
    canvas.fill(&(camera.disc(home, 4.2) + &camera.disc([0.0, home[1] + 18.4], 2.8)), &dirt);
    let foul = camera.line(home, reach(112.0, 45.0), 0.22) + &camera.line(home, reach(112.0, 135.0), 0.22);
    let box_lines = camera.frame([0.5, home[1] - 1.0], [1.8, home[1] + 1.0], 0.1)
        + &camera.frame([-1.8, home[1] - 1.0], [-0.5, home[1] + 1.0], 0.1);
    let bases: String = [[base, base], [0.0, base * 2.0], [-base, base]]
        .iter()
        .map(|[x, z]| {
            camera.area(&[
                [x - 0.7, home[1] + z],
                [*x, home[1] + z + 0.7],
                [x + 0.7, home[1] + z],
                [*x, home[1] + z - 0.7],
            ])
        })
        .collect();
    let plate = camera.area(&[
        [-0.4, home[1] + 0.4],
        [0.4, home[1] + 0.4],
        [0.4, home[1]],
        [0.0, home[1] - 0.4],
        [-0.4, home[1]],
    ]);
    let rubber = camera.line([-0.6, home[1] + 18.4], [0.6, home[1] + 18.4], 0.3);
    canvas.fill(&(foul + &box_lines + &bases + &plate + &rubber), &CHALK.to_string());
    canvas.glow([880.0, 620.0], [700.0, 180.0], Rgb(0xfff2d0), 0.26);
    canvas.room_for_words(NIGHT);
    canvas.finish()
}

/// The straight of a running track with hurdles, sun low at its end.
pub(crate) fn track(accent: Rgb, mood: Rgb) -> String {
    let camera = Camera { x: 0.6, height: 2.3, yaw: -5.0, horizon: 392.0, middle: 1010.0, focal: 860.0 };
    let mut canvas = Canvas::default();
    sky(&mut canvas, mood, 392.0);
    canvas.glow([1085.0, 380.0], [720.0, 330.0], mood.lighter(0.6), 0.95);
    canvas.glow([1085.0, 380.0], [120.0, 110.0], Rgb(0xfff6dd), 0.95);
    canvas.tint(
        "M0 392V350C180 300 330 346 480 336S760 350 900 344 1240 352 1600 318V392Z",
        mood.mix(Rgb(0x1d1f45), 0.72),
        1.0,
    );
    let people = [Rgb(0xc9d2ea), accent.lighter(0.3), mood.lighter(0.4)];
    let rake = camera.shape(&[([9.0, 6.0], 0.8), ([9.0, 90.0], 0.8), ([17.0, 90.0], 9.0), ([17.0, 9.0], 9.0)]);
    canvas.crowd(&rake, Rgb(0x171d33).mix(mood, 0.16), people, 0.8, 0.6);
    canvas.tint(
        &camera.shape(&[([17.0, 9.0], 8.8), ([17.0, 90.0], 8.8), ([17.0, 90.0], 10.0), ([17.0, 9.0], 10.0)]),
        NIGHT,
        0.9,
    );
    let green = canvas.ground(392.0, &[(0.0, Rgb(0x5f9a3f), 1.0), (1.0, Rgb(0x1f5527), 1.0)]);
    canvas.fill(&camera.area(&[[-120.0, -1.0], [-5.5, -1.0], [-5.5, 400.0], [-120.0, 400.0]]), &green);
    let surface = accent.mix(Rgb(0xb4492c), 0.55);
    let red = canvas
        .ground(392.0, &[(0.0, surface.lighter(0.22), 1.0), (0.3, surface, 1.0), (1.0, surface.darker(0.42), 1.0)]);
    canvas.fill(&camera.area(&[[-5.5, -1.0], [6.6, -1.0], [6.6, 400.0], [-5.5, 400.0]]), &red);
    canvas.tint(&camera.wall([8.8, 4.0], [8.8, 90.0], [0.0, 1.0]), accent, 0.9);
    let lane = 1.22;
    let left = -4.9;
    let mut lines: String =
        (0..=8).map(|n| left + f64::from(n) * lane).map(|x| camera.line([x, -1.0], [x, 400.0], 0.07)).collect();
    lines += &camera.line([left, 5.0], [left + 8.0 * lane, 5.0], 0.12);
    canvas.tint(&lines, CHALK, 0.92);
    let [mut feet, mut bars, mut marks] = [String::new(), String::new(), String::new()];
    for z in [44.0, 24.0, 13.0] {
        for from in (0..8).map(|n| left + f64::from(n) * lane + 0.14) {
            let to = from + lane - 0.28;
            bars += &camera.wall([from, z], [to, z], [0.82, 1.0]);
            marks += &camera.wall([from + 0.3, z], [to - 0.3, z], [0.82, 1.0]);
            feet += &(camera.wall([from, z], [from + 0.05, z], [0.0, 0.85])
                + &camera.wall([to - 0.05, z], [to, z], [0.0, 0.85]));
        }
    }
    canvas.fill(&feet, "#2a2f3a");
    canvas.fill(&bars, "#fdfdfb");
    canvas.fill(&marks, &accent.to_string());
    canvas.glow([1060.0, 450.0], [620.0, 150.0], mood.lighter(0.6), 0.5);
    canvas.room_for_words(NIGHT);
    canvas.finish()
}

/// A country trail over hills, for runs without a stadium.
pub(crate) fn trail(accent: Rgb, mood: Rgb) -> String {
    let mut canvas = Canvas::default();
    sky(&mut canvas, mood, 480.0);
    canvas.glow([1120.0, 330.0], [620.0, 380.0], mood.lighter(0.6), 0.9);
    canvas.glow([1120.0, 330.0], [90.0, 90.0], Rgb(0xfffbe8), 1.0);
    let hill = |share: f64| mood.mix(Rgb(0x2d6b57), 0.3).mix(Rgb(0x0d3f36), share);
    let layers = [
        ("M0 400 160 330 300 380 470 280 620 370 780 310 960 390 1150 320 1330 384 1480 330 1600 372V900H0Z", 0.45),
        ("M0 470C180 400 340 470 520 430S880 440 1040 410 1380 470 1600 420V900H0Z", 0.62),
        ("M0 560C220 490 420 560 640 520S1120 540 1300 500 1500 520 1600 500V900H0Z", 0.78),
        ("M0 690C260 600 520 650 800 620S1320 640 1600 580V900H0Z", 0.92),
    ];
    for (ridge, share) in layers {
        let paint = canvas.down(&[(0.0, hill(share).lighter(0.06), 1.0), (0.5, hill(share + 0.06).darker(0.15), 1.0)]);
        canvas.fill(ridge, &paint);
    }
    let firs: String = (0..26)
        .map(|n| {
            let x = f64::from(n) * 63.0 + f64::from(n * 37 % 29);
            let foot = 560.0 + f64::from(n * 53 % 41) - if n > 12 { 34.0 } else { 0.0 };
            let tall = 46.0 + f64::from(n * 29 % 34);
            format!("M{x:.0} {:.0}l{:.0} {tall:.0}h-{:.0}z", foot - tall, tall * 0.28, tall * 0.56)
        })
        .collect();
    canvas.tint(&firs, hill(1.0).darker(0.45), 0.9);
    let path = canvas.down(&[(0.0, Rgb(0xf0d9a8), 1.0), (1.0, Rgb(0xa9824f), 1.0)]);
    canvas.fill("M1010 500C1100 540 1240 560 1180 610C1120 656 860 640 800 710C750 770 900 830 1040 900H1500C1300 830 1010 790 1010 730C1010 670 1300 660 1300 600C1300 550 1120 530 1024 498Z", &path);
    let mut flags = String::new();
    let mut poles = String::new();
    for (x, y, s) in [
        (1196.0, 548.0, 0.5),
        (1316.0, 604.0, 0.7),
        (1040.0, 690.0, 0.9),
        (780.0, 716.0, 1.0),
        (1120.0, 800.0, 1.4),
        (1520.0, 880.0, 1.9),
    ] {
        poles += &format!("M{x:.0} {y:.0}v-{:.0}h{:.0}v{:.0}z", 66.0 * s, 4.0 * s, 66.0 * s);
        flags += &format!(
            "M{:.0} {:.0}l{:.0} {:.0}-{:.0} {:.0}z",
            x + 4.0 * s,
            y - 66.0 * s,
            40.0 * s,
            12.0 * s,
            40.0 * s,
            14.0 * s
        );
    }
    canvas.fill(&poles, "#f6f3ea");
    canvas.fill(&flags, &accent.to_string());
    canvas.glow([1100.0, 560.0], [640.0, 190.0], mood.lighter(0.6), 0.35);
    canvas.room_for_words(NIGHT);
    canvas.finish()
}
