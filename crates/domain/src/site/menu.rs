//! Links of the channel's menu.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::MAX_ITEMS;
use crate::content::{MenuLink, MenuPlace};
use crate::editing::{Check, Editable, Listed, MAX_NAME, MAX_TEXT, set, set_line};
use crate::field_error::{FieldError, FieldErrors};
use crate::html::is_safe_link;
use crate::translations::Translations;

/// The fields of a menu link.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MenuFields {
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// A path of this site, or a web, mail or phone address.
    #[schema(nullable = false)]
    pub url: Option<String>,
    /// `header` if a new link does not say it.
    #[schema(nullable = false)]
    pub place: Option<MenuPlace>,
    /// Replaced as a whole.
    #[schema(nullable = false)]
    pub translations: Option<Translations>,
}

impl Editable for MenuLink {
    type Fields = MenuFields;

    fn fields(&self) -> MenuFields {
        MenuFields {
            name: Some(self.name.clone()),
            url: Some(self.url.clone()),
            place: Some(self.place),
            translations: Some(self.translations.clone()),
        }
    }

    fn apply(&mut self, fields: MenuFields) {
        set_line(&mut self.name, fields.name);
        set_line(&mut self.url, fields.url);
        set(&mut self.place, fields.place);
        set(&mut self.translations, fields.translations.map(Translations::without_empty));
    }

    fn errors(&self) -> FieldErrors {
        let mut check = Check::default();
        check.line("name", &self.name, MAX_NAME);
        check.line("url", &self.url, MAX_TEXT);
        check.note("url", (!self.url.is_empty() && !is_safe_link(&self.url)).then_some(FieldError::UnsafeLink));
        check.translations(self, &[("name", MAX_NAME)]);
        check.errors()
    }

    fn label(&self) -> &str {
        &self.name
    }
}

impl Listed for MenuLink {
    const MAX_ITEMS: usize = MAX_ITEMS;

    fn draft(id: i64) -> Self {
        Self {
            id,
            name: String::new(),
            url: String::new(),
            place: MenuPlace::Header,
            translations: Translations::default(),
        }
    }

    fn id(&self) -> i64 {
        self.id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: &str, url: &str) -> FieldErrors {
        let mut link = MenuLink::draft(1);
        link.apply(MenuFields { name: Some(name.into()), url: Some(url.into()), ..MenuFields::default() });
        link.errors()
    }

    /// T28: a link leads to the web, a mail address or a phone, never to a script.
    #[test]
    fn links_are_safe() {
        for good in ["/tickets", "https://shop.example", " tel:+15550100 "] {
            assert!(with("Shop", good).is_empty(), "{good}");
        }
        for wrong in ["javascript:alert(1)", "//evil.example", "data:text/html,x", "shop"] {
            assert_eq!(with("Shop", wrong)["url"], [FieldError::UnsafeLink], "{wrong}");
        }
        assert_eq!(with("Shop", " ")["url"], [FieldError::Required]);
        assert_eq!(with(&"é".repeat(121), "/")["name"], [FieldError::Length { min: 1, max: 120 }]);
    }
}
