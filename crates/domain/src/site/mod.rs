//! The content of a channel's site that operators edit: questions, slides, pages, blocks, forms and the menu.

mod block;
mod faq;
mod form;
mod menu;
mod page;
mod slide;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use block::{BLOCK_PLACES, BlockFields};
pub use faq::FaqFields;
pub use form::FormFields;
pub use menu::MenuFields;
pub use page::{PageFields, PageNames};
pub use slide::SlideFields;

/// Per channel and kind.
const MAX_ITEMS: usize = 500;

/// A kind of site content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SiteKind {
    MenuLink,
    Slide,
    Page,
    Faq,
    Block,
    Form,
}

impl SiteKind {
    pub const ALL: [Self; 6] = [Self::MenuLink, Self::Slide, Self::Page, Self::Faq, Self::Block, Self::Form];

    /// The word on the wire and in the table of revisions.
    pub const fn word(self) -> &'static str {
        match self {
            Self::MenuLink => "menu_link",
            Self::Slide => "slide",
            Self::Page => "page",
            Self::Faq => "faq",
            Self::Block => "block",
            Self::Form => "form",
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
