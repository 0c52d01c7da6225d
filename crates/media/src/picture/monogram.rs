//! Letters of strokes, for icons of channels that have no picture: capitals, digits and nothing else.

use image::{Rgba, RgbaImage};

/// Half the thickness of a stroke, in units of a grid on which letters are six high.
const HALF_STROKE: f32 = 0.62;
const HEIGHT: f32 = 6.0;
/// Of the side of the picture.
const LETTER_SHARE: f32 = 0.46;

/// Strokes as points of two digits (x, and y from the top), apart by spaces.
fn strokes(letter: char) -> Option<&'static str> {
    Some(match letter {
        'A' | 'А' => "062046 1434",
        'B' | 'В' => "00063645443303 0030414233",
        'C' | 'С' => "4130100105163645",
        'D' => "00063645413000",
        'E' | 'Е' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "41301001051636454323",
        'H' | 'Н' => "0006 4046 0343",
        'I' | 'І' => "0006",
        'J' | 'Ј' => "404536160504",
        'K' | 'К' => "0006 4003 0346",
        'L' => "000646",
        'M' | 'М' => "06002340 4046",
        'N' => "06004640",
        'O' | 'О' => "103041453616050110",
        'P' | 'Р' => "06003041423303",
        'Q' => "103041453616050110 2446",
        'R' => "06003041423303 2346",
        'S' => "413010010213334445361605",
        'T' | 'Т' => "0040 2026",
        'U' => "000516364540",
        'V' => "002640",
        'W' => "0016233640",
        'X' | 'Х' => "0046 4006",
        'Y' => "002340 2326",
        'Z' => "00400646",
        'Б' => "4000063645443303",
        'Г' => "400006",
        'Д' => "05104046 0545 0506 4546",
        'Ж' => "2026 0006 4046 0343",
        'З' => "011030414233 1333 334445361605",
        'И' => "00064046",
        'Й' => "00064046 1030",
        'Л' => "06104046",
        'П' => "06004046",
        'У' => "0023 402306",
        'Ф' => "2026 113142443515040211",
        'Ц' => "000646 4046 4656",
        'Ч' => "000343 4046",
        'Ш' => "00064640 2026",
        'Щ' => "00064640 2026 4656",
        'Ъ' => "0010163645443313",
        'Ь' => "00063645443303",
        'Ю' => "0006 0313 203041453626151120",
        'Я' => "46401001021343 2306",
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
        _ => return None,
    })
}

/// The letter without its accent.
fn plain(letter: char) -> char {
    match letter {
        'À' | 'Á' | 'Â' | 'Ã' | 'Ä' | 'Å' => 'A',
        'Ç' => 'C',
        'È' | 'É' | 'Ê' | 'Ë' => 'E',
        'Ì' | 'Í' | 'Î' | 'Ï' => 'I',
        'Ñ' => 'N',
        'Ò' | 'Ó' | 'Ô' | 'Õ' | 'Ö' => 'O',
        'Ù' | 'Ú' | 'Û' | 'Ü' => 'U',
        other => other,
    }
}

type Point = (f32, f32);

fn segments(letter: char) -> Vec<[Point; 2]> {
    let digit = |byte: u8| f32::from(byte.saturating_sub(b'0'));
    let of_stroke = |stroke: &str| {
        let points: Vec<Point> = stroke.as_bytes().chunks(2).map(|pair| (digit(pair[0]), digit(pair[1]))).collect();
        points.windows(2).map(|pair| [pair[0], pair[1]]).collect::<Vec<_>>()
    };
    let upper = letter.to_uppercase().next().unwrap_or(letter);
    strokes(plain(upper)).unwrap_or_default().split(' ').flat_map(of_stroke).collect()
}

fn distance((x, y): Point, [(ax, ay), (bx, by)]: [Point; 2]) -> f32 {
    let (dx, dy) = (bx - ax, by - ay);
    let along = (((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    (x - ax - along * dx).hypot(y - ay - along * dy)
}

/// Draws a letter in the middle of a picture; one of a script that is not known leaves it as it is.
pub(super) fn draw(picture: &mut RgbaImage, letter: char, [red, green, blue]: [u8; 3]) {
    let segments = segments(letter);
    let xs = segments.iter().flatten().map(|(x, _)| *x);
    let (left, right) = (xs.clone().fold(f32::MAX, f32::min), xs.fold(f32::MIN, f32::max));
    let unit = picture.width() as f32 * LETTER_SHARE / HEIGHT;
    let middle = picture.width() as f32 / 2.0;
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        let at =
            ((x as f32 + 0.5 - middle) / unit + (left + right) / 2.0, (y as f32 + 0.5 - middle) / unit + HEIGHT / 2.0);
        let nearest = segments.iter().map(|segment| distance(at, *segment)).fold(f32::MAX, f32::min);
        let cover = ((HALF_STROKE - nearest) * unit + 0.5).clamp(0.0, 1.0);
        let mixed = |from: u8, to: u8| (f32::from(from) + (f32::from(to) - f32::from(from)) * cover).round() as u8;
        let [r, g, b, alpha] = pixel.0;
        *pixel = Rgba([mixed(r, red), mixed(g, green), mixed(b, blue), alpha]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every letter that a Bulgarian, French or English name begins with is drawn, and nothing outside the middle is touched.
    #[test]
    fn letters_are_drawn_in_the_middle() {
        for letter in ('A'..='Z').chain("ÉÇÀabwабвгдежзийклмнопрстуфхцчшщъьюя09".chars())
        {
            let mut picture = RgbaImage::from_pixel(48, 48, Rgba([0, 0, 0, 255]));
            draw(&mut picture, letter, [255, 255, 255]);
            let lit: Vec<_> = picture.enumerate_pixels().filter(|(_, _, pixel)| pixel.0[0] > 127).collect();
            assert!(lit.len() > 30, "{letter}");
            assert!(lit.iter().all(|(x, y, _)| (8..40).contains(x) && (8..40).contains(y)), "{letter}");
        }
        let mut picture = RgbaImage::from_pixel(48, 48, Rgba([9, 9, 9, 255]));
        draw(&mut picture, '語', [255, 255, 255]);
        assert!(picture.pixels().all(|pixel| pixel.0 == [9, 9, 9, 255]));
    }
}
