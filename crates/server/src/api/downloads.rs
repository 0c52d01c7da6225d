//! Downloads of games.

use std::sync::Arc;

use axum::extract::State;
use domain::account::Capability;
use domain::ids::EventId;
use domain::media::MediaType;
use domain::playback::DOWNLOAD_LIFE;
use domain::time::Timestamp;
use rand::RngExt;
use serde::Serialize;
use store::Downloaded;
use utoipa::ToSchema;

use crate::accounts::caller::{KeyParam, Visitor};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Id;
use crate::playback::PlaybackError;
use crate::playback::permission;
use crate::playback::{Play, Subject};
use crate::state::App;
use crate::views::media::TokenClaims;

/// What the limit of downloads is counted over.
const COUNTED_OVER: i64 = 30 * Timestamp::DAY;

/// A one-time download URL.
#[derive(Serialize, ToSchema)]
pub(super) struct DownloadAddress {
    url: String,
}

/// Returns a finished game as a file, for members with the capability.
#[utoipa::path(
    get,
    path = "/api/download-event/{id}",
    tag = "playback",
    params(("id" = i64, Path, description = "The game's id"), KeyParam),
    responses(
        (status = 200, description = "A one-time URL, valid for a minute", body = Data<DownloadAddress>),
        (status = "default", description = "No such game, or downloading is not allowed")
    )
)]
pub(super) async fn get_download(
    State(app): State<App>,
    visitor: Visitor,
    Id(id): Id,
) -> Result<Data<DownloadAddress>> {
    let (channel, now) = (&visitor.channel, visitor.now);
    let game = channel.games.catalogue.get(EventId(id)).ok_or(Error::NotFound("game"))?;
    let login = visitor.login().ok_or(PlaybackError::NeedsAccount)?;
    let subject = Subject::Game(game.id);
    permission(channel, subject, visitor.access_context())?;
    if !visitor.viewer().may(Capability::Download, Some(game.id)) {
        return Err(PlaybackError::DownloadsNotIncluded.into());
    }
    let recorded = game.media.iter().find(|media| media.shown_as(game.status) == Some(MediaType::Vod));
    let media = recorded.ok_or(Error::NotFound("recording"))?.id;

    let (identity, most) = (&channel.identity, visitor.limits(game.id).downloads);
    let since = now.plus(-COUNTED_OVER);
    match app.store.download_count(identity.id, login.account, game.id, most, since, now).await? {
        Downloaded::Counted => app.members.changed(identity.id, login.account).await,
        Downloaded::TooMany => return Err(PlaybackError::TooManyDownloads.into()),
    }
    let ticket = TokenClaims { session: rand::rng().random(), expires_at: now.plus(DOWNLOAD_LIFE), login: None };
    let play = Play::of_download(identity.id, subject, login, Capability::Download, now, ticket.expires_at);
    if app.playback.plays.insert(ticket.session, Arc::new(play), now).is_none() {
        return Err(Error::Busy("download slots are full"));
    }
    Ok(Data::new(DownloadAddress { url: channel.teams.addresses.for_download(media, ticket) }))
}
