//! Icons of a channel: squares in any size, of its picture, of its logo, or of its initial on its colour.

use domain::picture::{Focus, PictureFormat};
use image::imageops::overlay;
use image::{DynamicImage, Rgba, RgbaImage};

use super::monogram;
use super::read::{PictureError, decode, format_of};
use super::render::{encode, fitted};

/// What a system does with an icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IconShape {
    /// Shows it as it is.
    Plain,
    /// Fills what is transparent with black, and rounds the corners.
    Tile,
    /// Cuts off up to a tenth of each side.
    Maskable,
}

/// What an icon shows beside its picture, or without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IconLook {
    pub side: u32,
    pub shape: IconShape,
    /// Whether the picture was made to be an icon; a logo may have any shape.
    pub is_square: bool,
    pub focus: Focus,
    pub letter: Option<char>,
    pub background: [u8; 3],
    pub ink: [u8; 3],
}

impl IconLook {
    /// How much of the side the picture takes.
    fn share(&self) -> f32 {
        match (self.shape, self.is_square) {
            (IconShape::Plain, _) | (IconShape::Tile, true) => 1.0,
            (IconShape::Tile, false) | (IconShape::Maskable, true) => 0.8,
            (IconShape::Maskable, false) => 0.6,
        }
    }
}

/// A PNG. Takes a moment: not for a thread that answers.
pub fn icon(picture: Option<&[u8]>, look: &IconLook) -> Result<Vec<u8>, PictureError> {
    let [red, green, blue] = look.background;
    let is_clear = picture.is_some() && look.shape == IconShape::Plain;
    let mut canvas =
        RgbaImage::from_pixel(look.side, look.side, Rgba([red, green, blue, if is_clear { 0 } else { 255 }]));
    match picture {
        Some(bytes) => {
            let picture = decode(bytes, format_of(bytes)?)?;
            let picture = if look.is_square { squared(&picture, look.focus) } else { picture };
            let side = (look.side as f32 * look.share()).round() as u32;
            let picture = fitted(&picture, side).into_rgba8();
            let middle = |length: u32| i64::from(look.side.saturating_sub(length) / 2);
            let (x, y) = (middle(picture.width()), middle(picture.height()));
            overlay(&mut canvas, &picture, x, y);
        }
        None => {
            if let Some(letter) = look.letter {
                monogram::draw(&mut canvas, letter, look.ink);
            }
        }
    }
    encode(&DynamicImage::from(canvas), PictureFormat::Png).ok_or(PictureError::Damaged)
}

/// The largest square of a picture, as near to its focal point as it can be.
fn squared(picture: &DynamicImage, focus: Focus) -> DynamicImage {
    let (width, height) = (picture.width(), picture.height());
    let side = width.min(height);
    let at = |length: u32, percent: u8| (length - side) * u32::from(percent.min(100)) / 100;
    picture.crop_imm(at(width, focus.x), at(height, focus.y), side, side)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(side: u32, shape: IconShape, is_square: bool) -> IconLook {
        let focus = Focus { x: 100, y: 0 };
        IconLook { side, shape, is_square, focus, letter: Some('N'), background: [10, 20, 30], ink: [250, 250, 250] }
    }

    /// Twice as wide as high: red on the left, blue on the right.
    fn wide() -> Vec<u8> {
        let half = |x: u32| if x < 64 { Rgba([255, 0, 0, 255]) } else { Rgba([0, 0, 255, 255]) };
        encode(&DynamicImage::from(RgbaImage::from_fn(128, 64, |x, _| half(x))), PictureFormat::Png).unwrap()
    }

    fn drawn(picture: Option<&[u8]>, look: &IconLook) -> RgbaImage {
        image::load_from_memory(&icon(picture, look).unwrap()).unwrap().into_rgba8()
    }

    #[test]
    fn icons_are_squares_of_their_size() {
        for (side, shape) in [(16, IconShape::Plain), (180, IconShape::Tile), (512, IconShape::Maskable)] {
            for (picture, is_square) in [(None, false), (Some(wide()), false), (Some(wide()), true)] {
                let made = drawn(picture.as_deref(), &look(side, shape, is_square));
                assert_eq!(made.dimensions(), (side, side));
                let is_opaque = made.get_pixel(0, 0).0[3] == 255;
                assert_eq!(
                    is_opaque,
                    shape != IconShape::Plain || picture.is_none() || is_square,
                    "{shape:?} {is_square}"
                );
            }
        }
    }

    /// A picture that is to be an icon is cut at its focal point; a logo stays whole.
    #[test]
    fn pictures_are_cut_and_logos_are_not() {
        let cut = drawn(Some(&wide()), &look(64, IconShape::Plain, true));
        assert_eq!((cut.get_pixel(2, 32).0, cut.get_pixel(61, 32).0), ([0, 0, 255, 255], [0, 0, 255, 255]));
        let whole = drawn(Some(&wide()), &look(64, IconShape::Plain, false));
        assert_eq!((whole.get_pixel(2, 32).0, whole.get_pixel(61, 32).0), ([255, 0, 0, 255], [0, 0, 255, 255]));
        assert_eq!(whole.get_pixel(32, 4).0[3], 0);
        let masked = drawn(Some(&wide()), &look(100, IconShape::Maskable, true));
        assert_eq!((masked.get_pixel(5, 50).0, masked.get_pixel(50, 50).0), ([10, 20, 30, 255], [0, 0, 255, 255]));
    }

    #[test]
    fn drawings_are_no_pictures() {
        assert!(
            icon(Some(b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"), &look(32, IconShape::Plain, false)).is_err()
        );
    }
}
