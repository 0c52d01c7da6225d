//! Games to take along.

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
use crate::clock::now;
use crate::http::envelope::Data;
use crate::http::error::{Error, Failure, Result};
use crate::http::extract::Id;
use crate::playback::PlaybackError;
use crate::playback::permission;
use crate::playback::{Play, Subject};
use crate::state::App;
use crate::views::media::Ticket;

/// What the limit of downloads is counted over.
const COUNTED_OVER: i64 = 30 * Timestamp::DAY;

/// Where a file can be fetched, once and soon.
#[derive(Serialize, ToSchema)]
pub(super) struct DownloadAddress {
    url: String,
}

/// A finished game as one file, for members with the capability.
#[utoipa::path(
    get,
    path = "/api/download-event/{id}",
    tag = "playback",
    params(("id" = i64, Path, description = "The game's id"), KeyParam),
    responses(
        (status = 200, description = "An address that is good once, for a minute", body = Data<DownloadAddress>),
        (status = "default", description = "It may not be downloaded, or there is no such game", body = Failure)
    )
)]
pub(super) async fn get_download(
    State(app): State<App>,
    visitor: Visitor,
    Id(id): Id,
) -> Result<Data<DownloadAddress>> {
    let (channel, now) = (&visitor.channel, now());
    let game = channel.games.catalogue.get(EventId(id)).ok_or(Error::NotFound("game"))?;
    let login = visitor.login().ok_or(PlaybackError::NeedsAccount)?;
    let subject = Subject::Game(game.id);
    permission(channel, subject, visitor.onlooker())?;
    if !visitor.viewer().may(Capability::Download, Some(game.id)) {
        return Err(PlaybackError::DownloadsNotIncluded.into());
    }
    let recorded = game.media.iter().find(|media| media.shown_as(game.status) == Some(MediaType::Vod));
    let media = recorded.ok_or(Error::NotFound("recording"))?.id;

    let (identity, most) = (&channel.identity, visitor.limits(game.id).downloads);
    let since = now.plus(-COUNTED_OVER);
    match app.store.count_download(identity.id, login.account, game.id, most, since, now).await? {
        Downloaded::Counted => app.members.changed(identity.id, login.account).await,
        Downloaded::TooMany => return Err(PlaybackError::TooManyDownloads.into()),
    }
    let ticket = Ticket { session: rand::rng().random(), expires_at: now.plus(DOWNLOAD_LIFE), login: None };
    let play = Play::of_download(identity.id, subject, login, Capability::Download, now, ticket.expires_at);
    if app.playback.plays.insert(ticket.session, Arc::new(play), now).is_none() {
        return Err(Error::Busy("places for those who download"));
    }
    Ok(Data::new(DownloadAddress { url: channel.teams.addresses.for_download(media, ticket) }))
}
