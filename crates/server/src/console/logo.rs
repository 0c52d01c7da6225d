//! The channel's logo and icon, and colours that go with the logo.

use axum::extract::State;
use domain::colours::{ColorSettings, propose};
use domain::operator::Action;
use domain::picture::stored;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{ChannelPicture, ChannelPictureSet};
use utoipa::ToSchema;

use super::permission::{Allowed, EditSite};
use super::site::EditError;
use super::write::SameOriginJson;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::refusal::EditConflict;
use crate::state::App;

/// The channel's logo or icon.
#[derive(Serialize, ToSchema)]
pub(super) struct Logo {
    /// Null without one. A file may have brought one that is not in the library.
    address: Option<String>,
}

/// A new logo or icon.
#[derive(Deserialize, ToSchema)]
pub(super) struct LogoRequest {
    /// A picture of the library; null for none.
    picture: Option<i64>,
    /// The address of the one that is to be replaced, as the operator saw it.
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
    get(&app, &allowed, ChannelPicture::Logo).await
}

/// Returns the icon; without one it is made of the logo, or drawn.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/icon",
    tag = "pictures",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The icon", body = Data<Logo>)
    )
)]
pub(super) async fn get_icon(State(app): State<App>, allowed: Allowed<EditSite>) -> Result<Data<Logo>> {
    get(&app, &allowed, ChannelPicture::Icon).await
}

async fn get(app: &App, allowed: &Allowed<EditSite>, which: ChannelPicture) -> Result<Data<Logo>> {
    let address = app.store.channel_picture(allowed.channel.identity.id, which).await?;
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
    SameOriginJson(request): SameOriginJson<LogoRequest>,
) -> Result<Data<Logo>> {
    set(&app, &allowed, (ChannelPicture::Logo, Action::SetLogo), request).await
}

/// Makes a picture of the library the icon of tabs and home screens, or removes the icon.
#[utoipa::path(
    put,
    path = "/console/api/channels/{id}/icon",
    tag = "pictures",
    params(("id" = i64, Path, description = "The channel")),
    request_body = LogoRequest,
    responses(
        (status = 200, description = "The new icon", body = Data<Logo>),
        (status = 409, description = "Somebody else set another one; `conflict` says which"),
        (status = "default", description = "There is no such picture, or the role does not allow it")
    )
)]
pub(super) async fn set_icon(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    SameOriginJson(request): SameOriginJson<LogoRequest>,
) -> Result<Data<Logo>> {
    set(&app, &allowed, (ChannelPicture::Icon, Action::SetIcon), request).await
}

async fn set(
    app: &App,
    allowed: &Allowed<EditSite>,
    (which, action): (ChannelPicture, Action),
    LogoRequest { picture, before }: LogoRequest,
) -> Result<Data<Logo>> {
    let identity = &allowed.channel.identity;
    let entry = allowed.entry(action, &identity.alias);
    match app.store.channel_picture_set(identity.id, which, picture, before, entry).await? {
        ChannelPictureSet::Done(address) => Ok(Data::new(Logo { address })),
        ChannelPictureSet::NotFound => Err(Error::NotFound("picture")),
        ChannelPictureSet::Stale(address) => {
            let current = Some(json!({ "address": address }));
            let conflict = EditConflict { current, base: None, changed_by: None, changed_at: None };
            Err(EditError::VersionConflict(Box::new(conflict)).into())
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
    let logo = app.store.channel_picture(allowed.channel.identity.id, ChannelPicture::Logo).await?;
    let samples = match logo.as_deref().and_then(stored) {
        Some((alias, name)) => app.pictures.samples(alias, name).await?,
        None => None,
    };
    Ok(Data::new(ColourProposal { colours: samples.and_then(|samples| propose(&samples)) }))
}
