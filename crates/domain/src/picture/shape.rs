//! Sizes of pictures, parts of them, and the point that matters.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// In pixels: what screens ask for, from a phone's card to a hero.
pub const WIDTHS: [u32; 4] = [320, 640, 1280, 1920];
pub const MAX_WIDTH: u32 = 1920;
/// Smaller ones are no pictures.
pub const MIN_SIDE: u32 = 16;
/// How many times longer than the other a side may be.
const MAX_ASPECT: u32 = 10;

/// In pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Size {
    pub width: u32,
    pub height: u32,
}

impl Size {
    pub fn pixels(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// Whether it is large enough, and neither a line nor a column.
    pub fn is_picture(self) -> bool {
        let (short, long) = (self.width.min(self.height), self.width.max(self.height));
        short >= MIN_SIDE && long <= short.saturating_mul(MAX_ASPECT)
    }

    /// The same shape at another width.
    #[must_use]
    pub fn at_width(self, width: u32) -> Self {
        let height = u64::from(width) * u64::from(self.height) + u64::from(self.width) / 2;
        let height = height.checked_div(self.width.into()).unwrap_or_default();
        Self { width, height: u32::try_from(height).unwrap_or(u32::MAX).max(1) }
    }

    /// The widths of its files, smallest first. Nothing is enlarged.
    pub fn widths(self) -> Vec<u32> {
        let largest = self.width.min(MAX_WIDTH);
        WIDTHS.into_iter().filter(|width| *width < largest).chain([largest]).collect()
    }
}

/// A part of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Crop {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

impl Crop {
    pub fn size(self) -> Size {
        Size { width: self.width, height: self.height }
    }

    pub fn is_in(self, whole: Size) -> bool {
        let fits = |from: u32, length: u32, whole: u32| from.checked_add(length).is_some_and(|end| end <= whole);
        fits(self.x, self.width, whole.width) && fits(self.y, self.height, whole.height) && self.size().is_picture()
    }
}

/// The point of a picture that stays in view, in percent of its width and height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Focus {
    #[schema(maximum = 100)]
    pub x: u8,
    #[schema(maximum = 100)]
    pub y: u8,
}

impl Default for Focus {
    fn default() -> Self {
        Self { x: 50, y: 50 }
    }
}

impl Focus {
    pub fn is_valid(self) -> bool {
        self.x <= 100 && self.y <= 100
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_and_specks_are_no_pictures() {
        for (width, height, is_picture) in
            [(16, 16, true), (15, 16, false), (160, 16, true), (161, 16, false), (16, 10_000, false), (0, 0, false)]
        {
            assert_eq!(Size { width, height }.is_picture(), is_picture, "{width}x{height}");
        }
    }

    #[test]
    fn widths_are_those_of_screens() {
        let widths = |width| Size { width, height: 100 }.widths();
        assert_eq!(widths(100), [100]);
        assert_eq!(widths(320), [320]);
        assert_eq!(widths(700), [320, 640, 700]);
        assert_eq!(widths(1920), WIDTHS);
        assert_eq!(widths(8_000), WIDTHS);
    }

    proptest! {
        #[test]
        fn pictures_are_never_enlarged(width in 1u32..20_000, height in 1u32..20_000) {
            let size = Size { width, height };
            prop_assert!(size.widths().into_iter().all(|one| one <= width));
            prop_assert!(size.widths().is_sorted_by(|a, b| a < b));
            for one in size.widths().into_iter().map(|width| size.at_width(width)) {
                let ratio = f64::from(width) / f64::from(height) * f64::from(one.height);
                prop_assert!((ratio - f64::from(one.width)).abs() <= ratio / f64::from(one.height) + 1.0);
            }
        }
    }
}
