//! The theme engine: a channel's six colours in, every colour role out, each readable where it stands.
//!
//! The operator's colours are kept wherever they can be read. Where a pair fails, the nearest readable shade of the
//! text's own hue is taken (UI-11); all checks are made on the eight-bit colours that are sent.
//! `web/packages/theme/src/theme.ts` says the same; `web/packages/theme/vectors.json` holds the two together.

use std::fmt::Write;

use super::oklab::{Oklab, luminance, mix};
use super::{ColorSettings, Colour};

/// WCAG AA for text.
const TEXT: f64 = 4.5;
/// WCAG AA for lines of controls and focus rings.
const LINE: f64 = 3.0;
/// For text that nobody chose: comfortable rather than just allowed.
const COMFORT: f64 = 7.0;
/// Enough for a button or a rule to be seen as a shape.
const SHAPE: f64 = 1.3;
/// How far, in lightness, a background gives way to the text chosen for it before the text is moved instead.
const GIVE: f64 = 0.06;

const ACCENT: Colour = Colour::new(0x3d, 0x7b, 0xff);
const LIVE: Colour = Colour::new(0xd4, 0x0f, 0x2b);
const SUCCESS: Colour = Colour::new(0x1f, 0x9d, 0x55);
const WARN: Colour = Colour::new(0xd9, 0x8a, 0x00);
const DANGER: Colour = Colour::new(0xe5, 0x48, 0x4d);

/// What the browser is told for its own controls and scroll bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    Dark,
    Light,
}

impl Scheme {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
        }
    }
}

/// Every CSS variable of a channel, in the order in which it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    pub scheme: Scheme,
    /// Names with their two dashes.
    pub variables: Vec<(String, Colour)>,
}

impl Theme {
    pub fn get(&self, variable: &str) -> Option<Colour> {
        self.variables.iter().find(|(name, _)| name == variable).map(|(_, colour)| *colour)
    }

    /// The style sheet's text: safe to inline, since it is made of our names and of `#rrggbb` alone.
    pub fn css(&self) -> String {
        let mut css = format!(":root{{color-scheme:{}", self.scheme.as_str());
        for (name, colour) in &self.variables {
            // Writing to a string cannot fail.
            let _ = write!(css, ";{name}:{colour}");
        }
        css.push('}');
        css
    }

    fn set(&mut self, name: &str, colour: Colour) {
        self.variables.push((format!("--{name}"), colour));
    }

    /// A colour and its shades: `percent` of it, at the strength given, on what it is mixed with.
    fn set_with_shades(&mut self, name: &str, colour: Colour, percents: &[u8], shade: impl Fn(f64) -> Colour) {
        self.set(name, colour);
        for percent in percents {
            self.set(&format!("{name}-{percent}"), shade(f64::from(*percent) / 100.0));
        }
    }
}

fn reads(colour: Colour, on: &[Colour], ratio: f64) -> bool {
    on.iter().all(|background| colour.contrast(*background) >= ratio)
}

/// How far apart two shades of one hue are, in lightness.
fn distance(a: Colour, b: Colour) -> f64 {
    (Oklab::from(a).lightness - Oklab::from(b).lightness).abs()
}

/// The shade of `colour` that reads on every background with the smallest change of lightness, lighter or darker.
/// Where no shade does, black or white, whichever comes closer.
fn nearest(colour: Colour, on: &[Colour], ratio: f64) -> Colour {
    if reads(colour, on, ratio) {
        return colour;
    }
    let lab = Oklab::from(colour);
    let towards = |pole: f64| {
        if !reads(lab.shade(pole), on, ratio) {
            return None;
        }
        let (mut fails, mut holds) = (lab.lightness, pole);
        for _ in 0..10 {
            let middle = (fails + holds) / 2.0;
            if reads(lab.shade(middle), on, ratio) {
                holds = middle;
            } else {
                fails = middle;
            }
        }
        Some(holds)
    };
    match (towards(0.0), towards(1.0)) {
        (Some(darker), Some(lighter)) if lighter - lab.lightness < lab.lightness - darker => lab.shade(lighter),
        (Some(darker), _) => lab.shade(darker),
        (None, Some(lighter)) => lab.shade(lighter),
        (None, None) => readable_pole(on),
    }
}

fn readable_pole(on: &[Colour]) -> Colour {
    let worst = |pole: Colour| on.iter().map(|background| pole.contrast(*background)).fold(f64::INFINITY, f64::min);
    if worst(Colour::WHITE) > worst(Colour::BLACK) { Colour::WHITE } else { Colour::BLACK }
}

/// A background that is a hair too close to its text, moved so that the text can stay as it was chosen.
fn giving_way(background: Colour, text: Colour) -> Option<Colour> {
    let moved = nearest(background, &[text], TEXT);
    (distance(moved, background) <= GIVE && reads(text, &[moved], TEXT)).then_some(moved)
}

/// A background with what lies on it, and a text that reads on all of it.
struct Ground {
    background: Colour,
    surface: Colour,
    raised: Colour,
    text: Colour,
}

impl Ground {
    fn layers(&self) -> [Colour; 3] {
        [self.background, self.surface, self.raised]
    }

    fn new(background: Colour, text: Colour) -> Self {
        let kept = Self::with_least_moved_text(background, text);
        if kept.text == text {
            return kept;
        }
        giving_way(background, text)
            .map(|moved| Self::with_least_moved_text(moved, text))
            .filter(|ground| ground.text == text)
            .unwrap_or(kept)
    }

    /// Surfaces rise towards white, as light falls on them; where there is no room, or the text would have to move
    /// further for it, they sink.
    fn with_least_moved_text(background: Colour, text: Colour) -> Self {
        let lab = Oklab::from(background);
        // Near black equal steps in lightness cannot be seen, so surfaces start at a grey that can.
        let rising = [(lab.lightness + 0.05).max(0.185), (lab.lightness + 0.085).max(0.225)];
        let sinking = [lab.lightness - 0.035, lab.lightness - 0.06];
        [(rising, rising[1] <= 1.0), (sinking, sinking[1] >= 0.1)]
            .into_iter()
            .filter(|(_, has_room)| *has_room)
            .map(|([surface, raised], _)| {
                let (surface, raised) = (lab.shade(surface), lab.shade(raised));
                Self { background, surface, raised, text: nearest(text, &[background, surface, raised], TEXT) }
            })
            .filter(|ground| reads(ground.text, &ground.layers(), TEXT))
            .min_by(|a, b| distance(text, a.text).total_cmp(&distance(text, b.text)))
            .unwrap_or_else(|| Self {
                background,
                surface: background,
                raised: background,
                text: nearest(text, &[background], TEXT),
            })
    }
}

/// The accent and what is written on it: white where it reads or nearly reads, since that is what brands expect.
fn accent_pair(asked: Colour, on: &[Colour]) -> (Colour, Colour) {
    let accent = nearest(asked, on, SHAPE);
    if reads(Colour::WHITE, &[accent], TEXT) {
        return (accent, Colour::WHITE);
    }
    match giving_way(accent, Colour::WHITE) {
        Some(darker) if reads(darker, on, SHAPE) => (darker, Colour::WHITE),
        _ => (accent, Colour::BLACK),
    }
}

/// The footer and its text: the body's, if it can be read there, since an operator chooses none for it.
fn footer_pair(footer: Colour, text: Colour) -> (Colour, Colour) {
    if reads(text, &[footer], TEXT) {
        return (footer, text);
    }
    match giving_way(footer, text) {
        Some(moved) => (moved, text),
        None => (footer, nearest(text, &[footer], COMFORT)),
    }
}

/// UI-10, UI-11: all roles and shades of a channel.
pub fn theme(settings: &ColorSettings) -> Theme {
    let body = Ground::new(settings.body_background, settings.body_text_color);
    let header = Ground::new(settings.header_background, settings.header_text_color);
    let (footer, on_footer) = footer_pair(settings.footer_background, body.text);
    let layers = body.layers();
    let bar = [header.background, header.raised];

    let (accent, on_accent) = accent_pair(settings.accent.unwrap_or(ACCENT), &layers);
    let live = nearest(LIVE, &[body.background, body.surface], LINE);
    let on_live = if reads(Colour::WHITE, &[live], TEXT) { Colour::WHITE } else { Colour::BLACK };

    let scheme = if luminance(body.text) > luminance(body.background) { Scheme::Dark } else { Scheme::Light };
    let mut theme = Theme { scheme, variables: Vec::with_capacity(48) };

    // A text's shade is so much of it on its background; a background's goes half as far towards its text, so that
    // even the strongest is still a fill. Shades are for fills and lines: what is to be read has a role of its own.
    let fill = |background, text| move |part: f64| mix(text, background, part / 2.0);
    let ink = |text, background| move |part: f64| mix(text, background, part);
    theme.set_with_shades("header-background", header.background, &[10, 50, 70], fill(header.background, header.text));
    theme.set_with_shades("header-text-color", header.text, &[50], ink(header.text, header.background));
    theme.set_with_shades("body-background", body.background, &[10, 20, 50, 70], fill(body.background, body.text));
    theme.set_with_shades("body-text-color", body.text, &[5, 10, 20, 30, 50, 70, 95], ink(body.text, body.background));
    theme.set_with_shades("footer-background", footer, &[20, 50, 70], fill(footer, on_footer));

    theme.set("surface", body.surface);
    theme.set("surface-raised", body.raised);
    theme.set("text-muted", nearest(mix(body.text, body.background, 0.68), &layers, TEXT));
    theme.set("line", nearest(mix(body.text, body.background, 0.14), &[body.background], SHAPE));
    theme.set("control-line", nearest(mix(body.text, body.background, 0.4), &layers, LINE));
    theme.set("accent", accent);
    theme.set("on-accent", on_accent);
    theme.set("accent-text", nearest(accent, &layers, TEXT));
    theme.set("focus", nearest(accent, &layers, LINE));
    theme.set("focus-header", nearest(accent, &bar, LINE));
    theme.set("focus-footer", nearest(accent, &[footer], LINE));
    theme.set("header-muted", nearest(mix(header.text, header.background, 0.75), &bar, TEXT));
    theme.set("header-selected", header.raised);
    theme.set("on-header-selected", header.text);
    theme.set("on-footer", on_footer);
    theme.set("footer-muted", nearest(mix(on_footer, footer, 0.72), &[footer], TEXT));
    theme.set("live", live);
    theme.set("on-live", on_live);
    theme.set("success", nearest(SUCCESS, &layers, TEXT));
    theme.set("warn", nearest(WARN, &layers, TEXT));
    theme.set("danger", nearest(DANGER, &layers, TEXT));
    theme
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;

    /// What each role promises: its name, what it stands on, the least contrast.
    const PROMISES: [(&str, &[&str], f64); 19] = [
        ("body-text-color", BODY, TEXT),
        ("text-muted", BODY, TEXT),
        ("accent-text", BODY, TEXT),
        ("success", BODY, TEXT),
        ("warn", BODY, TEXT),
        ("danger", BODY, TEXT),
        ("on-accent", &["accent"], TEXT),
        ("on-live", &["live"], TEXT),
        ("header-text-color", BAR, TEXT),
        ("header-muted", BAR, TEXT),
        ("on-header-selected", &["header-selected"], TEXT),
        ("on-footer", &["footer-background"], TEXT),
        ("footer-muted", &["footer-background"], TEXT),
        ("control-line", BODY, LINE),
        ("focus", BODY, LINE),
        ("live", &["body-background", "surface"], LINE),
        ("focus-header", BAR, LINE),
        ("focus-footer", &["footer-background"], LINE),
        ("accent", BODY, SHAPE),
    ];
    const BODY: &[&str] = &["body-background", "surface", "surface-raised"];
    const BAR: &[&str] = &["header-background", "header-selected"];

    fn variable(theme: &Theme, name: &str) -> Colour {
        theme.get(&format!("--{name}")).unwrap_or_else(|| panic!("--{name} is missing"))
    }

    fn broken_promises(theme: &Theme) -> Vec<String> {
        let broken = |(role, on, least): &(&str, &[&str], f64)| {
            on.iter()
                .map(|background| (background, variable(theme, role).contrast(variable(theme, background))))
                .filter(|(_, ratio)| ratio < least)
                .map(|(background, ratio)| format!("{role} on {background}: {ratio:.3}"))
                .collect::<Vec<_>>()
        };
        PROMISES.iter().flat_map(broken).collect()
    }

    fn settings(colours: [&str; 6]) -> ColorSettings {
        let [header_background, header_text_color, body_background, body_text_color, footer_background, accent] =
            colours.map(|colour| colour.parse().unwrap());
        ColorSettings {
            header_background,
            header_text_color,
            body_background,
            body_text_color,
            footer_background,
            accent: Some(accent),
        }
    }

    /// UI-10: every name of the specification is there, once.
    #[test]
    fn all_shades_are_given() {
        let theme = theme(&ColorSettings::default());
        for (name, percents) in [
            ("footer-background", &[20, 50, 70][..]),
            ("body-background", &[10, 20, 50, 70]),
            ("body-text-color", &[5, 10, 20, 30, 50, 70, 95]),
            ("header-text-color", &[50]),
            ("header-background", &[10, 50, 70]),
        ] {
            for percent in percents {
                variable(&theme, &format!("{name}-{percent}"));
            }
        }
        let mut names: Vec<_> = theme.variables.iter().map(|(name, _)| name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), theme.variables.len());
        let css = theme.css();
        assert!(css.starts_with(":root{color-scheme:dark;--header-background:#0b0d12;"), "{css}");
        assert!(css.ends_with('}'));
    }

    /// UI-11: what can be read is left as the operator chose it.
    #[test]
    fn readable_colours_are_kept() {
        let theme = theme(&settings(["#7a0019", "#ffcc33", "#ffffff", "#222222", "#333333", "#7a0019"]));
        for (name, colour) in [
            ("header-background", "#7a0019"),
            ("header-text-color", "#ffcc33"),
            ("body-background", "#ffffff"),
            ("body-text-color", "#222222"),
            ("footer-background", "#333333"),
            ("accent", "#7a0019"),
            ("accent-text", "#7a0019"),
        ] {
            assert_eq!(variable(&theme, name).to_string(), colour, "{name}");
        }
        assert_eq!(theme.scheme, Scheme::Light);
    }

    /// UI-11: a text that cannot be read moves just as far as it must, in its own hue.
    #[test]
    fn an_unreadable_text_takes_the_nearest_readable_shade() {
        let theme = theme(&settings(["#ffffff", "#ffff00", "#ffffff", "#9fb8ff", "#ffffff", "#ffffff"]));
        let text = variable(&theme, "body-text-color");
        let ratio = text.contrast(variable(&theme, "surface-raised"));
        assert!((TEXT..TEXT + 0.1).contains(&ratio), "{text} {ratio}");
        let [red, green, blue] = text.channels();
        assert!(blue > green && green > red, "{text} is no longer blue");
    }

    /// UI-11: a near miss is mended on the background by a shade, so that white stays white.
    #[test]
    fn background_moves_by_a_shade_for_a_near_miss() {
        let mended = theme(&settings(["#ff0000", "#ffffff", "#808080", "#ffffff", "#000000", "#000000"]));
        let default = theme(&ColorSettings::default());
        for (theme, text, background, asked) in [
            (&mended, "header-text-color", "header-background", Colour::new(255, 0, 0)),
            (&mended, "body-text-color", "body-background", Colour::new(128, 128, 128)),
            (&default, "on-accent", "accent", ACCENT),
        ] {
            assert_eq!(variable(theme, text), Colour::WHITE, "{text}");
            assert_ne!(variable(theme, background), asked, "{background}");
            assert!(distance(variable(theme, background), asked) <= GIVE, "{background}");
        }
    }

    /// What both engines, this one and the web's, have to give; `npm run vectors -w @touchline/theme` writes it.
    #[derive(Deserialize)]
    struct Vectors {
        notations: BTreeMap<String, Option<String>>,
        themes: Vec<Vector>,
    }

    #[derive(Deserialize)]
    struct Vector {
        name: String,
        input: ColorSettings,
        scheme: String,
        variables: BTreeMap<String, String>,
    }

    fn vectors() -> Vectors {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/packages/theme/vectors.json");
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    /// UI-10, UI-11: the page and the console's preview show the same colours.
    #[test]
    fn the_web_engine_gives_the_same_colours() {
        let themes = vectors().themes;
        assert!(themes.len() >= 40);
        for vector in themes {
            let theme = theme(&vector.input);
            assert_eq!(theme.scheme.as_str(), vector.scheme, "{}", vector.name);
            let variables: BTreeMap<_, _> =
                theme.variables.iter().map(|(name, colour)| (name.clone(), colour.to_string())).collect();
            assert_eq!(variables, vector.variables, "{}", vector.name);
            assert_eq!(broken_promises(&theme), Vec::<String>::new(), "{}", vector.name);
        }
    }

    /// T29: the console accepts what the server accepts, and no more.
    #[test]
    fn the_web_engine_reads_the_same_notations() {
        for (text, expected) in vectors().notations {
            let colour = text.parse::<Colour>().ok().map(|colour| colour.to_string());
            assert_eq!(colour, expected, "{text}");
        }
    }

    fn colour() -> impl Strategy<Value = Colour> {
        // Greys, and colours near to each other, are where contrast is lost.
        prop_oneof![
            3 => any::<[u8; 3]>().prop_map(|[red, green, blue]| Colour::new(red, green, blue)),
            1 => any::<u8>().prop_map(|grey| Colour::new(grey, grey, grey)),
            1 => (100..160u8).prop_map(|grey| Colour::new(grey, grey, grey)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        /// UI-10, UI-11
        #[test]
        fn any_six_colours_give_an_aa_palette(
            colours in proptest::array::uniform5(colour()),
            accent in proptest::option::of(colour()),
        ) {
            let [header_background, header_text_color, body_background, body_text_color, footer_background] = colours;
            let settings = ColorSettings {
                header_background,
                header_text_color,
                body_background,
                body_text_color,
                footer_background,
                accent,
            };
            prop_assert_eq!(broken_promises(&theme(&settings)), Vec::<String>::new());
        }
    }
}
