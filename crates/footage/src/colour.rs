//! Colours: mixed as red, green and blue, drawn as luma and chroma.

/// A colour as `0xrrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u32);

/// A colour while it is being worked out, each part from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Light(pub(crate) [f32; 3]);

/// A colour as pictures hold it (BT.709, 16 to 235).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Yuv {
    pub(crate) y: u8,
    pub(crate) u: u8,
    pub(crate) v: u8,
}

impl Rgb {
    pub(crate) const BLACK: Self = Self(0);
    pub(crate) const WHITE: Self = Self(0xffffff);

    pub(crate) fn light(self) -> Light {
        Light([16, 8, 0].map(|shift| (self.0 >> shift & 0xff) as f32 / 255.0))
    }

    pub(crate) fn yuv(self) -> Yuv {
        self.light().yuv()
    }

    pub(crate) fn mix(self, other: Self, share: f32) -> Self {
        let Light(parts) = self.light().mix(other.light(), share);
        Self(parts.iter().fold(0, |all, part| all << 8 | (part * 255.0).round() as u32))
    }

    /// How bright it looks, from 0 to 1.
    pub(crate) fn brightness(self) -> f32 {
        let Light([red, green, blue]) = self.light();
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// How unlike another colour it looks: 0 is the same, about 1 cannot be mistaken.
    pub(crate) fn distance(self, other: Self) -> f32 {
        let [here, there] = [self.yuv(), other.yuv()];
        let [y, u, v] = [[here.y, there.y], [here.u, there.u], [here.v, there.v]]
            .map(|[here, there]| (f32::from(here) - f32::from(there)) / 110.0);
        // Chroma tells people's shirts apart better than brightness does.
        (0.7 * y * y + 2.4 * (u * u + v * v)).sqrt()
    }
}

impl Light {
    pub(crate) fn mix(self, other: Self, share: f32) -> Self {
        let share = share.clamp(0.0, 1.0);
        Self(std::array::from_fn(|part| self.0[part] + (other.0[part] - self.0[part]) * share))
    }

    pub(crate) fn times(self, factor: f32) -> Self {
        Self(self.0.map(|part| (part * factor).clamp(0.0, 1.0)))
    }

    pub(crate) fn yuv(self) -> Yuv {
        let [red, green, blue] = self.0;
        let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        let chroma = |part: f32, scale: f32| (128.0 + 224.0 * (part - luma) / scale).round() as u8;
        Yuv { y: (16.0 + 219.0 * luma).round() as u8, u: chroma(blue, 1.8556), v: chroma(red, 1.5748) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_white_and_grey_have_no_chroma() {
        for (colour, luma) in [(Rgb::BLACK, 16), (Rgb::WHITE, 235), (Rgb(0x808080), 126)] {
            assert_eq!(colour.yuv(), Yuv { y: luma, u: 128, v: 128 });
        }
    }

    #[test]
    fn two_blues_are_closer_than_red_and_blue() {
        let blue = Rgb(0x14427a);
        assert!(blue.distance(Rgb(0x1f78c8)) < blue.distance(Rgb(0xc4122f)));
        assert_eq!(blue.distance(blue), 0.0);
    }
}
