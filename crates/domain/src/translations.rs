//! Translations, stored beside the field that they translate.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::channel::Language;
use crate::html::sanitise;

/// Texts by the name of the field that they stand in for.
pub type Texts = BTreeMap<String, String>;

/// Translated fields, by language. A missing translation falls back to the field itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Translations {
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    en: Texts,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    fr: Texts,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    bg: Texts,
}

/// Something with texts that may be translated.
pub trait Translated {
    /// The fields that may be translated; an address, for one, may not.
    const FIELDS: &'static [&'static str];
    /// Those among them that hold HTML.
    const HTML: &'static [&'static str] = &[];

    fn translations(&self) -> &Translations;

    /// The first name that is no field of this kind of thing.
    fn unknown_translation(&self) -> Option<&str> {
        let names = self.translations().all().flat_map(|(_, texts)| texts.keys());
        names.map(String::as_str).find(|name| !Self::FIELDS.contains(name))
    }

    /// The translations as they may be kept: HTML is sanitised like the field that it stands in for.
    fn clean_translations(&self) -> Translations {
        let mut clean = self.translations().clone();
        for texts in [&mut clean.en, &mut clean.fr, &mut clean.bg] {
            for (_, text) in texts.iter_mut().filter(|(name, _)| Self::HTML.contains(&name.as_str())) {
                *text = sanitise(text);
            }
        }
        clean
    }
}

impl Translations {
    pub fn is_empty(&self) -> bool {
        self.all().all(|(_, texts)| texts.is_empty())
    }

    /// A field in a language, if it is there.
    pub fn text(&self, language: Language, field: &str) -> Option<&str> {
        self.of(language).get(field).map(String::as_str)
    }

    /// The same with one more text.
    #[must_use]
    pub fn with(mut self, language: Language, field: &str, text: &str) -> Self {
        let texts = match language {
            Language::En => &mut self.en,
            Language::Fr => &mut self.fr,
            Language::Bg => &mut self.bg,
        };
        texts.insert(field.to_owned(), text.to_owned());
        self
    }

    /// The same without texts that say nothing.
    #[must_use]
    pub fn without_empty(mut self) -> Self {
        for texts in [&mut self.en, &mut self.fr, &mut self.bg] {
            texts.retain(|_, text| !text.trim().is_empty());
        }
        self
    }

    /// Only the texts of these fields.
    #[must_use]
    pub fn only(&self, fields: &[&str]) -> Self {
        let mut some = self.clone();
        for texts in [&mut some.en, &mut some.fr, &mut some.bg] {
            texts.retain(|name, _| fields.contains(&name.as_str()));
        }
        some
    }

    /// Every language with its texts.
    pub fn all(&self) -> impl Iterator<Item = (Language, &Texts)> {
        Language::ALL.into_iter().map(|language| (language, self.of(language)))
    }

    /// The texts of a language.
    pub fn of(&self, language: Language) -> &Texts {
        match language {
            Language::En => &self.en,
            Language::Fr => &self.fr,
            Language::Bg => &self.bg,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    struct Notice(Translations);

    impl Translated for Notice {
        const FIELDS: &'static [&'static str] = &["title", "content"];
        const HTML: &'static [&'static str] = &["content"];

        fn translations(&self) -> &Translations {
            &self.0
        }
    }

    #[test]
    fn empty_translations_are_written_as_an_empty_object() {
        assert_eq!(serde_json::to_string(&Translations::default()).unwrap(), "{}");
        let some = Translations::default().with(Language::Fr, "title", "Aide");
        assert_eq!(serde_json::to_string(&some).unwrap(), r#"{"fr":{"title":"Aide"}}"#);
        assert_eq!(some.text(Language::Fr, "title"), Some("Aide"));
        assert_eq!(some.text(Language::Bg, "title"), None);
        assert!(some.only(&["name"]).is_empty());
    }

    #[test]
    fn unknown_languages_and_fields_are_refused() {
        assert!(serde_json::from_str::<Translations>(r#"{"de":{"title":"Hilfe"}}"#).is_err());
        let address = Notice(Translations::default().with(Language::Bg, "url", "javascript:alert(1)"));
        assert_eq!(address.unknown_translation(), Some("url"));
        assert_eq!(Notice(Translations::default().with(Language::Bg, "title", "Помощ")).unknown_translation(), None);
    }

    /// T28: HTML is sanitised in every language, text stays text.
    #[test]
    fn html_is_sanitised_in_every_language() {
        for language in Language::ALL {
            let hostile = "<p>1 &lt; 2</p><script>alert(1)</script>";
            let notice = Notice(Translations::default().with(language, "content", hostile).with(
                language,
                "title",
                "Q&A <live>",
            ));
            let clean = notice.clean_translations();
            assert_eq!(clean.text(language, "content"), Some("<p>1 &lt; 2</p>"));
            assert_eq!(clean.text(language, "title"), Some("Q&A <live>"));
        }
    }

    proptest! {
        #[test]
        fn translations_read_back_as_written(fr in "\\PC{0,40}", bg in "\\PC{0,40}") {
            let some = Translations::default().with(Language::Fr, "title", &fr).with(Language::Bg, "content", &bg);
            let text = serde_json::to_string(&some).unwrap();
            prop_assert_eq!(serde_json::from_str::<Translations>(&text).unwrap(), some);
        }

        #[test]
        fn cleaning_twice_changes_nothing(html in "[<>a-z\"'=/ ]{0,80}") {
            let once = Notice(Translations::default().with(Language::En, "content", &html)).clean_translations();
            prop_assert_eq!(Notice(once.clone()).clean_translations(), once);
        }
    }
}
