//! Pages of the channel with their own paths.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::slide::is_picture;
use super::window::moment;
use crate::content::Page;
use crate::editing::{
    Check, Editable, Listed, MAX_HTML, MAX_NAME, MAX_TEXT, nullable, set, set_line, set_optional_line,
};
use crate::field_error::{FieldError, FieldErrors};
use crate::paths::is_page_url;
use crate::time::Timestamp;
use crate::translations::Translations;

/// The fields of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PageFields {
    /// A path of this site, such as `/tickets`, that no other page of the channel has.
    #[schema(nullable = false)]
    pub url: Option<String>,
    /// The name in `pages/{alias}`; the end of the path if it is empty.
    #[schema(nullable = false)]
    pub alt_name: Option<String>,
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// HTML.
    #[schema(nullable = false)]
    pub content: Option<String>,
    /// A path of this site, or an https address. At the top of the page, and in previews of links to it.
    #[serde(default, deserialize_with = "nullable")]
    #[schema(value_type = Option<String>)]
    pub image: Option<Option<String>>,
    /// The first second in which viewers have the page; null for no beginning. Operators send a local time.
    #[serde(default, deserialize_with = "nullable", skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub visible_from: Option<Option<i64>>,
    /// The first second in which they no longer have it; null for no end. Operators send a local time.
    #[serde(default, deserialize_with = "nullable", skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    pub visible_until: Option<Option<i64>>,
    /// Replaced as a whole.
    #[schema(nullable = false)]
    pub translations: Option<Translations>,
}

impl Editable for Page {
    type Fields = PageFields;

    fn fields(&self) -> PageFields {
        PageFields {
            url: Some(self.url.clone()),
            alt_name: Some(self.alt_name.clone()),
            name: Some(self.name.clone()),
            content: Some(self.content.clone()),
            image: Some(self.image.clone()),
            visible_from: Some(self.visible_from.map(Timestamp::seconds)),
            visible_until: Some(self.visible_until.map(Timestamp::seconds)),
            translations: Some(self.translations.clone()),
        }
    }

    fn apply(&mut self, fields: PageFields) {
        set_line(&mut self.url, fields.url);
        set_line(&mut self.alt_name, fields.alt_name);
        set_line(&mut self.name, fields.name);
        set(&mut self.content, fields.content);
        set_optional_line(&mut self.image, fields.image);
        set(&mut self.visible_from, moment(fields.visible_from));
        set(&mut self.visible_until, moment(fields.visible_until));
        set(&mut self.translations, fields.translations.map(Translations::without_empty));
    }

    fn errors(&self) -> FieldErrors {
        let mut check = Check::default();
        let url = match self.url.as_str() {
            "" => Some(FieldError::Required),
            url => (!is_page_url(url)).then_some(FieldError::PageUrl),
        };
        check.note("url", url);
        check.note("alt_name", (!is_alt_name(&self.alt_name)).then_some(FieldError::Invalid));
        check.line("name", &self.name, MAX_NAME);
        check.text("content", &self.content, [0, MAX_HTML]);
        check.optional_line("image", self.image.as_ref(), MAX_TEXT);
        let is_unsafe = self.image.as_deref().is_some_and(|address| !is_picture(address));
        check.note("image", is_unsafe.then_some(FieldError::UnsafeLink));
        self.window().check(&mut check);
        check.translations(self, &[("name", MAX_NAME), ("content", MAX_HTML)]);
        check.errors()
    }

    fn label(&self) -> &str {
        &self.name
    }
}

impl Listed for Page {
    const MAX_ITEMS: usize = 200;

    fn draft(id: i64) -> Self {
        Self {
            id,
            url: String::new(),
            alt_name: String::new(),
            name: String::new(),
            content: String::new(),
            image: None,
            visible_from: None,
            visible_until: None,
            translations: Translations::default(),
        }
    }

    fn id(&self) -> i64 {
        self.id
    }

    fn excludes(&self, other: &Self) -> bool {
        self.url == other.url || self.alt_name == other.alt_name
    }
}

/// One segment of an address; an empty one is filled in.
fn is_alt_name(name: &str) -> bool {
    name.len() <= MAX_NAME as usize && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

/// The names of another page of the channel, which no second page can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageNames {
    pub url: String,
    pub alt_name: String,
}

impl Page {
    /// Fills in a missing `alt_name`: the end of the path, with a number where another page has it. Returns what is taken.
    pub fn settle(&mut self, others: &[PageNames]) -> FieldErrors {
        let is_taken = |name: &str| others.iter().any(|other| other.alt_name == name);
        if self.alt_name.is_empty() && is_page_url(&self.url) {
            let end = self.url.rsplit('/').next().unwrap_or_default().to_owned();
            let numbered = (2..).map(|number: usize| format!("{end}-{number}"));
            let free = std::iter::once(end.clone()).chain(numbered).find(|name| !is_taken(name));
            self.alt_name = free.unwrap_or(end);
        }
        let mut check = Check::default();
        let is_url_taken = others.iter().any(|other| other.url == self.url);
        check.note("url", is_url_taken.then_some(FieldError::PageUrlTaken));
        check.note("alt_name", is_taken(&self.alt_name).then_some(FieldError::PageUrlTaken));
        check.errors()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(url: &str) -> Page {
        let mut page = Page::draft(1);
        page.apply(PageFields { url: Some(url.into()), name: Some("Page".into()), ..PageFields::default() });
        page
    }

    fn names(pages: &[Page]) -> Vec<PageNames> {
        pages.iter().map(|page| PageNames { url: page.url.clone(), alt_name: page.alt_name.clone() }).collect()
    }

    /// T58: a page stands at a path that nothing of the product has.
    #[test]
    fn pages_shadow_nothing() {
        for good in ["/tickets", "/about", "/help/first-visit"] {
            assert!(at(good).errors().is_empty(), "{good}");
        }
        for wrong in ["tickets", "/watch/7", "/api", "/console", "/a//b", "/../x", "https://x.example", "/login"] {
            assert_eq!(at(wrong).errors()["url"], [FieldError::PageUrl], "{wrong}");
        }
        assert_eq!(at(" ").errors()["url"], [FieldError::Required]);
        for (json, field, error) in [
            (r#"{"image": "javascript:alert(1)"}"#, "image", FieldError::UnsafeLink),
            (r#"{"visible_from": 20, "visible_until": 20}"#, "visible_until", FieldError::TimeOrder),
        ] {
            let mut page = at("/tickets");
            page.apply(serde_json::from_str(json).unwrap());
            assert_eq!(page.errors(), FieldErrors::from([(field.to_owned(), vec![error])]), "{json}");
        }
        let odd = Page { alt_name: "a/b".into(), ..at("/a") };
        assert_eq!(odd.errors()["alt_name"], [FieldError::Invalid]);
    }

    #[test]
    fn alt_names_are_filled_in_and_free() {
        let mut first = at("/help/tickets");
        assert!(first.settle(&[]).is_empty());
        assert_eq!(first.alt_name, "tickets");
        let mut second = at("/tickets");
        assert!(second.settle(&names(std::slice::from_ref(&first))).is_empty());
        assert_eq!(second.alt_name, "tickets-2");
        let mut third = Page { alt_name: "tickets".into(), ..at("/tickets") };
        let taken = third.settle(&names(&[first, second]));
        assert_eq!(taken.into_keys().collect::<Vec<_>>(), ["alt_name", "url"]);
        assert_eq!(third.alt_name, "tickets");
    }

    proptest! {
        /// A path that a page may have gives a name that a page may have, and two pages never the same.
        #[test]
        fn filled_in_names_are_usable(paths in proptest::collection::vec("/[a-z]{1,3}(/[a-z-]{1,3})?", 1..6)) {
            let mut pages: Vec<Page> = Vec::new();
            for path in paths {
                let mut page = at(&path);
                if page.errors().is_empty() && page.settle(&names(&pages)).is_empty() {
                    prop_assert!(page.errors().is_empty());
                    prop_assert!(!pages.iter().any(|other| other.excludes(&page)));
                    pages.push(page);
                }
            }
        }
    }
}
