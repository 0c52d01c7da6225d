//! The channel's logo, and colours that go with it.

use axum::extract::State;
use domain::colours::{ColorSettings, propose};
use domain::operator::Action;
use domain::picture::stored;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::LogoSet;
use utoipa::ToSchema;

use super::error::ConsoleError;
use super::permission::{Allowed, EditSite};
use super::write::SameOriginJson;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::refusal::EditConflict;
use crate::state::App;

/// The channel's logo.
#[derive(Serialize, ToSchema)]
pub(super) struct Logo {
    /// Null without one. A file may have brought one that is not in the library.
    address: Option<String>,
}

/// A new logo.
#[derive(Deserialize, ToSchema)]
pub(super) struct LogoRequest {
    /// A picture of the library; null for none.
    picture: Option<i64>,
    /// The address of the logo that is to be replaced, as the operator saw it.
    before: Option<String>,
}

/// Returns the logo.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/logo",
    tag = "pictures",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The logo", body = Data<Logo>)
    )
)]
pub(super) async fn get_logo(State(app): State<App>, allowed: Allowed<EditSite>) -> Result<Data<Logo>> {
    let address = app.store.logo(allowed.channel.identity.id).await?;
    Ok(Data::new(Logo { address }))
}

/// Makes a picture of the library the logo, or removes the logo.
#[utoipa::path(
    put,
    path = "/console/api/channels/{id}/logo",
    tag = "pictures",
    params(("id" = i64, Path, description = "The channel")),
    request_body = LogoRequest,
    responses(
        (status = 200, description = "The new logo", body = Data<Logo>),
        (status = 409, description = "Somebody else set another one; `conflict` says which"),
        (status = "default", description = "There is no such picture, or the role does not allow it")
    )
)]
pub(super) async fn set_logo(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    SameOriginJson(LogoRequest { picture, before }): SameOriginJson<LogoRequest>,
) -> Result<Data<Logo>> {
    let identity = &allowed.channel.identity;
    let entry = allowed.entry(Action::SetLogo, &identity.alias);
    match app.store.logo_set(identity.id, picture, before, entry).await? {
        LogoSet::Done(address) => Ok(Data::new(Logo { address })),
        LogoSet::NotFound => Err(Error::NotFound("picture")),
        LogoSet::Stale(address) => {
            let current = Some(json!({ "address": address }));
            let conflict = EditConflict { current, base: None, changed_by: None, changed_at: None };
            Err(ConsoleError::VersionConflict(Box::new(conflict)).into())
        }
    }
}

/// Colours from the logo.
#[derive(Serialize, ToSchema)]
pub(super) struct ColourProposal {
    /// Null without a logo, or if it is a drawing or not stored here.
    colours: Option<ColorSettings>,
}

/// Proposes colours in which the logo stands out and every text reads. Changes nothing.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/logo/colours",
    tag = "pictures",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The colours", body = Data<ColourProposal>)
    )
)]
pub(super) async fn propose_colours(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
) -> Result<Data<ColourProposal>> {
    let logo = app.store.logo(allowed.channel.identity.id).await?;
    let samples = match logo.as_deref().and_then(stored) {
        Some((alias, name)) => app.pictures.samples(alias, name).await?,
        None => None,
    };
    Ok(Data::new(ColourProposal { colours: samples.and_then(|samples| propose(&samples)) }))
}
