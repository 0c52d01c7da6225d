//! Redirects from former paths of pages. Each leads to a page, never to a path, so that none leads to another.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::MAX_ITEMS;
use crate::content::{Page, Redirect};
use crate::editing::{Check, Editable, Listed, set, set_line};
use crate::field_error::{FieldError, FieldErrors};
use crate::paths::is_page_url;

/// The fields of a redirect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RedirectFields {
    /// A path of this site, such as `/tickets`, of which the channel has no other redirect. A page that stands there comes first.
    #[schema(nullable = false)]
    pub path: Option<String>,
    /// The page that it leads to, wherever that stands.
    #[schema(nullable = false)]
    pub page_id: Option<i64>,
}

impl Editable for Redirect {
    type Fields = RedirectFields;

    fn fields(&self) -> RedirectFields {
        RedirectFields { path: Some(self.path.clone()), page_id: Some(self.page_id) }
    }

    fn apply(&mut self, fields: RedirectFields) {
        set_line(&mut self.path, fields.path);
        set(&mut self.page_id, fields.page_id);
    }

    fn errors(&self) -> FieldErrors {
        let mut check = Check::default();
        let path = match self.path.as_str() {
            "" => Some(FieldError::Required),
            path => (!is_page_url(path)).then_some(FieldError::PageUrl),
        };
        check.note("path", path);
        check.note("page_id", (self.page_id == 0).then_some(FieldError::Required));
        check.errors()
    }

    fn label(&self) -> &str {
        &self.path
    }
}

impl Listed for Redirect {
    const MAX_ITEMS: usize = MAX_ITEMS;

    fn draft(id: i64) -> Self {
        Self { id, path: String::new(), page_id: 0 }
    }

    fn id(&self) -> i64 {
        self.id
    }

    fn excludes(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Redirect {
    /// Where a path leads that no page has; nowhere if the page has gone.
    pub fn target<'a>(redirects: &[Self], pages: &'a [Page], path: &str) -> Option<&'a str> {
        if pages.iter().any(|page| page.url == path) {
            return None;
        }
        let found = redirects.iter().find(|redirect| redirect.path == path)?;
        pages.iter().find(|page| page.id == found.page_id).map(|page| page.url.as_str())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn page(id: i64, url: &str) -> Page {
        Page { url: url.into(), ..Page::draft(id) }
    }

    fn redirect(path: &str, page_id: i64) -> Redirect {
        Redirect { id: 1, path: path.into(), page_id }
    }

    #[test]
    fn wrong_fields_are_named() {
        let fields = |path, page| redirect(path, page).errors().into_keys().collect::<Vec<_>>();
        assert!(fields("/tickets", 1).is_empty());
        assert_eq!(fields("", 0), ["page_id", "path"]);
        for wrong in ["tickets", "/watch/7", "//evil.example", "/console", "/"] {
            assert_eq!(redirect(wrong, 1).errors()["path"], [FieldError::PageUrl], "{wrong}");
        }
    }

    #[test]
    fn pages_come_before_redirects() {
        let (pages, redirects) = ([page(1, "/new"), page(2, "/taken")], [redirect("/old", 1), redirect("/taken", 1)]);
        let target = |path| Redirect::target(&redirects, &pages, path);
        assert_eq!(
            [target("/old"), target("/taken"), target("/new"), target("/none")],
            [Some("/new"), None, None, None]
        );
        assert_eq!(Redirect::target(&[redirect("/old", 9)], &pages, "/old"), None, "the page has gone");
    }

    proptest! {
        /// T30: however pages moved about, a redirect leads in one step to a page, and never to itself.
        #[test]
        fn redirects_never_loop(moves in proptest::collection::vec((0usize..4, 0usize..6, any::<bool>()), 0..40), gone in 0i64..4) {
            let paths = ["/a", "/b", "/c", "/d", "/e", "/f"];
            let mut pages: Vec<Page> = (0..4).zip(paths).map(|(id, url)| page(id, url)).collect();
            let mut redirects: Vec<Redirect> = Vec::new();
            for (moved, to, keeps) in moves {
                if pages.iter().any(|page| page.url == paths[to]) {
                    continue;
                }
                let from = std::mem::replace(&mut pages[moved].url, paths[to].to_owned());
                if keeps {
                    redirects.retain(|redirect| redirect.path != from);
                    redirects.push(redirect(&from, pages[moved].id));
                }
            }
            pages.retain(|page| page.id != gone);
            for path in paths {
                if let Some(target) = Redirect::target(&redirects, &pages, path) {
                    prop_assert!(target != path && pages.iter().any(|page| page.url == target));
                    prop_assert_eq!(Redirect::target(&redirects, &pages, target), None);
                }
            }
        }
    }
}
