//! What stands on the field: goals, hoops, the boards of the rink; and the ball.

use crate::camera::Place;
use crate::colour::{Rgb, Yuv};
use crate::figure::Scene;
use crate::picture::{Picture, Point};
use crate::sport::Sport;

impl Scene<'_> {
    fn see(&self, place: Place) -> Point {
        self.lens.see(self.camera, place)
    }

    fn line(&self, picture: &mut Picture, [from, to]: [Place; 2], thick: f32, colour: Yuv, alpha: f32) {
        let radius = |place: Place| (thick * self.lens.scale(place[1]) / 2.0).max(0.6);
        picture.limb(self.see(from), self.see(to), [radius(from), radius(to)], colour.at(alpha));
    }

    fn quad(&self, picture: &mut Picture, corners: [Place; 4], colour: Yuv, alpha: f32) {
        picture.convex(&corners.map(|corner| self.see(corner)), colour.at(alpha));
    }
}

/// The parts of a goal that are behind a keeper, then those before.
pub(crate) fn goal(picture: &mut Picture, scene: &Scene<'_>, side: f32, behind: bool) {
    if scene.sport == Sport::Basketball {
        if behind {
            hoop(picture, scene, side);
        }
        return;
    }
    let rules = scene.sport.rules();
    let [half, high] = rules.goal;
    let x = side * rules.goal_x;
    let deep = side * high * if scene.sport == Sport::IceHockey { 0.8 } else { 0.75 };
    let [frame, thick] = match scene.sport {
        Sport::IceHockey => [Rgb(0xd0202f), Rgb(0)],
        Sport::Handball => [Rgb(0xd8333f), Rgb(1)],
        _ => [Rgb(0xfbfcfd), Rgb(0)],
    };
    let thick = if thick.0 == 1 { 0.1 } else { 0.14 };
    let net = Rgb(0xf2f5f7).yuv();
    if behind {
        // The net: back, roof and both ends, as threads.
        scene.quad(
            picture,
            [[x, half, 0.0], [x, half, high], [x + deep * 0.5, half, high], [x + deep, half, 0.0]],
            net,
            0.16,
        );
        scene.quad(
            picture,
            [
                [x + deep, -half, 0.0],
                [x + deep, half, 0.0],
                [x + deep * 0.5, half, high],
                [x + deep * 0.5, -half, high],
            ],
            net,
            0.2,
        );
        for step in 0..=8 {
            let share = step as f32 / 8.0;
            let y = half * (share * 2.0 - 1.0);
            scene.line(picture, [[x + deep, y, 0.0], [x + deep * 0.5, y, high]], 0.03, net, 0.55);
            scene.line(picture, [[x + deep * 0.5, y, high], [x, y, high]], 0.03, net, 0.45);
            let [across, up] = [x + deep * (1.0 - 0.5 * share), high * share];
            scene.line(picture, [[across, -half, up], [across, half, up]], 0.03, net, 0.45);
        }
        scene.line(picture, [[x, half, 0.0], [x, half, high]], thick, frame.yuv(), 1.0);
        return;
    }
    scene.quad(
        picture,
        [[x, -half, 0.0], [x, -half, high], [x + deep * 0.5, -half, high], [x + deep, -half, 0.0]],
        net,
        0.14,
    );
    scene.line(picture, [[x, half, high], [x, -half, high]], thick, frame.yuv(), 1.0);
    scene.line(picture, [[x, -half, 0.0], [x, -half, high]], thick, frame.yuv(), 1.0);
}

fn hoop(picture: &mut Picture, scene: &Scene<'_>, side: f32) {
    let rules = scene.sport.rules();
    let [_, ring] = rules.goal;
    let board = side * (rules.goal_x + 0.4);
    let steel = Rgb(0x232a35).yuv();
    let foot = side * (rules.half[0] + 1.9);
    scene.quad(
        picture,
        [[foot - 0.5, -0.5, 0.0], [foot + 0.6, -0.5, 0.0], [foot + 0.6, -0.5, 0.9], [foot - 0.5, -0.5, 0.9]],
        Rgb(0x2f3947).yuv(),
        1.0,
    );
    scene.line(picture, [[foot, 0.0, 0.8], [foot - side * 0.4, 0.0, 2.6]], 0.26, steel, 1.0);
    scene.line(picture, [[foot - side * 0.4, 0.0, 2.6], [board + side * 0.1, 0.0, 3.4]], 0.2, steel, 1.0);
    let glass = [[board, -0.9, 2.9], [board, 0.9, 2.9], [board, 0.9, 3.95], [board, -0.9, 3.95]];
    scene.quad(picture, glass, Rgb(0xe8f1f8).yuv(), 0.72);
    for edge in 0..4 {
        scene.line(picture, [glass[edge], glass[(edge + 1) % 4]], 0.07, Rgb::WHITE.yuv(), 1.0);
    }
    let target = [[board, -0.3, 3.1], [board, 0.3, 3.1], [board, 0.3, 3.5], [board, -0.3, 3.5]];
    for edge in 0..4 {
        scene.line(picture, [target[edge], target[(edge + 1) % 4]], 0.04, Rgb(0xd8402a).yuv(), 1.0);
    }
    let around = |step: i32, radius: f32, up: f32| -> Place {
        let angle = step as f32 * std::f32::consts::TAU / 12.0;
        [side * rules.goal_x + radius * angle.cos(), radius * angle.sin(), up]
    };
    let net = Rgb(0xf5f5f2).yuv();
    for step in 0..12 {
        scene.line(picture, [around(step, 0.23, ring), around(step + 1, 0.13, ring - 0.42)], 0.02, net, 0.75);
        scene.line(picture, [around(step + 1, 0.23, ring), around(step, 0.13, ring - 0.42)], 0.02, net, 0.75);
    }
    scene.line(picture, [[board, 0.0, ring], [side * rules.goal_x, 0.0, ring]], 0.06, Rgb(0xe2572b).yuv(), 1.0);
    for step in 0..12 {
        scene.line(picture, [around(step, 0.23, ring), around(step + 1, 0.23, ring)], 0.05, Rgb(0xf0642e).yuv(), 1.0);
    }
}

/// The boards around the ice where they are not straight behind it; `near` are those before the players.
pub(crate) fn boards(picture: &mut Picture, scene: &Scene<'_>, corner: f32, near: bool) {
    let [long, wide] = scene.sport.rules().half;
    let [white, kick, rail, glass] = [0xf1f4f8, 0xe7b92f, 0x2d4f8f, 0xdfeaf4].map(|colour| Rgb(colour).yuv());
    let mut wall = |from: [f32; 2], to: [f32; 2]| {
        let along = |low: f32, high: f32| {
            [[from[0], from[1], low], [to[0], to[1], low], [to[0], to[1], high], [from[0], from[1], high]]
        };
        if near && from[1] < 0.0 {
            // Seen from outside.
            scene.quad(picture, along(-0.6, 1.15), Rgb(0x232a36).yuv(), 1.0);
        } else {
            scene.quad(picture, along(0.0, 1.15), white, 1.0);
            scene.quad(picture, along(0.0, 0.18), kick, 1.0);
        }
        scene.quad(picture, along(1.08, 1.2), rail, 1.0);
        scene.quad(picture, along(1.2, 2.6), glass, if near { 0.05 } else { 0.1 });
    };
    let turn = |side: f32, step: i32| {
        let angle = step as f32 * std::f32::consts::FRAC_PI_2 / 9.0;
        let out = if near { -1.0 } else { 1.0 };
        [side * (long - corner + corner * angle.sin()), out * (wide - corner + corner * angle.cos())]
    };
    for side in [-1.0, 1.0] {
        if near {
            wall([side * long, wide - corner], [side * long, corner - wide]);
        }
        for step in (0..9).rev() {
            wall(turn(side, step + 1), turn(side, step));
        }
    }
    if near {
        wall([corner - long, -wide], [long - corner, -wide]);
    }
}

pub(crate) fn ball(picture: &mut Picture, scene: &Scene<'_>, [x, y, z]: Place, turned: f32) {
    let scale = scene.lens.scale(y);
    let [gx, gy] = scene.see([x, y, 0.0]);
    let (radius, colour) = match scene.sport {
        Sport::Soccer => (0.27, Rgb(0xfafafa)),
        Sport::Basketball => (0.16, Rgb(0xd9691f)),
        Sport::Handball => (0.15, Rgb(0xf2b632)),
        Sport::IceHockey => (0.13, Rgb(0x0c0d10)),
    };
    let size = (radius * scale).max(1.6);
    picture.ellipse([gx, gy], [size * 1.1, size * 0.5], Rgb::BLACK.yuv().at(0.4 / (1.0 + z * 0.5)));
    let [bx, by] = scene.see([x, y, z]);
    if scene.sport == Sport::IceHockey {
        picture.ellipse([bx, by], [size * 1.25, size * 0.7], colour.yuv());
        return;
    }
    let centre = [bx, by - size * 0.6];
    picture.disc(centre, size, colour.mix(Rgb::BLACK, 0.22).yuv());
    picture.disc([centre[0] - size * 0.12, centre[1] - size * 0.18], size * 0.8, colour.yuv());
    let mark = Rgb(if scene.sport == Sport::Soccer { 0x23272e } else { 0x4a2410 }).yuv();
    let spot = [centre[0] + size * 0.45 * turned.cos(), centre[1] + size * 0.45 * turned.sin()];
    picture.disc(spot, size * 0.28, mark.at(0.8));
}
