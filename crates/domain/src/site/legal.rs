//! Legal pages: at which paths they stand, and templates for those that a channel lacks.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::channel::Language;
use crate::content::Page;
use crate::editing::Listed;
use crate::translations::Translations;

/// A page that laws ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LegalKind {
    Imprint,
    Terms,
    Privacy,
    Refunds,
}

impl LegalKind {
    pub const ALL: [Self; 4] = [Self::Imprint, Self::Terms, Self::Privacy, Self::Refunds];
    /// Those that a channel needs, also one that sells nothing.
    pub const REQUIRED: [Self; 3] = [Self::Imprint, Self::Terms, Self::Privacy];

    /// Where its page stands.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Imprint => "/imprint",
            Self::Terms => "/terms_conditions",
            Self::Privacy => "/privacy_policy",
            Self::Refunds => "/refund_policy",
        }
    }

    /// Whether registration and the footer link to it on every channel: without a page, a notice stands there.
    pub const fn has_notice(self) -> bool {
        matches!(self, Self::Terms | Self::Privacy)
    }

    /// The name and the text of the template in a language.
    const fn words(self, language: Language) -> (&'static str, &'static str) {
        use Language::{Bg, En, Fr};
        match (self, language) {
            (Self::Imprint, En) => ("Imprint", include_str!("legal/imprint.en.html")),
            (Self::Imprint, Fr) => ("Mentions légales", include_str!("legal/imprint.fr.html")),
            (Self::Imprint, Bg) => ("Данни за оператора", include_str!("legal/imprint.bg.html")),
            (Self::Terms, En) => ("Terms and conditions", include_str!("legal/terms.en.html")),
            (Self::Terms, Fr) => ("Conditions d’utilisation", include_str!("legal/terms.fr.html")),
            (Self::Terms, Bg) => ("Общи условия", include_str!("legal/terms.bg.html")),
            (Self::Privacy, En) => ("Privacy policy", include_str!("legal/privacy.en.html")),
            (Self::Privacy, Fr) => ("Politique de confidentialité", include_str!("legal/privacy.fr.html")),
            (Self::Privacy, Bg) => ("Политика за поверителност", include_str!("legal/privacy.bg.html")),
            (Self::Refunds, En) => ("Refund policy", include_str!("legal/refunds.en.html")),
            (Self::Refunds, Fr) => ("Politique de remboursement", include_str!("legal/refunds.fr.html")),
            (Self::Refunds, Bg) => ("Възстановяване на суми", include_str!("legal/refunds.bg.html")),
        }
    }

    /// A page to fill in, in all languages.
    pub fn template(self, main: Language) -> Page {
        let (name, content) = self.words(main);
        let others = Language::ALL.into_iter().filter(|language| *language != main);
        let translations = others.fold(Translations::default(), |translations, language| {
            let (name, content) = self.words(language);
            translations.with(language, "name", name).with(language, "content", content.trim())
        });
        let (name, content) = (name.to_owned(), content.trim().to_owned());
        Page { url: self.path().to_owned(), name, content, translations, ..Page::draft(0) }
    }

    /// The places of the templates that a text has not filled in yet.
    pub fn blanks(self, text: &str) -> Vec<&'static str> {
        let all = Language::ALL.into_iter().flat_map(|language| brackets(self.words(language).1));
        let mut left: Vec<_> = all.filter(|blank| text.contains(&format!("[{blank}]"))).collect();
        left.dedup();
        left
    }
}

fn brackets(template: &str) -> impl Iterator<Item = &str> {
    template.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(blank, _)| blank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editing::Editable;
    use crate::html::sanitise;

    /// T28: a template is a page that an operator could have written, the same in every language.
    #[test]
    fn templates_are_pages() {
        for (kind, main) in LegalKind::ALL.into_iter().flat_map(|kind| Language::ALL.map(|main| (kind, main))) {
            let page = kind.template(main);
            assert!(page.errors().is_empty(), "{kind:?}: {:?}", page.errors());
            assert_eq!(sanitise(&page.content), page.content, "{kind:?} in {main:?}");
            let all = Language::ALL.map(|language| brackets(kind.words(language).1).count());
            assert!(all[0] > 0 && all.iter().all(|count| *count == all[0]), "{kind:?}: {all:?}");
            assert_eq!(kind.blanks(&page.content).len(), all[0], "{kind:?} in {main:?}");
        }
        assert!(LegalKind::Imprint.blanks("<p>Demo Ltd, Country</p>").is_empty());
    }
}
