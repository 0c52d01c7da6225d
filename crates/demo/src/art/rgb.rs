//! Colours of the drawings, with the little arithmetic that shading needs.

use std::fmt;

/// A colour as `0xrrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rgb(pub(crate) u32);

impl Rgb {
    pub(crate) const BLACK: Self = Self(0x000000);
    pub(crate) const WHITE: Self = Self(0xffffff);

    /// The colour on the way to another; 0 stays here, 1 arrives there.
    pub(crate) fn mix(self, other: Self, share: f64) -> Self {
        let channel = |shift: u32| {
            let [from, to] = [self, other].map(|colour| f64::from((colour.0 >> shift) & 0xff));
            ((from + (to - from) * share.clamp(0.0, 1.0)).round() as u32) << shift
        };
        Self(channel(16) | channel(8) | channel(0))
    }

    pub(crate) fn darker(self, share: f64) -> Self {
        self.mix(Self::BLACK, share)
    }

    pub(crate) fn lighter(self, share: f64) -> Self {
        self.mix(Self::WHITE, share)
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_goes_from_one_colour_to_the_other() {
        assert_eq!(Rgb(0x102030).mix(Rgb(0xf0e0d0), 0.0), Rgb(0x102030));
        assert_eq!(Rgb(0x102030).mix(Rgb(0xf0e0d0), 1.0), Rgb(0xf0e0d0));
        assert_eq!(Rgb::BLACK.mix(Rgb::WHITE, 0.5).to_string(), "#808080");
    }
}
