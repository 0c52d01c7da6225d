//! Letters of our own: strokes on a grid, four wide and six high, so that they are sharp at every size.

use std::collections::HashMap;

use crate::picture::{FULL, Paint, Picture, Point};

/// Half the thickness of a stroke, in the grid's units.
const BOLD: f32 = 0.66;
/// Room between letters.
const GAP: f32 = 1.95;
/// From the top of a letter to its foot.
pub(crate) const HEIGHT: f32 = 6.0;

/// Strokes as pairs of digits (x, y from the top), apart by spaces; and how wide the letter is.
fn strokes(letter: char) -> (&'static str, f32) {
    let strokes = match letter {
        'A' => "060110304146 0444",
        'B' => "00063645443303 0030414233",
        'C' => "4130100105163645",
        'D' => "00063645413000",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "41301001051636454323",
        'H' => "0006 4046 0343",
        'I' => "0006",
        'J' => "404536160504",
        'K' => "0006 4003 0346",
        'L' => "000646",
        'M' => "06002340 4046",
        'N' => "06004640",
        'O' => "103041453616050110",
        'P' => "06003041423303",
        'Q' => "103041453616050110 2446",
        'R' => "06003041423303 2346",
        'S' => "413010010213334445361605",
        'T' => "0040 2026",
        'U' => "000516364540",
        'V' => "002640",
        'W' => "0016233640",
        'X' => "0046 4006",
        'Y' => "002340 2326",
        'Z' => "00400646",
        '0' => "103041453616050110",
        '1' => "012026",
        '2' => "01103041420646",
        '3' => "011030414233 1333 334445361605",
        '4' => "36300444",
        '5' => "400003334445361605",
        '6' => "4130100105163645443303",
        '7' => "004016",
        '8' => "103041423313020110 1304051636454433",
        '9' => "4313020110304145361605",
        ':' => "0202 0505",
        '-' => "0333",
        '+' => "0343 2125",
        '.' => "0606",
        '!' => "0004 0606",
        '/' => "4006",
        _ => "",
    };
    let width = match letter {
        'I' | ':' | '.' | '!' => 0.0,
        '1' => 2.0,
        '-' => 3.0,
        ' ' => 2.0,
        _ => 4.0,
    };
    (strokes, width)
}

/// Letters without their accents, since the grid has no room above; what has no letter becomes a space.
fn plain(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_uppercase).map(|letter| match letter {
        'À' | 'Â' | 'Ä' => 'A',
        'Ç' => 'C',
        'È' | 'É' | 'Ê' | 'Ë' => 'E',
        'Î' | 'Ï' => 'I',
        'Ô' | 'Ö' => 'O',
        'Ù' | 'Û' | 'Ü' => 'U',
        letter => letter,
    })
}

fn segments(strokes: &str) -> impl Iterator<Item = [Point; 2]> {
    let point = |pair: &[u8]| [f32::from(pair[0] - b'0'), f32::from(pair[1] - b'0')];
    strokes.split(' ').flat_map(move |stroke| {
        stroke.as_bytes().windows(4).step_by(2).map(move |pair| [point(&pair[..2]), point(&pair[2..])])
    })
}

/// The width of a line of text, in the grid's units.
fn units(text: &str) -> f32 {
    let sum: f32 = plain(text).map(|letter| strokes(letter).1 + GAP).sum();
    (sum - GAP).max(0.0)
}

/// The width in pixels of text as high as `size`.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    units(text) * size / HEIGHT
}

/// Text as a texture: letters are listed once, then any point can be asked for.
pub(crate) struct Lettering {
    pub(crate) width: f32,
    letters: Vec<(f32, f32, Vec<[Point; 2]>)>,
}

impl Lettering {
    pub(crate) fn new(text: &str) -> Self {
        let mut left = 0.0;
        let mut letters = Vec::new();
        for letter in plain(text) {
            let (strokes, wide) = strokes(letter);
            letters.push((left, left + wide, segments(strokes).collect()));
            left += wide + GAP;
        }
        Self { width: units(text), letters }
    }

    /// Whether a point is in a letter; text is as high as [`HEIGHT`] and begins at 0, 0.
    pub(crate) fn covers(&self, x: f32, y: f32) -> bool {
        let near = |(left, right, _): &&(f32, f32, Vec<[Point; 2]>)| x > left - BOLD && x < right + BOLD;
        self.letters.iter().find(near).is_some_and(|(left, _, segments)| distance(segments, x - left, y) < BOLD)
    }
}

fn distance(segments: &[[Point; 2]], x: f32, y: f32) -> f32 {
    let to = |[[ax, ay], [bx, by]]: &[Point; 2]| {
        let [dx, dy] = [bx - ax, by - ay];
        let along = (((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy).max(1e-6)).clamp(0.0, 1.0);
        let [rx, ry] = [x - ax - dx * along, y - ay - dy * along];
        rx * rx + ry * ry
    };
    segments.iter().map(to).fold(f32::MAX, f32::min).sqrt()
}

impl Picture {
    /// One line of text with its upper left corner at a point, as high as `size`.
    pub(crate) fn text(&mut self, text: &str, [x, y]: Point, size: f32, paint: impl Into<Paint>) {
        let unit = size / HEIGHT;
        let paint = paint.into();
        let mut left = x;
        for letter in plain(text) {
            let (strokes, wide) = strokes(letter);
            let segments: Vec<_> = segments(strokes).collect();
            let bounds = [left - unit, y - unit, left + (wide + 1.0) * unit, y + (HEIGHT + 1.0) * unit];
            self.fill(bounds, paint, |px, py| (distance(&segments, (px - left) / unit, (py - y) / unit) - BOLD) * unit);
            left += (wide + GAP) * unit;
        }
    }
}

/// Lines of text that were drawn before: graphics say the same for many frames.
#[derive(Default)]
pub(crate) struct Letters {
    kept: HashMap<(String, u32), Picture>,
}

/// A clock says something new every second.
const KEPT: usize = 64;

impl Letters {
    /// One line of text, on whole pixels; its upper left corner is at a point.
    pub(crate) fn write(
        &mut self,
        picture: &mut Picture,
        text: &str,
        [x, y]: Point,
        size: f32,
        paint: impl Into<Paint>,
    ) {
        let paint = paint.into();
        let key = (text.to_owned(), size.to_bits());
        if self.kept.len() >= KEPT && !self.kept.contains_key(&key) {
            self.kept.clear();
        }
        let edge = (size / HEIGHT).ceil() + 1.0;
        let stencil = self.kept.entry(key).or_insert_with(|| {
            let even = |length: f32| (length.ceil() as usize).next_multiple_of(2);
            let mut stencil = Picture::new(even(width(text, size) + 2.0 * edge), even(size + 2.0 * edge));
            stencil.erase();
            stencil.text(text, [edge, edge], size, FULL);
            stencil
        });
        picture.stamp(stencil, [x - edge, y - edge], paint);
    }

    pub(crate) fn centred(
        &mut self,
        picture: &mut Picture,
        text: &str,
        [x, y]: Point,
        size: f32,
        paint: impl Into<Paint>,
    ) {
        self.write(picture, text, [x - width(text, size) / 2.0, y], size, paint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_and_digit_looks_different() {
        let signs: Vec<char> = ('A'..='Z').chain('0'..='9').filter(|sign| *sign != 'O').collect();
        let shape = |sign: &char| {
            let lettering = Lettering::new(&sign.to_string());
            let points = (0..=24).flat_map(|y| (0..=16).map(move |x| [x as f32 / 4.0, y as f32 / 4.0]));
            points.map(|[x, y]| lettering.covers(x, y)).collect::<Vec<_>>()
        };
        let shapes: Vec<_> = signs.iter().map(shape).collect();
        for (index, one) in shapes.iter().enumerate() {
            assert!(one.contains(&true), "{}", signs[index]);
            for (other, two) in shapes.iter().enumerate().skip(index + 1) {
                assert_ne!(one, two, "{} {}", signs[index], signs[other]);
            }
        }
    }

    #[test]
    fn names_in_french_lose_their_accents_only() {
        assert_eq!(units("Île-Dorée"), units("ILE-DOREE"));
    }
}
