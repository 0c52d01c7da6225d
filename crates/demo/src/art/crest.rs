//! Crests: a shield, a division in two colours, a charge in metal.

use super::charge::{Charge, Tone};
use super::rgb::Rgb;

/// The outline of a crest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shield {
    Badge,
    French,
    Heater,
    Notched,
    Roundel,
    Swiss,
}

impl Shield {
    fn path(self) -> &'static str {
        match self {
            Self::Badge => "M120 12 214 50V150C214 186 166 212 120 230C74 212 26 186 26 150V50Z",
            Self::French => {
                "M28 22H212V178C212 202 198 208 176 208H150C134 208 126 218 120 230C114 218 106 208 90 208H64C42 208 28 202 28 178Z"
            }
            Self::Heater => "M24 24H216V104C216 168 174 208 120 230C66 208 24 168 24 104Z",
            Self::Notched => "M52 18H188L214 44V128C214 178 176 210 120 230C64 210 26 178 26 128V44Z",
            Self::Roundel => "M120 14A106 106 0 0 1 120 226 106 106 0 0 1 120 14Z",
            Self::Swiss => {
                "M26 36C58 42 92 36 120 14C148 36 182 42 214 36V116C214 172 174 208 120 232C66 208 26 172 26 116Z"
            }
        }
    }
}

/// How the field is divided into the first and the second colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Division {
    Bars,
    Bend,
    Chevron,
    Chief,
    Gyronny,
    Pale,
    Pall,
    Pile,
    Quarterly,
    Saltire,
}

impl Division {
    /// The part in the second colour.
    fn path(self) -> &'static str {
        match self {
            Self::Bars => "M0 66H240V96H0ZM0 126H240V156H0ZM0 186H240V216H0Z",
            Self::Bend => "M0 0H50L240 170V240H210L0 52Z",
            Self::Chevron => "M0 232V168L120 66 240 168V232L120 130Z",
            Self::Chief => "M0 0H240V84H0Z",
            Self::Gyronny => "M120 120V0H0ZM120 120H0V240ZM120 120V240H240ZM120 120H240V0Z",
            Self::Pale => "M120 0H240V240H120Z",
            Self::Pall => "M0 0H52L120 86 188 0H240V10L144 130V240H96V130L0 10Z",
            Self::Pile => "M28 0H212L120 226Z",
            Self::Quarterly => "M120 0H240V116H120ZM0 116H120V240H0Z",
            Self::Saltire => "M0 0H46L120 82 194 0H240V34L158 120 240 206V240H194L120 158 46 240H0V206L82 120 0 34Z",
        }
    }
}

/// All that tells one crest from another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Crest {
    pub(crate) shield: Shield,
    pub(crate) division: Division,
    pub(crate) charge: Charge,
    pub(crate) first: Rgb,
    pub(crate) second: Rgb,
    /// A light colour: it carries the charge and the rim.
    pub(crate) metal: Rgb,
}

impl Crest {
    /// The crest as a square SVG document.
    pub(crate) fn svg(&self) -> String {
        let shield = self.shield.path();
        let ink = self.first.darker(0.72);
        let rim = self.metal;
        let [first_top, first_low] = [self.first.lighter(0.10), self.first.darker(0.16)];
        let [second_top, second_low] = [self.second.lighter(0.08), self.second.darker(0.18)];
        let division = self.division.path();
        let charge = self.charge_svg(ink);
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><defs><clipPath id="c"><path d="{shield}" transform="translate(12.6 12.6) scale(.895)"/></clipPath>{}{}{}</defs><path d="{shield}" fill="{ink}" stroke="{ink}" stroke-width="11" stroke-linejoin="round"/><path d="{shield}" fill="url(#r)"/><path d="{shield}" fill="{ink}" transform="translate(9.6 9.6) scale(.92)"/><g clip-path="url(#c)"><path d="M0 0H240V240H0Z" fill="url(#f)"/><path d="{division}" fill="url(#s)" stroke="{rim}" stroke-width="3"/><path d="M0 0H240V70C180 104 60 104 0 70Z" fill="#fff" opacity=".09"/><path d="M0 240V150C40 214 200 214 240 150V240Z" opacity=".16"/></g>{charge}</svg>"##,
            gradient("f", first_top, first_low),
            gradient("s", second_top, second_low),
            gradient("r", rim.lighter(0.35), rim.darker(0.22)),
        )
    }

    /// The charge: first its dark outline, then its facets.
    fn charge_svg(&self, ink: Rgb) -> String {
        let mut outline = String::new();
        let mut facets = String::new();
        for facet in self.charge.facets() {
            let fill = match facet.tone {
                Tone::Metal => self.metal,
                Tone::Shade => self.metal.mix(ink, 0.24),
                Tone::Light => self.metal.lighter(0.7),
                Tone::Second => self.charge_second(),
                Tone::Ink => ink,
            };
            let mirrors: &[&str] = if facet.mirrored { &["", r#" transform="scale(-1 1)""#] } else { &[""] };
            for mirror in mirrors {
                let path = facet.path;
                if facet.tone == Tone::Metal {
                    outline.push_str(&format!(r#"<path d="{path}"{mirror}/>"#));
                }
                facets.push_str(&format!(r#"<path d="{path}" fill="{fill}"{mirror}/>"#));
            }
        }
        format!(
            r#"<g transform="translate(120 117) scale(.72)"><g fill="{ink}" stroke="{ink}" stroke-width="16" stroke-linejoin="round">{outline}</g>{facets}</g>"#
        )
    }

    /// The second colour where it stands inside the metal: the stronger of the two, so that it is seen.
    fn charge_second(&self) -> Rgb {
        let distance = |colour: Rgb| {
            [16, 8, 0]
                .map(|shift| ((colour.0 >> shift) & 0xff).abs_diff((self.metal.0 >> shift) & 0xff))
                .iter()
                .sum::<u32>()
        };
        if distance(self.second) > distance(self.first) { self.second } else { self.first }
    }
}

fn gradient(id: &str, top: Rgb, low: Rgb) -> String {
    format!(
        r#"<linearGradient id="{id}" x2="0" y2="1"><stop stop-color="{top}"/><stop offset="1" stop-color="{low}"/></linearGradient>"#
    )
}
