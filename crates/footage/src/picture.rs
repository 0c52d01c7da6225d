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

/// Drawn into a stencil: wherever it is, the stencil lets paint through.
pub(crate) const FULL: Yuv = Yuv { y: 255, u: 255, v: 255 };

/// Parts of a row, from left to right.
const NOTHING: [f32; 2] = [0.0, 0.0];
const EVERYTHING: [f32; 2] = [f32::MIN, f32::MAX];

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
    pub(crate) fn fill(&mut self, bounds: Bounds, paint: Paint, distance: impl Fn(f32, f32) -> f32) {
        self.fill_spans(bounds, paint, distance, |_, margin| if margin > 0.0 { NOTHING } else { EVERYTHING });
    }

    /// The same, for shapes that know the part of each row that is inside by a margin; a negative one is outside.
    fn fill_spans(
        &mut self,
        bounds: Bounds,
        paint: Paint,
        distance: impl Fn(f32, f32) -> f32,
        inside: impl Fn(f32, f32) -> [f32; 2],
    ) {
        let Paint { colour, alpha } = paint;
        let opacity = alpha.clamp(0.0, 1.0) * 256.0;
        let [left, top, right, bottom] = bounds;
        if opacity < 1.0 || !(left < right && top < bottom) {
            return;
        }
        let [width, height] = [self.width, self.height];
        let plane = Plane { size: 1, width, height };
        plane.fill([(&mut self.y, colour.y)], bounds, opacity, &distance, &inside);
        // Chroma has pixels of twice the size, and so edges of twice the width.
        let half = Plane { size: 2, width: width / 2, height: height / 2 };
        half.fill([(&mut self.u, colour.u), (&mut self.v, colour.v)], bounds, opacity, &distance, &inside);
    }

    /// Makes a stencil that lets nothing through.
    pub(crate) fn erase(&mut self) {
        for plane in [&mut self.y, &mut self.u, &mut self.v] {
            plane.fill(0);
        }
    }

    /// Paints through a stencil (luma and the first half of chroma say how much), put on even pixels.
    pub(crate) fn stamp(&mut self, stencil: &Self, [x, y]: Point, paint: Paint) {
        let [x, y] = [x, y].map(|at| (at / 2.0).round() as isize);
        let opacity = (paint.alpha.clamp(0.0, 1.0) * 256.0) as i32;
        let Yuv { y: luma, u, v } = paint.colour;
        let sizes = [[self.width, self.height], [stencil.width, stencil.height]];
        stamp_plane(&mut self.y, &stencil.y, sizes, [x * 2, y * 2], (luma, opacity));
        let halves = sizes.map(|size| size.map(|side| side / 2));
        stamp_plane(&mut self.u, &stencil.u, halves, [x, y], (u, opacity));
        stamp_plane(&mut self.v, &stencil.u, halves, [x, y], (v, opacity));
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
        let distance = |x: f32, y: f32| {
            let [px, py] = [x - from[0], y - from[1]];
            let along = ((px * dx + py * dy) * scale).clamp(0.0, 1.0);
            let [rx, ry] = [px - dx * along, py - dy * along];
            (rx * rx + ry * ry).sqrt() - (thick + (thin - thick) * along)
        };
        // Most of the box around a slanted limb is far from it.
        let inside = |y: f32, margin: f32| {
            if margin > 0.0 {
                return NOTHING;
            }
            let reach = most - margin;
            let ends = if dy.abs() < 1e-3 {
                [0.0, 1.0]
            } else {
                [-reach, reach].map(|away| ((y + away - from[1]) / dy).clamp(0.0, 1.0))
            };
            let [one, two] = ends.map(|along| from[0] + dx * along);
            [one.min(two) - reach, one.max(two) + reach]
        };
        self.fill_spans(bounds, paint.into(), distance, inside);
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
        let distance =
            |x: f32, y: f32| sides.iter().fold(f32::MIN, |most, [nx, ny, offset]| most.max(nx * x + ny * y - offset));
        let inside = |y: f32, margin: f32| {
            sides.iter().fold([f32::MIN, f32::MAX], |[left, right], [nx, ny, offset]| {
                let room = offset - margin - ny * y;
                match *nx {
                    nx if nx > 1e-4 => [left, right.min(room / nx)],
                    nx if nx < -1e-4 => [left.max(room / nx), right],
                    _ if room < 0.0 => [left, f32::MIN],
                    _ => [left, right],
                }
            })
        };
        self.fill_spans(bounds, paint.into(), distance, inside);
    }

    /// A plain rectangle; the quickest way to cover much of the picture.
    pub(crate) fn bar(&mut self, [left, top]: Point, [right, bottom]: Point, paint: impl Into<Paint>) {
        let [mx, my, hx, hy] = [(left + right) / 2.0, (top + bottom) / 2.0, (right - left) / 2.0, (bottom - top) / 2.0];
        let distance = |x: f32, y: f32| ((x - mx).abs() - hx).max((y - my).abs() - hy);
        let inside = |y: f32, margin: f32| {
            if (y - my).abs() > hy - margin { NOTHING } else { [left + margin, right - margin] }
        };
        self.fill_spans([left, top, right, bottom], paint.into(), distance, inside);
    }
}

/// One plane, or two that are drawn alike; its pixels have `size` of the picture's on each side.
struct Plane {
    size: usize,
    width: usize,
    height: usize,
}

impl Plane {
    fn fill<const N: usize>(
        &self,
        mut planes: [(&mut Vec<u8>, u8); N],
        [left, top, right, bottom]: Bounds,
        opacity: f32,
        distance: &impl Fn(f32, f32) -> f32,
        inside: &impl Fn(f32, f32) -> [f32; 2],
    ) {
        let size = self.size as f32;
        // Casts of what is not negative round down, and quicker than `floor` does.
        let span = |low: f32, high: f32, most: usize| {
            let low = ((low / size).max(0.0) as usize).min(most);
            low..((high / size + 1.0).max(0.0) as usize).min(most).max(low)
        };
        for row in span(top - size, bottom + size, self.height) {
            let y = (row as f32 + 0.5) * size;
            let near = inside(y, -size);
            let columns = span(near[0].max(left) - size, near[1].min(right) + size, self.width);
            let [from, to] = inside(y, size * 0.5);
            let whole = |x: f32| ((x / size + 0.5).max(0.0) as usize).clamp(columns.start, columns.end);
            let middle = whole(from)..whole(to).max(whole(from));
            for column in (columns.start..middle.start).chain(middle.end..columns.end) {
                let cover = 0.5 - distance((column as f32 + 0.5) * size, y) / size;
                if cover > 0.0 {
                    let share = (cover.min(1.0) * opacity) as i32;
                    for (plane, value) in &mut planes {
                        blend(&mut plane[row * self.width + column], *value, share);
                    }
                }
            }
            for (plane, value) in &mut planes {
                let pixels = &mut plane[row * self.width..][middle.clone()];
                if opacity >= 256.0 {
                    pixels.fill(*value);
                } else {
                    pixels.iter_mut().for_each(|pixel| blend(pixel, *value, opacity as i32));
                }
            }
        }
    }
}

fn edges(corners: &[Point]) -> impl Iterator<Item = [Point; 2]> {
    (0..corners.len()).map(|index| [corners[index], corners[(index + 1) % corners.len()]])
}

fn stamp_plane(
    under: &mut [u8],
    stencil: &[u8],
    [[width, height], [wide, high]]: [[usize; 2]; 2],
    [x, y]: [isize; 2],
    (value, opacity): (u8, i32),
) {
    for row in 0..high {
        let Some(out) = y.checked_add_unsigned(row).and_then(|row| usize::try_from(row).ok()) else { continue };
        let first = usize::try_from(-x).unwrap_or(0).min(wide);
        let start = usize::try_from(x).unwrap_or(0).min(width);
        if out >= height {
            break;
        }
        let under = under[out * width..][..width].iter_mut().skip(start);
        for (pixel, cover) in under.zip(&stencil[row * wide + first..(row + 1) * wide]) {
            blend(pixel, value, (i32::from(*cover) * opacity + 128) >> 8);
        }
    }
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
    fn bar_at_half_opacity_draws_half_the_colour() {
        let mut picture = Picture::new(4, 4);
        picture.bar([0.0, 0.0], [4.0, 4.0], Rgb::WHITE.yuv().at(0.5));
        assert!(picture.y.iter().all(|luma| (125..=126).contains(luma)));
    }
}
