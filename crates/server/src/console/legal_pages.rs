//! Which legal pages the channel has, and templates for those that it lacks.

use axum::extract::State;
use domain::channel::Language;
use domain::content::Page;
use domain::editing::Editable;
use domain::site::{LegalKind, PageFields};
use serde::Serialize;
use store::Versioned;
use utoipa::ToSchema;

use super::permission::{Allowed, EditSite};
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// A legal page.
#[derive(Serialize, ToSchema)]
pub(super) struct LegalPage {
    kind: LegalKind,
    /// Where it stands.
    path: &'static str,
    state: LegalState,
    /// The channel's own page; null if it has none.
    page: Option<i64>,
    /// Of the page, in the main language.
    name: Option<String>,
    /// Languages that its text is not translated into.
    untranslated: Vec<Language>,
    /// Places of the template that are not filled in yet, in any language.
    blanks: Vec<&'static str>,
    /// The fields of a new page.
    template: PageFields,
}

#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum LegalState {
    /// The channel has a page.
    Own,
    /// Viewers are told that there is no page yet, and whom to ask.
    Notice,
    /// Nothing stands there.
    None,
}

impl LegalPage {
    fn of(kind: LegalKind, main: Language, pages: &[Versioned<Page>]) -> Self {
        let page = pages.iter().map(|page| &page.item).find(|page| page.url == kind.path());
        let others = Language::ALL.into_iter().filter(|language| *language != main);
        let untranslated = |page: &Page| {
            others.filter(|language| page.translations.text(*language, "content").is_none()).collect::<Vec<_>>()
        };
        let texts = |page: &Page| {
            let translated = page.translations.all().filter_map(|(_, texts)| texts.get("content"));
            translated.chain([&page.content]).cloned().collect::<Vec<_>>().join("\n")
        };
        Self {
            kind,
            path: kind.path(),
            state: match page {
                Some(_) => LegalState::Own,
                None if kind.has_notice() => LegalState::Notice,
                None => LegalState::None,
            },
            page: page.map(|page| page.id),
            name: page.map(|page| page.name.clone()),
            blanks: page.map(|page| kind.blanks(&texts(page))).unwrap_or_default(),
            untranslated: page.map(untranslated).unwrap_or_default(),
            template: PageFields { visible_from: None, visible_until: None, ..kind.template(main).fields() },
        }
    }
}

/// Lists the legal pages, also those that the channel lacks.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/legal-pages",
    tag = "texts",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "One of each kind", body = Data<Vec<LegalPage>>)
    )
)]
pub(super) async fn list_legal_pages(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
) -> Result<Data<Vec<LegalPage>>> {
    let pages = app.store.edited::<Page>(allowed.channel.identity.id).await?;
    let main = allowed.channel.profile.language;
    Ok(Data::all(LegalKind::ALL.map(|kind| LegalPage::of(kind, main, &pages)).into()))
}
