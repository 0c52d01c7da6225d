//! A channel's colours: parsed strictly from the operator's input and turned into a readable theme.

mod clusters;
mod oklab;
mod proposal;
mod theme;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

pub use proposal::propose;
pub use theme::{Scheme, Theme, theme};

/// An opaque sRGB colour, always written `#rrggbb`: whatever was typed, nothing else can reach a style sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour([u8; 3]);

/// Why a text is no colour; the text itself is left out, since it may be hostile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a colour as #rgb, #rrggbb, rgb(0, 0, 0) or hsl(0, 0%, 0%)")]
pub struct ColourError;

impl Colour {
    pub const BLACK: Self = Self([0, 0, 0]);
    pub const WHITE: Self = Self([255, 255, 255]);

    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self([red, green, blue])
    }

    pub const fn channels(self) -> [u8; 3] {
        self.0
    }

    /// WCAG's contrast ratio, from 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (oklab::luminance(self), oklab::luminance(other));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl fmt::Debug for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Colour {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Self, ColourError> {
        // Longer than any colour that we read, so that a huge field costs nothing.
        if text.len() > 64 {
            return Err(ColourError);
        }
        let text = text.trim_ascii().to_ascii_lowercase();
        if let Some(digits) = text.strip_prefix('#') {
            return from_hex(digits);
        }
        let (name, rest) = text.split_once('(').ok_or(ColourError)?;
        let parts = arguments(rest.strip_suffix(')').ok_or(ColourError)?)?;
        match name {
            "rgb" => from_rgb(parts),
            "hsl" => from_hsl(parts),
            _ => Err(ColourError),
        }
    }
}

/// Three, six or eight digits; the last two of eight are opacity, which a channel's colours do not have.
fn from_hex(digits: &str) -> Result<Colour, ColourError> {
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(ColourError);
    }
    let number = u32::from_str_radix(digits, 16).map_err(|_| ColourError)?;
    let nibble = |shift: u32| ((number >> shift) & 0xf) as u8 * 17;
    match digits.len() {
        3 => Ok(Colour([nibble(8), nibble(4), nibble(0)])),
        6 => Ok(from_bits(number)),
        8 => Ok(from_bits(number >> 8)),
        _ => Err(ColourError),
    }
}

const fn from_bits(rgb: u32) -> Colour {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Colour([red, green, blue])
}

fn arguments(text: &str) -> Result<[&str; 3], ColourError> {
    let parts: Vec<&str> = if text.contains(',') {
        text.split(',').map(str::trim_ascii).collect()
    } else {
        text.split_ascii_whitespace().collect()
    };
    parts.try_into().map_err(|_| ColourError)
}

/// A plain decimal number up to `most`: no sign, no exponent, no `calc()`.
fn number(text: &str, most: f64) -> Result<f64, ColourError> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str, longest| (1..=longest).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole, 3) || !digits(fraction, 6) {
        return Err(ColourError);
    }
    text.parse().ok().filter(|value| *value <= most).ok_or(ColourError)
}

fn percent(text: &str) -> Result<f64, ColourError> {
    Ok(number(text.strip_suffix('%').ok_or(ColourError)?, 100.0)? / 100.0)
}

fn from_rgb(parts: [&str; 3]) -> Result<Colour, ColourError> {
    let channel = |part: &str| if part.ends_with('%') { Ok(percent(part)? * 255.0) } else { number(part, 255.0) };
    let [red, green, blue] = parts.map(channel);
    Ok(Colour([red?.round() as u8, green?.round() as u8, blue?.round() as u8]))
}

fn from_hsl([hue, saturation, lightness]: [&str; 3]) -> Result<Colour, ColourError> {
    let hue = number(hue.strip_suffix("deg").unwrap_or(hue), 360.0)? / 30.0;
    let (saturation, lightness) = (percent(saturation)?, percent(lightness)?);
    let reach = saturation * lightness.min(1.0 - lightness);
    let channel = |offset: f64| {
        let k = (offset + hue) % 12.0;
        let value = lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        (value * 255.0).round() as u8
    };
    Ok(Colour([channel(0.0), channel(8.0), channel(4.0)]))
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// The five or six colours that the operator chooses; the rest of the theme is computed from them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ColorSettings {
    #[schema(value_type = String, example = "#0b0d12")]
    pub header_background: Colour,
    #[schema(value_type = String, example = "#f5f7fa")]
    pub header_text_color: Colour,
    #[schema(value_type = String, example = "#0b0d12")]
    pub body_background: Colour,
    #[schema(value_type = String, example = "#f5f7fa")]
    pub body_text_color: Colour,
    #[schema(value_type = String, example = "#07080b")]
    pub footer_background: Colour,
    /// Color of buttons, links and focus (default: Touchline blue).
    #[schema(value_type = Option<String>, example = "#3d7bff", required)]
    pub accent: Option<Colour>,
}

/// Dark, for a channel that has chosen nothing.
impl Default for ColorSettings {
    fn default() -> Self {
        Self {
            header_background: from_bits(0x0b0d12),
            header_text_color: from_bits(0xf5f7fa),
            body_background: from_bits(0x0b0d12),
            body_text_color: from_bits(0xf5f7fa),
            footer_background: from_bits(0x07080b),
            accent: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parsed(text: &str) -> String {
        text.parse::<Colour>().map_or_else(|_| "refused".to_owned(), |colour| colour.to_string())
    }

    /// UI-10: whatever notation an operator uses, the theme gets `#rrggbb`.
    #[test]
    fn every_notation_is_written_again_in_one_form() {
        for (text, expected) in [
            ("#abc", "#aabbcc"),
            ("  #A1B2C3\n", "#a1b2c3"),
            ("#a1b2c380", "#a1b2c3"),
            ("rgb(1, 2, 3)", "#010203"),
            ("RGB(255 128 0)", "#ff8000"),
            ("rgb(100%, 50%, 0.5)", "#ff8001"),
            ("hsl(0, 100%, 50%)", "#ff0000"),
            ("hsl(210deg 65% 20%)", "#123354"),
            ("hsl(360, 0%, 100%)", "#ffffff"),
        ] {
            assert_eq!(parsed(text), expected, "{text}");
        }
    }

    /// T29: nothing that could leave a declaration is ever taken for a colour.
    #[test]
    fn hostile_texts_are_refused() {
        for text in [
            "",
            "#",
            "#12",
            "#abcd",
            "#12345g",
            "#+12345",
            "#1234567",
            "#１２３",
            "red",
            "transparent",
            "inherit",
            "var(--x)",
            "url(https://evil.test/x.png)",
            "#fff;background:url(//evil.test)",
            "#fff}body{display:none",
            "#fff/*",
            "rgb(0,0,0);x:y",
            "rgb(0,0,0))",
            "rgb(0,0,0",
            "rgb(0,0)",
            "rgb(0,0,0,0)",
            "rgb(256,0,0)",
            "rgb(-1,0,0)",
            "rgb(1e2,0,0)",
            "rgb(NaN,0,0)",
            "rgb(.5,0,0)",
            "rgb(1.,0,0)",
            "rgb(calc(1),0,0)",
            "rgba(0,0,0,1)",
            "hsl(0,1,1)",
            "hsl(361,0%,0%)",
            "hsl(0,101%,0%)",
            "expression(alert(1))",
            "</style><script>",
            "\\23 fff",
            "rgb(0\u{a0}0\u{a0}0)",
        ] {
            assert_eq!(parsed(text), "refused", "{text}");
        }
        assert_eq!(parsed(&format!("#fff{}", " ".repeat(100))), "refused");
    }

    /// T29: the same check guards settings that arrive as JSON.
    #[test]
    fn settings_are_checked_while_they_are_read() {
        let mut json = serde_json::to_value(ColorSettings::default()).unwrap();
        assert_eq!(serde_json::from_value::<ColorSettings>(json.clone()).unwrap(), ColorSettings::default());
        json["accent"] = "rgb(200, 16, 46)".into();
        assert_eq!(
            serde_json::from_value::<ColorSettings>(json.clone()).unwrap().accent,
            Some(Colour::new(200, 16, 46))
        );
        json["accent"] = "red;}".into();
        assert!(serde_json::from_value::<ColorSettings>(json).is_err());
    }

    proptest! {
        /// T29
        #[test]
        fn parsed_colour_has_six_hex_digits(text in "(#|rgb\\(|hsl\\()?[ -~]{0,20}\\)?") {
            if let Ok(colour) = text.parse::<Colour>() {
                let written = colour.to_string();
                prop_assert!(written.len() == 7 && written[1..].bytes().all(|b| b.is_ascii_hexdigit()));
                prop_assert_eq!(written.parse(), Ok(colour));
            }
        }
    }
}
