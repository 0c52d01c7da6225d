//! A pinhole camera over a flat ground, so that field lines of every sport fall into true perspective.

/// Looks over a ground plane measured in metres: x to the right, z away from the viewer, y up.
pub(crate) struct Camera {
    pub(crate) x: f64,
    pub(crate) height: f64,
    /// Turned to the right, in degrees.
    pub(crate) yaw: f64,
    /// Where the horizon stands in the picture.
    pub(crate) horizon: f64,
    /// Where the middle of the view stands in the picture.
    pub(crate) middle: f64,
    pub(crate) focal: f64,
}

/// Nothing nearer than this is drawn: it would be behind the glass.
const NEAR: f64 = 1.5;

impl Camera {
    /// Turns a point of the ground into the viewer's axes.
    fn turned(&self, [x, z]: [f64; 2]) -> [f64; 2] {
        let (sin, cos) = self.yaw.to_radians().sin_cos();
        let x = x - self.x;
        [x * cos - z * sin, x * sin + z * cos]
    }

    fn seen(&self, [x, z]: [f64; 2], y: f64) -> [f64; 2] {
        [self.middle + self.focal * x / z, self.horizon + self.focal * (self.height - y) / z]
    }

    /// A point above the ground in the picture.
    pub(crate) fn point(&self, ground: [f64; 2], y: f64) -> [f64; 2] {
        let [x, z] = self.turned(ground);
        self.seen([x, z.max(NEAR)], y)
    }

    /// An area of the ground as path data, cut where it would pass behind the viewer.
    pub(crate) fn area(&self, corners: &[[f64; 2]]) -> String {
        let turned: Vec<_> = corners.iter().map(|corner| self.turned(*corner)).collect();
        let mut cut: Vec<[f64; 2]> = Vec::new();
        for (index, &here) in turned.iter().enumerate() {
            let before = turned[(index + turned.len() - 1) % turned.len()];
            if (here[1] >= NEAR) != (before[1] >= NEAR) {
                let share = (NEAR - before[1]) / (here[1] - before[1]);
                cut.push([before[0] + (here[0] - before[0]) * share, NEAR]);
            }
            if here[1] >= NEAR {
                cut.push(here);
            }
        }
        closed(&cut.iter().map(|corner| self.seen(*corner, 0.0)).collect::<Vec<_>>())
    }

    /// A shape in space as path data; all of it must stand before the viewer.
    pub(crate) fn shape(&self, corners: &[([f64; 2], f64)]) -> String {
        closed(&corners.iter().map(|(ground, y)| self.point(*ground, *y)).collect::<Vec<_>>())
    }

    /// An upright wall between two points of the ground.
    pub(crate) fn wall(&self, from: [f64; 2], to: [f64; 2], [low, high]: [f64; 2]) -> String {
        self.shape(&[(from, low), (from, high), (to, high), (to, low)])
    }

    /// A painted line between two points of the ground, as wide as it is in metres.
    pub(crate) fn line(&self, from: [f64; 2], to: [f64; 2], width: f64) -> String {
        let [dx, dz] = [to[0] - from[0], to[1] - from[1]];
        let length = dx.hypot(dz).max(1e-9);
        let [nx, nz] = [-dz / length * width / 2.0, dx / length * width / 2.0];
        self.area(&[
            [from[0] + nx, from[1] + nz],
            [to[0] + nx, to[1] + nz],
            [to[0] - nx, to[1] - nz],
            [from[0] - nx, from[1] - nz],
        ])
    }

    /// The outline of a rectangle on the ground.
    pub(crate) fn frame(&self, [left, near]: [f64; 2], [right, far]: [f64; 2], width: f64) -> String {
        [
            self.line([left, near], [right, near], width),
            self.line([left, far], [right, far], width),
            self.line([left, near], [left, far], width),
            self.line([right, near], [right, far], width),
        ]
        .concat()
    }

    /// A filled disc on the ground, which must lie before the viewer.
    pub(crate) fn disc(&self, centre: [f64; 2], radius: f64) -> String {
        self.curve(&[arc_points(centre, radius, [0.0, 360.0])])
    }

    /// A painted arc on the ground before the viewer, between two angles in degrees (0 points right, 90 away).
    pub(crate) fn arc(&self, centre: [f64; 2], radius: f64, [from, to]: [f64; 2], width: f64) -> String {
        let outer = arc_points(centre, radius + width / 2.0, [from, to]);
        let inner = arc_points(centre, radius - width / 2.0, [to, from]);
        self.curve(&[outer, inner])
    }

    /// Arcs joined to one closed path of quadratic curves.
    fn curve(&self, arcs: &[Vec<[f64; 2]>]) -> String {
        let seen: Vec<Vec<_>> =
            arcs.iter().map(|arc| arc.iter().map(|ground| self.point(*ground, 0.0)).collect()).collect();
        if out_of_sight(&seen.concat()) {
            return String::new();
        }
        let mut pen = Pen::default();
        for (index, arc) in seen.iter().enumerate() {
            pen.command(if index == 0 { 'M' } else { 'l' });
            for (step, point) in arc.iter().enumerate() {
                if step == 1 {
                    pen.command('q');
                }
                // Both points of a quadratic step are relative to where the step began.
                pen.write(*point);
                if step % 2 == 0 {
                    pen.stay();
                }
            }
        }
        pen.close()
    }
}

/// An arc as curve data: a point on it, then by turns a control point and the next point on it.
fn arc_points(centre: [f64; 2], radius: f64, [from, to]: [f64; 2]) -> Vec<[f64; 2]> {
    let steps = ((to - from).abs() / 45.0).ceil().max(1.0);
    let half = (to - from) / steps / 2.0;
    (0..=(steps as usize * 2))
        .map(|index| {
            let reach = if index % 2 == 0 { radius } else { radius / half.to_radians().cos() };
            let (sin, cos) = (from + half * index as f64).to_radians().sin_cos();
            [centre[0] + reach * cos, centre[1] + reach * sin]
        })
        .collect()
}

/// Straight lines between points of the picture, closed.
pub(crate) fn closed(points: &[[f64; 2]]) -> String {
    if points.len() < 3 || out_of_sight(points) {
        return String::new();
    }
    let mut pen = Pen::default();
    for (index, point) in points.iter().enumerate() {
        match index {
            0 => pen.command('M'),
            1 => pen.command('l'),
            _ => {}
        }
        pen.write(*point);
        pen.stay();
    }
    pen.close()
}

/// Whether all points lie beyond the same edge of the picture.
fn out_of_sight(points: &[[f64; 2]]) -> bool {
    let all = |beyond: fn(&[f64; 2]) -> bool| points.iter().all(beyond);
    all(|p| p[0] < 0.0) || all(|p| p[0] > 1600.0) || all(|p| p[1] < 0.0) || all(|p| p[1] > 900.0)
}

/// Writes path data in tenths of a unit, step by step, which is the shortest way.
#[derive(Default)]
struct Pen {
    path: String,
    here: [i64; 2],
    last: [i64; 2],
}

impl Pen {
    fn command(&mut self, letter: char) {
        self.path.push(letter);
    }

    fn write(&mut self, point: [f64; 2]) {
        self.last = point.map(|value| (value * 10.0).round() as i64);
        for axis in [0, 1] {
            let step = self.last[axis] - self.here[axis];
            if step >= 0 && !self.path.ends_with(|end: char| end.is_ascii_alphabetic()) {
                self.path.push(' ');
            }
            self.path.push_str(&decimal(step));
        }
    }

    /// The next steps count from the point written last.
    fn stay(&mut self) {
        self.here = self.last;
    }

    fn close(mut self) -> String {
        self.path.push('z');
        self.path
    }
}

fn decimal(tenths: i64) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    match (tenths.abs() / 10, tenths.abs() % 10) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, part) => format!("{sign}.{part}"),
        (whole, part) => format!("{sign}{whole}.{part}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAMERA: Camera = Camera { x: 0.0, height: 10.0, yaw: 0.0, horizon: 300.0, middle: 800.0, focal: 1000.0 };

    #[test]
    fn far_points_come_near_the_horizon() {
        let [near, far] = [10.0, 1000.0].map(|z| CAMERA.point([0.0, z], 0.0));
        assert_eq!(near, [800.0, 1300.0]);
        assert_eq!(far, [800.0, 310.0]);
    }

    #[test]
    fn paths_are_written_in_steps() {
        assert_eq!(closed(&[[10.0, 20.0], [12.5, 19.0], [12.0, 20.0]]), "M10 20l2.5-1-.5 1z");
        assert_eq!(closed(&[[-10.0, 20.0], [-12.5, 19.0], [-12.0, 20.0]]), "");
    }

    #[test]
    fn area_behind_the_viewer_is_cut_away() {
        assert_eq!(CAMERA.area(&[[-1.0, -5.0], [1.0, -5.0], [0.0, -9.0]]), "");
        assert!(!CAMERA.area(&[[-1.0, -5.0], [1.0, -5.0], [0.0, 90.0]]).is_empty());
    }
}
