//! What operators edit of a channel's site: questions, slides, pages, blocks, forms, the menu, texts, settings and colours;
//! its sports, schools and teams; and what these have in common: legal pages and translations.

mod block;
mod category;
mod colours;
mod faq;
mod form;
mod group;
mod legal;
mod localised;
mod menu;
mod page;
mod participant;
mod redirect;
mod settings;
mod slide;
mod text;
mod window;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::colours::Colour;

pub use block::{BLOCK_PLACES, BlockFields};
pub use category::CategoryFields;
pub use colours::{ColourFields, Colours};
pub use faq::FaqFields;
pub use form::FormFields;
pub use group::GroupFields;
pub use legal::LegalKind;
pub use localised::{LocalisedText, texts_of, with_translation};
pub use menu::MenuFields;
pub use page::{PageFields, PageNames};
pub use participant::ParticipantFields;
pub use redirect::RedirectFields;
pub use settings::{Settings, SettingsFields};
pub use slide::SlideFields;
pub use text::{OwnText, TextFields, TextKind};
pub use window::Window;

/// A colour as it is kept, as `#rrggbb`. What is no colour stays as it was typed.
fn tidy_colour(typed: &str) -> String {
    typed.parse::<Colour>().map_or_else(|_| typed.trim().to_owned(), |colour| colour.to_string())
}

/// Per channel and kind.
const MAX_ITEMS: usize = 500;

/// A kind of site content. A channel has one of settings and colours, under its own id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SiteKind {
    MenuLink,
    Slide,
    Page,
    /// From a former path of a page.
    Redirect,
    Faq,
    Block,
    Form,
    Settings,
    Colours,
    /// A text for which a default stands in, under the number of its kind.
    Text,
    /// A sport.
    Category,
}

impl SiteKind {
    pub const ALL: [Self; 11] = [
        Self::MenuLink,
        Self::Slide,
        Self::Page,
        Self::Redirect,
        Self::Faq,
        Self::Block,
        Self::Form,
        Self::Settings,
        Self::Colours,
        Self::Text,
        Self::Category,
    ];

    /// The word on the wire and in the table of revisions.
    pub const fn word(self) -> &'static str {
        match self {
            Self::MenuLink => "menu_link",
            Self::Slide => "slide",
            Self::Page => "page",
            Self::Redirect => "redirect",
            Self::Faq => "faq",
            Self::Block => "block",
            Self::Form => "form",
            Self::Settings => "settings",
            Self::Colours => "colours",
            Self::Text => "text",
            Self::Category => "category",
        }
    }

    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_one_word() {
        for kind in SiteKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.word());
            assert_eq!(SiteKind::of_word(kind.word()), Some(kind));
        }
        assert_eq!(SiteKind::of_word("game"), None);
    }
}
