//! Sports.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::channel::is_alias;
use crate::editing::{Check, Editable, Listed, MAX_NAME, set, set_line};
use crate::event::Category;
use crate::field_error::{FieldError, FieldErrors};
use crate::ids::CategoryId;
use crate::translations::Translations;

/// The fields of a sport.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CategoryFields {
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// Its part of addresses: lower-case letters, digits and hyphens. Of a channel's sports each has its own.
    #[schema(nullable = false)]
    pub alias: Option<String>,
    /// Replaced as a whole.
    #[schema(nullable = false)]
    pub translations: Option<Translations>,
}

impl Editable for Category {
    type Fields = CategoryFields;

    fn fields(&self) -> CategoryFields {
        CategoryFields {
            name: Some(self.name.clone()),
            alias: Some(self.alias.clone()),
            translations: Some(self.translations.clone()),
        }
    }

    fn apply(&mut self, fields: CategoryFields) {
        set_line(&mut self.name, fields.name);
        set_line(&mut self.alias, fields.alias);
        set(&mut self.translations, fields.translations.map(Translations::without_empty));
    }

    fn errors(&self) -> FieldErrors {
        let mut check = Check::default();
        check.line("name", &self.name, MAX_NAME);
        check.note("alias", (!is_alias(&self.alias)).then_some(FieldError::Identifier));
        check.translations(self, &[("name", MAX_NAME)]);
        check.errors()
    }

    fn label(&self) -> &str {
        &self.name
    }
}

impl Listed for Category {
    const MAX_ITEMS: usize = 500;

    fn draft(id: i64) -> Self {
        Self {
            id: CategoryId(id),
            name: String::new(),
            alias: String::new(),
            image: None,
            translations: Translations::default(),
        }
    }

    fn id(&self) -> i64 {
        self.id.0
    }
}

impl Category {
    /// Every field that does not go with the other sports of the channel, by their aliases.
    pub fn settle(&self, others: &[String]) -> FieldErrors {
        let mut check = Check::default();
        check.note("alias", others.contains(&self.alias).then_some(FieldError::Duplicate));
        check.errors()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::channel::Language;

    #[test]
    fn wrong_sports_are_named() {
        let mut sport = Category::draft(1);
        let fields: Vec<_> = sport.errors().into_keys().collect();
        assert_eq!(fields, ["alias", "name"]);
        let translations = Translations::default().with(Language::Bg, "name", "Волейбол");
        sport.apply(CategoryFields {
            name: Some(" Volleyball ".into()),
            alias: Some("volleyball".into()),
            translations: Some(translations),
        });
        assert!(sport.errors().is_empty(), "{:?}", sport.errors());
        assert_eq!(sport.name, "Volleyball");
        assert_eq!(sport.settle(&["volleyball".into()])["alias"], [FieldError::Duplicate]);
        assert!(sport.settle(&["hockey".into()]).is_empty());
        sport.apply(CategoryFields { alias: Some("../etc".into()), ..CategoryFields::default() });
        assert_eq!(sport.errors()["alias"], [FieldError::Identifier]);
    }
}
