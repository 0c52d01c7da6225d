//! Words of the demo that are written in several languages.

use domain::channel::Language;
use domain::translations::Translations;

/// A text in the channel's own language, with its translations where there are any.
#[derive(Clone, Copy)]
pub(crate) struct Text {
    pub(crate) own: &'static str,
    fr: Option<&'static str>,
    bg: Option<&'static str>,
}

impl Text {
    pub(crate) const fn new(own: &'static str) -> Self {
        Self { own, fr: None, bg: None }
    }

    /// A text with its French and Bulgarian versions.
    pub(crate) const fn in_all(own: &'static str, fr: &'static str, bg: &'static str) -> Self {
        Self { own, fr: Some(fr), bg: Some(bg) }
    }
}

/// The translations of a thing, from the texts of its fields.
pub(crate) fn translations(fields: &[(&str, Text)]) -> Translations {
    let mut all = Translations::default();
    for (field, text) in fields {
        for (language, words) in [(Language::Fr, text.fr), (Language::Bg, text.bg)] {
            if let Some(words) = words {
                all = all.with(language, field, words);
            }
        }
    }
    all
}
