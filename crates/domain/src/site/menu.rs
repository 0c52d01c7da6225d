//! Links of the channel's menu.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::MAX_ITEMS;
use crate::content::{MenuLink, MenuPlace};
use crate::editing::{Check, Editable, Listed, MAX_NAME, MAX_TEXT, nullable, set, set_line};
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
    /// The link that it stands under, which stands under none; null for the top. It has the place of that one.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<i64>)]
    pub parent_id: Option<Option<i64>>,
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
            parent_id: Some(self.parent_id),
            translations: Some(self.translations.clone()),
        }
    }

    fn apply(&mut self, fields: MenuFields) {
        set_line(&mut self.name, fields.name);
        set_line(&mut self.url, fields.url);
        set(&mut self.place, fields.place);
        set(&mut self.parent_id, fields.parent_id);
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
            parent_id: None,
            translations: Translations::default(),
        }
    }

    fn id(&self) -> i64 {
        self.id
    }
}

impl MenuLink {
    /// Every field that does not go with the other links of the channel. There is one level below the top.
    pub fn settle(&self, others: &[Self]) -> FieldErrors {
        let mut check = Check::default();
        let Some(parent) = self.parent_id else { return check.errors() };
        let found = others.iter().find(|other| other.id == parent);
        let error = match found {
            None => Some(FieldError::NotFound),
            Some(found) => (found.parent_id.is_some() || self.has_any_of(others)).then_some(FieldError::Invalid),
        };
        check.note("parent_id", error);
        check.errors()
    }

    fn has_any_of(&self, others: &[Self]) -> bool {
        others.iter().any(|other| other.parent_id == Some(self.id))
    }

    /// The links as viewers have them: those whose parent has gone stand at the top, the others at the place of their parent.
    pub fn tree(links: &[Self]) -> Vec<Self> {
        let top = |id: Option<i64>| links.iter().find(|link| Some(link.id) == id && link.parent_id.is_none());
        let settled = |link: &Self| {
            let parent = top(link.parent_id);
            let place = parent.map_or(link.place, |parent| parent.place);
            Self { parent_id: parent.map(|parent| parent.id), place, ..link.clone() }
        };
        links.iter().map(settled).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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

    fn link(id: i64, parent_id: Option<i64>) -> MenuLink {
        MenuLink { parent_id, ..MenuLink::draft(id) }
    }

    /// CONT-02: a menu has one level of links under links.
    #[test]
    fn menus_have_one_level() {
        let others = [link(1, None), link(2, Some(1)), link(3, None)];
        assert!(link(9, Some(1)).settle(&others).is_empty());
        assert_eq!(link(9, Some(2)).settle(&others)["parent_id"], [FieldError::Invalid]);
        assert_eq!(link(9, Some(7)).settle(&others)["parent_id"], [FieldError::NotFound]);
        assert_eq!(link(9, Some(9)).settle(&others)["parent_id"], [FieldError::NotFound]);
        let rest = [link(2, Some(1)), link(3, None)];
        assert_eq!(link(1, Some(3)).settle(&rest)["parent_id"], [FieldError::Invalid], "it has one itself");
    }

    proptest! {
        /// Whatever rows say, no link of the tree is lost, and none stands under one that stands under another.
        #[test]
        fn trees_have_one_level_and_every_link(parents in proptest::collection::vec((proptest::option::of(0i64..8), any::<bool>()), 0..8)) {
            let place = |footer| if footer { MenuPlace::Footer } else { MenuPlace::Header };
            let links: Vec<_> =
                (0..).zip(parents).map(|(id, (parent, footer))| MenuLink { place: place(footer), ..link(id, parent) }).collect();
            let tree = MenuLink::tree(&links);
            prop_assert_eq!(tree.len(), links.len());
            for one in &tree {
                let Some(parent) = one.parent_id else { continue };
                let parent = tree.iter().find(|other| other.id == parent).unwrap();
                prop_assert_eq!((parent.parent_id, parent.place), (None, one.place));
            }
        }
    }
}
