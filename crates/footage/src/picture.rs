//! A picture in YUV 4:2:0, and shapes with soft edges drawn straight into it.

use crate::colour::Yuv;

/// Planes as an encoder takes them: luma, then both halves of chroma at half the size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) y: Vec<u8>,
    pub(crate) u: Vec<u8>,
    pub(crate) v: Vec<u8>,
}

/// A point or a direction in the picture, in pixels.
pub(crate) type Point = [f32; 2];

/// What a shape is filled with.
#[derive(Clone, Copy)]
pub(crate) struct Paint {
    pub(crate) colour: Yuv,
    /// From 0 (invisible) to 1.
    pub(crate) alpha: f32,
}

impl From<Yuv> for Paint {
    fn from(colour: Yuv) -> Self {
        Self { colour, alpha: 1.0 }
    }
}

impl Yuv {
    pub(crate) fn at(self, alpha: f32) -> Paint {
        Paint { colour: self, alpha }
    }
}

/// Left, top, right, bottom.
pub(crate) type Bounds = [f32; 4];

impl Picture {
    /// Black; both sides must be even.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        let quarter = width / 2 * (height / 2);
        Self { width, height, y: vec![16; width * height], u: vec![128; quarter], v: vec![128; quarter] }
    }

    /// The planes in the order of the format that encoders call `yuv420p`.
    pub fn planes(&self) -> [&[u8]; 3] {
        [&self.y, &self.u, &self.v]
    }

    /// Fills whatever has a negative distance (in pixels) to the shape's edge, within bounds.
    pub(crate) fn fill(
        &mut self,
        [left, top, right, bottom]: Bounds,
        paint: Paint,
        distance: impl Fn(f32, f32) -> f32,
    ) {
        let opacity = (paint.alpha.clamp(0.0, 1.0) * 256.0) as i32;
        if opacity == 0 || !(left < right && top < bottom) {
            return;
        }
        let span = |low: f32, high: f32, size: usize| {
            let low = (low.floor().max(0.0) as usize).min(size);
            low..(high.ceil().max(0.0) as usize).min(size).max(low)
        };
        for row in span(top - 1.0, bottom + 1.0, self.height) {
            let columns = span(left - 1.0, right + 1.0, self.width);
            let start = columns.start;
            for (column, luma) in self.y[row * self.width..][columns].iter_mut().enumerate() {
                let cover = 0.5 - distance((start + column) as f32 + 0.5, row as f32 + 0.5);
                if cover > 0.0 {
                    blend(luma, paint.colour.y, (cover.min(1.0) * opacity as f32) as i32);
                }
            }
        }
        // Chroma has pixels of twice the size, and so edges of twice the width.
        let width = self.width / 2;
        for row in span(top / 2.0 - 1.0, bottom / 2.0 + 1.0, self.height / 2) {
            let columns = span(left / 2.0 - 1.0, right / 2.0 + 1.0, width);
            for column in columns {
                let cover = 0.5 - distance(column as f32 * 2.0 + 1.0, row as f32 * 2.0 + 1.0) / 2.0;
                if cover > 0.0 {
                    let share = (cover.min(1.0) * opacity as f32) as i32;
                    blend(&mut self.u[row * width + column], paint.colour.u, share);
                    blend(&mut self.v[row * width + column], paint.colour.v, share);
                }
            }
        }
    }

    /// A limb: a line between two points, as thick as two radii say.
    pub(crate) fn limb(&mut self, from: Point, to: Point, [thick, thin]: [f32; 2], paint: impl Into<Paint>) {
        let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        let scale = 1.0 / (dx * dx + dy * dy).max(1e-6);
        let most = thick.max(thin);
        let bounds = [
            from[0].min(to[0]) - most,
            from[1].min(to[1]) - most,
            from[0].max(to[0]) + most,
            from[1].max(to[1]) + most,
        ];
        self.fill(bounds, paint.into(), |x, y| {
            let [px, py] = [x - from[0], y - from[1]];
            let along = ((px * dx + py * dy) * scale).clamp(0.0, 1.0);
            let [rx, ry] = [px - dx * along, py - dy * along];
            (rx * rx + ry * ry).sqrt() - (thick + (thin - thick) * along)
        });
    }

    pub(crate) fn disc(&mut self, centre: Point, radius: f32, paint: impl Into<Paint>) {
        self.limb(centre, centre, [radius, radius], paint);
    }

    pub(crate) fn ellipse(&mut self, [x, y]: Point, [rx, ry]: [f32; 2], paint: impl Into<Paint>) {
        let smaller = rx.min(ry);
        self.fill([x - rx, y - ry, x + rx, y + ry], paint.into(), |px, py| {
            let [dx, dy] = [(px - x) / rx, (py - y) / ry];
            ((dx * dx + dy * dy).sqrt() - 1.0) * smaller
        });
    }

    /// A soft patch of light or shade that fades towards its edge.
    pub(crate) fn glow(&mut self, [x, y]: Point, [rx, ry]: [f32; 2], paint: impl Into<Paint>) {
        self.fill([x - rx, y - ry, x + rx, y + ry], paint.into(), |px, py| {
            let [dx, dy] = [(px - x) / rx, (py - y) / ry];
            // The fill covers by half a pixel minus the distance: this makes a cover that falls off smoothly.
            let rest = (1.0 - dx * dx - dy * dy).max(0.0);
            0.5 - rest * rest
        });
    }

    /// A convex shape; corners in either direction.
    pub(crate) fn convex(&mut self, corners: &[Point], paint: impl Into<Paint>) {
        let turn: f32 = edges(corners).map(|[a, b]| a[0] * b[1] - b[0] * a[1]).sum();
        let sign = if turn < 0.0 { -1.0 } else { 1.0 };
        let sides: Vec<[f32; 3]> = edges(corners)
            .filter_map(|[a, b]| {
                let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
                let length = dx.hypot(dy);
                let [nx, ny] = [dy * sign / length, -dx * sign / length];
                (length > 1e-3).then_some([nx, ny, nx * a[0] + ny * a[1]])
            })
            .collect();
        let bounds = corners.iter().fold([f32::MAX, f32::MAX, f32::MIN, f32::MIN], |[l, t, r, b], [x, y]| {
            [l.min(*x), t.min(*y), r.max(*x), b.max(*y)]
        });
        self.fill(bounds, paint.into(), |x, y| {
            sides.iter().fold(f32::MIN, |most, [nx, ny, offset]| most.max(nx * x + ny * y - offset))
        });
    }

    /// A plain rectangle; the quickest way to cover much of the picture.
    pub(crate) fn bar(&mut self, [left, top]: Point, [right, bottom]: Point, paint: impl Into<Paint>) {
        let [mx, my, hx, hy] = [(left + right) / 2.0, (top + bottom) / 2.0, (right - left) / 2.0, (bottom - top) / 2.0];
        self.fill([left, top, right, bottom], paint.into(), |x, y| ((x - mx).abs() - hx).max((y - my).abs() - hy));
    }
}

fn edges(corners: &[Point]) -> impl Iterator<Item = [Point; 2]> {
    (0..corners.len()).map(|index| [corners[index], corners[(index + 1) % corners.len()]])
}

fn blend(under: &mut u8, over: u8, share: i32) {
    let here = i32::from(*under);
    *under = (here + (((i32::from(over) - here) * share + 128) >> 8)) as u8;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::Rgb;

    #[test]
    fn shapes_may_lie_outside_of_the_picture_in_part_or_whole() {
        let mut picture = Picture::new(32, 16);
        let white = Rgb::WHITE.yuv();
        picture.disc([-100.0, 4.0], 20.0, white);
        picture.convex(&[[40.0, -5.0], [60.0, -5.0], [50.0, 90.0]], white);
        picture.bar([f32::NAN, 0.0], [4.0, 4.0], white);
        assert_eq!(picture, Picture::new(32, 16));
        picture.ellipse([32.0, 16.0], [4.0, 4.0], white);
        assert_eq!(picture.y[15 * 32 + 31], 235);
        assert_eq!(picture.y[0], 16);
    }

    #[test]
    fn a_bar_covers_its_pixels_and_no_others() {
        let mut picture = Picture::new(16, 8);
        picture.bar([4.0, 2.0], [8.0, 6.0], Rgb(0xff0000).yuv());
        let covered = picture.y.iter().filter(|luma| **luma != 16).count();
        assert_eq!(covered, 16);
        assert_eq!(picture.v.iter().filter(|part| **part > 200).count(), 4);
    }

    #[test]
    fn half_a_colour_is_half_the_way() {
        let mut picture = Picture::new(4, 4);
        picture.bar([0.0, 0.0], [4.0, 4.0], Rgb::WHITE.yuv().at(0.5));
        assert!(picture.y.iter().all(|luma| (125..=126).contains(luma)));
    }
}
