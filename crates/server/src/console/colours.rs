//! The channel's colours.

use axum::extract::State;
use domain::colours::ColorSettings;
use domain::ids::ChannelId;
use domain::operator::Action;
use domain::site::{ColourFields, Colours};
use serde::Serialize;
use store::Versioned;
use utoipa::ToSchema;

use super::permission::{Allowed, EditSite};
use super::site::{self, ItemEdit, SiteContent};
use crate::http::envelope::Data;
use crate::http::error::Result;
use crate::state::App;

/// The colours that an operator chose.
#[derive(Serialize, ToSchema)]
pub(super) struct ChannelColours {
    /// The channel.
    #[schema(value_type = i64)]
    id: ChannelId,
    version: i64,
    #[serde(flatten)]
    colours: ColorSettings,
}

impl From<Versioned<Colours>> for ChannelColours {
    fn from(Versioned { item, version }: Versioned<Colours>) -> Self {
        Self { id: item.id, version, colours: item.colours }
    }
}

impl SiteContent for Colours {
    type Item = ChannelColours;

    const UPDATE: Action = Action::UpdateColours;
    const RESTORE: Action = Action::RestoreColours;
}

/// Returns the channel's colours.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/colours",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The colours", body = Data<ChannelColours>)
    )
)]
pub(super) async fn get_channel_colours(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
) -> Result<Data<ChannelColours>> {
    site::single::<Colours>(&app, &allowed).await
}

/// Changes colours of the channel. Those that are absent stay.
#[utoipa::path(
    patch,
    path = "/console/api/channels/{id}/colours",
    tag = "site",
    params(("id" = i64, Path, description = "The channel")),
    request_body = ItemEdit<ColourFields>,
    responses(
        (status = 200, description = "The colours at their next version", body = Data<ChannelColours>),
        (status = "default", description = "A field breaks a rule, or the role does not allow it")
    )
)]
pub(super) async fn update_channel_colours(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    edit: ItemEdit<ColourFields>,
) -> Result<Data<ChannelColours>> {
    site::update_single::<Colours>(&app, &allowed, edit).await
}
