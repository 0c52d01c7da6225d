//! Colours for a channel from its logo.

use super::clusters::{Cluster, clusters};
use super::oklab::Oklab;
use super::{ColorSettings, theme};

/// Below it a colour looks grey.
const COLOURFUL: f64 = 0.04;
/// Smaller parts of a logo are edges and noise.
const MIN_SHARE: f64 = 0.02;
/// Parts that have to be seen on the header.
const MIN_VISIBLE_SHARE: f64 = 0.1;

/// Lightness of header, body, footer and text in each scheme.
const DARK: [f64; 4] = [0.22, 0.18, 0.15, 0.97];
const LIGHT: [f64; 4] = [0.97, 0.985, 0.94, 0.22];

/// Colours in which the whole logo is seen and every text reads; nothing for a picture without a visible pixel.
///
/// The accent is the logo's most colourful large part. The rest is its hue, dark or light, whichever stands out more from
/// the logo. The theme engine has nothing to move in them.
pub fn propose(pixels: &[[u8; 4]]) -> Option<ColorSettings> {
    let found = clusters(pixels);
    let brand = brand(&found)?;
    let of_scheme = |levels: [f64; 4]| {
        let [header, body, footer, text] = levels.map(|lightness| brand.tint().shade(lightness));
        ColorSettings {
            header_background: header,
            header_text_color: text,
            body_background: body,
            body_text_color: text,
            footer_background: footer,
            accent: (brand.chroma() >= COLOURFUL).then(|| brand.shade(brand.lightness)),
        }
    };
    let (dark, light) = (of_scheme(DARK), of_scheme(LIGHT));
    let chosen = if visibility(&found, &dark) >= visibility(&found, &light) { dark } else { light };
    // An accent that is too close to the body comes as the theme would move it.
    let accent = chosen.accent.and_then(|_| theme(&chosen).get("--accent"));
    Some(ColorSettings { accent, ..chosen })
}

/// A large part counts by its share, a colourful one more than a grey one.
fn brand(found: &[Cluster]) -> Option<Oklab> {
    let weight = |cluster: &Cluster| cluster.share.sqrt() * cluster.colour.chroma();
    let largest = found.first()?;
    let colourful = found.iter().filter(|cluster| cluster.share >= MIN_SHARE && cluster.colour.chroma() >= COLOURFUL);
    Some(colourful.max_by(|a, b| weight(a).total_cmp(&weight(b))).unwrap_or(largest).colour)
}

/// How well the part of the logo stands out that does so least.
fn visibility(found: &[Cluster], colours: &ColorSettings) -> f64 {
    let parts = found.iter().filter(|cluster| cluster.share >= MIN_VISIBLE_SHARE);
    let contrast =
        |cluster: &Cluster| cluster.colour.shade(cluster.colour.lightness).contrast(colours.header_background);
    parts.map(contrast).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Colour;
    use super::*;

    fn of(parts: &[([u8; 3], usize)]) -> ColorSettings {
        let pixels: Vec<[u8; 4]> =
            parts.iter().flat_map(|([red, green, blue], count)| vec![[*red, *green, *blue, 255]; *count]).collect();
        propose(&pixels).unwrap()
    }

    #[test]
    fn header_lets_the_logo_stand_out() {
        let white = of(&[([255, 255, 255], 80), ([200, 0, 0], 20)]);
        assert!(white.header_background.contrast(Colour::BLACK) < 2.0, "{white:?}");
        let navy = of(&[([0, 10, 60], 90), ([20, 40, 90], 10)]);
        assert!(navy.header_background.contrast(Colour::WHITE) < 2.0, "{navy:?}");
    }

    #[test]
    fn accent_is_the_colourful_part() {
        assert_eq!(of(&[([255, 255, 255], 70), ([200, 0, 0], 30)]).accent, Some(Colour::new(200, 0, 0)));
        assert_eq!(of(&[([255, 255, 255], 50), ([90, 90, 90], 50)]).accent, None);
        // A few stray pixels are no brand.
        assert_eq!(of(&[([0, 60, 200], 990), ([255, 0, 0], 10)]).accent, Some(Colour::new(0, 60, 200)));
        assert_eq!(propose(&[]), None);
        assert_eq!(propose(&[[255, 0, 0, 10]]), None);
    }

    proptest! {
        /// UI-11: every text of a proposal reads as it is, whatever the logo.
        #[test]
        fn proposed_texts_need_no_change(pixels in prop::collection::vec(any::<[u8; 3]>(), 1..60)) {
            let pixels: Vec<[u8; 4]> = pixels.into_iter().map(|[red, green, blue]| [red, green, blue, 255]).collect();
            let proposed = propose(&pixels).unwrap();
            prop_assert!(proposed.header_background.contrast(proposed.header_text_color) >= 7.0);
            prop_assert!(proposed.body_background.contrast(proposed.body_text_color) >= 7.0);
            let made = theme(&proposed);
            for (name, colour) in [
                ("--header-background", proposed.header_background),
                ("--header-text-color", proposed.header_text_color),
                ("--body-background", proposed.body_background),
                ("--body-text-color", proposed.body_text_color),
            ] {
                prop_assert_eq!(made.get(name), Some(colour), "{}", name);
            }
            if proposed.accent.is_some() {
                prop_assert_eq!(made.get("--accent"), proposed.accent);
            }
        }
    }
}
