//! Texts of the operator at named places of a screen.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::MAX_ITEMS;
use crate::content::StaticBlock;
use crate::editing::{Check, Editable, Listed, MAX_HTML, set, set_line};
use crate::field_error::{FieldError, FieldErrors};
use crate::translations::Translations;

/// The places that the viewer app shows.
pub const BLOCK_PLACES: [&str; 5] = ["home", "games", "vod", "contacts", "footer"];

/// The fields of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BlockFields {
    /// `home`, `games`, `vod`, `contacts` or `footer`.
    #[schema(nullable = false)]
    pub place: Option<String>,
    /// HTML.
    #[schema(nullable = false)]
    pub content: Option<String>,
    /// Replaced as a whole.
    #[schema(nullable = false)]
    pub translations: Option<Translations>,
}

impl Editable for StaticBlock {
    type Fields = BlockFields;

    fn fields(&self) -> BlockFields {
        BlockFields {
            place: Some(self.place.clone()),
            content: Some(self.content.clone()),
            translations: Some(self.translations.clone()),
        }
    }

    fn apply(&mut self, fields: BlockFields) {
        set_line(&mut self.place, fields.place);
        set(&mut self.content, fields.content);
        set(&mut self.translations, fields.translations.map(Translations::without_empty));
    }

    fn errors(&self) -> FieldErrors {
        let mut check = Check::default();
        let place = match self.place.as_str() {
            "" => Some(FieldError::Required),
            place => (!BLOCK_PLACES.contains(&place)).then_some(FieldError::UnknownPlace),
        };
        check.note("place", place);
        check.text("content", &self.content, [1, MAX_HTML]);
        check.translations(self, &[("content", MAX_HTML)]);
        check.errors()
    }

    fn label(&self) -> &str {
        &self.place
    }
}

impl Listed for StaticBlock {
    const MAX_ITEMS: usize = MAX_ITEMS;

    fn draft(id: i64) -> Self {
        Self { id, place: String::new(), content: String::new(), translations: Translations::default() }
    }

    fn id(&self) -> i64 {
        self.id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// UI-15: a block stands at a place that the viewer app shows.
    #[test]
    fn blocks_stand_at_known_places() {
        let at = |place: &str| {
            let fields =
                BlockFields { place: Some(place.into()), content: Some("<p>Hi</p>".into()), ..BlockFields::default() };
            let mut block = StaticBlock::draft(1);
            block.apply(fields);
            block.errors()
        };
        assert!(BLOCK_PLACES.into_iter().all(|place| at(place).is_empty()));
        assert_eq!(at("sidebar")["place"], [FieldError::UnknownPlace]);
        assert_eq!(at("")["place"], [FieldError::Required]);
        assert_eq!(StaticBlock::draft(1).errors()["content"], [FieldError::Required]);
    }
}
