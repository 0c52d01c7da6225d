//! OKLab, a space in which equal steps look equal: <https://bottosson.github.io/posts/oklab/>.
//!
//! `web/packages/theme/src/oklab.ts` says the same, operation by operation, so that both give the same bytes.

use super::Colour;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Oklab {
    pub(super) lightness: f64,
    a: f64,
    b: f64,
}

/// Rounding may leave a colour of the gamut a hair outside of it.
const GAMUT_SLACK: f64 = 1e-5;
/// Of large areas: more tires the eyes.
const MAX_TINT: f64 = 0.03;

fn decode(channel: u8) -> f64 {
    let value = f64::from(channel) / 255.0;
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

fn encode(linear: f64) -> u8 {
    let linear = linear.clamp(0.0, 1.0);
    let value = if linear <= 0.0031308 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 };
    (value * 255.0).round() as u8
}

/// WCAG's relative luminance.
pub(super) fn luminance(colour: Colour) -> f64 {
    let [red, green, blue] = colour.channels().map(decode);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

impl From<Colour> for Oklab {
    fn from(colour: Colour) -> Self {
        let [red, green, blue] = colour.channels().map(decode);
        let l = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue).cbrt();
        let m = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue).cbrt();
        let s = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue).cbrt();
        Self {
            lightness: 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            a: 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            b: 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
        }
    }
}

impl Oklab {
    pub(super) fn chroma(self) -> f64 {
        self.a.hypot(self.b)
    }

    pub(super) fn distance_squared(self, other: Self) -> f64 {
        (self.lightness - other.lightness).powi(2) + (self.a - other.a).powi(2) + (self.b - other.b).powi(2)
    }

    pub(super) fn mean(colours: &[Self]) -> Option<Self> {
        let count = colours.len() as f64;
        let mean = |part: fn(&Self) -> f64| colours.iter().map(part).sum::<f64>() / count;
        let mean = Self { lightness: mean(|one| one.lightness), a: mean(|one| one.a), b: mean(|one| one.b) };
        (!colours.is_empty()).then_some(mean)
    }

    /// A trace of the hue, for large areas.
    pub(super) fn tint(self) -> Self {
        self.with_chroma((MAX_TINT / self.chroma().max(MAX_TINT)).min(1.0))
    }

    fn linear(self) -> [f64; 3] {
        let l = self.lightness + 0.3963377774 * self.a + 0.2158037573 * self.b;
        let m = self.lightness - 0.1055613458 * self.a - 0.0638541728 * self.b;
        let s = self.lightness - 0.0894841775 * self.a - 1.2914855480 * self.b;
        let (l, m, s) = (l * l * l, m * m * m, s * s * s);
        [
            4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
        ]
    }

    fn colour(self) -> Colour {
        let [red, green, blue] = self.linear().map(encode);
        Colour::new(red, green, blue)
    }

    fn with_chroma(self, part: f64) -> Self {
        Self { lightness: self.lightness, a: self.a * part, b: self.b * part }
    }

    fn in_gamut(self) -> bool {
        self.linear().iter().all(|value| (-GAMUT_SLACK..=1.0 + GAMUT_SLACK).contains(value))
    }

    /// The same hue at another lightness, as colourful as sRGB allows there, but no more than now.
    pub(super) fn shade(self, lightness: f64) -> Colour {
        let wanted = Self { lightness, ..self };
        if wanted.in_gamut() {
            return wanted.colour();
        }
        let (mut inside, mut outside) = (0.0, 1.0);
        for _ in 0..12 {
            let middle = (inside + outside) / 2.0;
            if wanted.with_chroma(middle).in_gamut() {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        wanted.with_chroma(inside).colour()
    }
}

/// `amount` of `over` laid on `under`.
pub(super) fn mix(over: Colour, under: Colour, amount: f64) -> Colour {
    let (over, under) = (Oklab::from(over), Oklab::from(under));
    let blend = |x: f64, y: f64| x * amount + y * (1.0 - amount);
    Oklab { lightness: blend(over.lightness, under.lightness), a: blend(over.a, under.a), b: blend(over.b, under.b) }
        .colour()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// UI-10
        #[test]
        fn colour_survives_conversion_to_oklab_and_back(red: u8, green: u8, blue: u8) {
            let colour = Colour::new(red, green, blue);
            let lab = Oklab::from(colour);
            prop_assert_eq!(lab.shade(lab.lightness), colour);
            prop_assert_eq!(mix(colour, Colour::BLACK, 1.0), colour);
            prop_assert_eq!(lab.shade(0.0), Colour::BLACK);
            prop_assert_eq!(lab.shade(1.0), Colour::WHITE);
        }
    }
}
