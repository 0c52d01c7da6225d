//! Clip downloads in several formats.

use std::sync::Arc;

use axum::extract::State;
use domain::account::Capability;
use domain::clip::{Clip, ClipFailure, ClipFormat, ClipState};
use domain::playback::DOWNLOAD_LIFE;
use domain::time::Timestamp;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use store::{ClipExport, Downloaded};
use utoipa::{IntoParams, ToSchema};

use super::Reader;
use crate::accounts::caller::{KeyParam, Visitor};
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::{Id, Query};
use crate::playback::PlaybackError;
use crate::playback::clip_permission;
use crate::playback::{Play, Subject};
use crate::recordings::clips::ClipError;
use crate::recordings::clips::ClipFile;
use crate::state::App;
use crate::views::media::TokenClaims;

/// What the limit of downloads is counted over.
const COUNTED_OVER: i64 = 30 * Timestamp::DAY;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct FormQuery {
    #[serde(default)]
    #[param(inline)]
    format: ClipFormat,
    /// `1` adds the channel's logo. The clip is then re-encoded, at most 720 pixels high.
    #[serde(default)]
    #[param(maximum = 1)]
    watermark: u8,
    /// `1` for a request by the user: retries a failed format. Polling omits it.
    #[serde(default)]
    #[param(maximum = 1)]
    anew: u8,
    /// The proof in the clip's link, for other members' unlisted clips.
    uuid: Option<String>,
}

/// The state of the requested format, and its one-time download URL.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct ClipDownload {
    status: ClipState,
    url: Option<String>,
    queue_place: Option<u64>,
    /// Why there is no file.
    failure: Option<ClipFailure>,
}

/// Returns a clip as a file, for members with the capability. Poll every two seconds while the file is being made.
#[utoipa::path(
    get,
    path = "/api/clip/download/{id}",
    tag = "clips",
    params(("id" = i64, Path, description = "The clip's id"), FormQuery, KeyParam),
    responses(
        (status = 200, description = "A one-time URL, valid for a minute; or the progress", body = Data<ClipDownload>),
        (status = "default", description = "No such clip, or downloading is not allowed")
    )
)]
pub(in crate::api) async fn download_clip(
    State(app): State<App>,
    visitor: Visitor,
    Id(id): Id,
    Query(form): Query<FormQuery>,
) -> Result<Data<ClipDownload>> {
    let clip = Reader::from(&visitor).clip(&app, id, form.uuid.as_deref()).await?;
    let file = wanted(&visitor.channel, &form)?;
    let subject = Subject::Clip { clip: clip.id, event: clip.event, file };
    let account = visitor.login().ok_or(PlaybackError::NeedsAccount)?.account;
    clip_permission(&visitor.channel, &clip, Some(account), visitor.access_context())?;
    if !visitor.viewer().may(Capability::DownloadClip, Some(clip.event)) {
        return Err(PlaybackError::DownloadsNotIncluded.into());
    }
    let made = made(&app, &visitor, &clip, file, form.anew == 1).await?;
    let url = match made.state {
        ClipState::Ready => Some(address(&app, &visitor, &clip, subject).await?),
        ClipState::Processing | ClipState::Failed => None,
    };
    Ok(Data::new(ClipDownload { status: made.state, url, queue_place: made.place, failure: made.failure }))
}

/// What is made for the wish: the original is there as it is, unless it is to have the logo.
fn wanted(channel: &Snapshot, form: &FormQuery) -> Result<ClipFile, ClipError> {
    let has_logo = form.watermark == 1;
    if has_logo && channel.profile.stored_logo().is_none() {
        return Err(ClipError::NoWatermark);
    }
    Ok(match form.format {
        ClipFormat::Original if !has_logo => ClipFile::Plan,
        format => ClipFile::Form(format, has_logo),
    })
}

/// How far a file is; another form is begun once the clip itself is there.
async fn made(app: &App, visitor: &Visitor, clip: &Clip, file: ClipFile, anew: bool) -> Result<ClipExport> {
    match (clip.state, file) {
        (ClipState::Ready, ClipFile::Form(format, watermark)) => {
            let channel = visitor.channel.identity.id;
            Ok(app.store.clip_want_export(channel, clip.id, (format, watermark), anew, visitor.now).await?)
        }
        (ClipState::Processing, _) => {
            let place = Some(app.store.clip_place(clip.id).await?);
            Ok(ClipExport { state: clip.state, failure: None, place })
        }
        _ => Ok(ClipExport { state: clip.state, failure: clip.failure, place: None }),
    }
}

/// T6: counted, and good for one download of just that file.
async fn address(app: &App, visitor: &Visitor, clip: &Clip, subject: Subject) -> Result<String> {
    let (channel, now) = (&visitor.channel, visitor.now);
    let login = visitor.login().ok_or(PlaybackError::NeedsAccount)?;
    let (identity, most) = (&channel.identity, visitor.limits(clip.event).downloads);
    let since = now.plus(-COUNTED_OVER);
    match app.store.download_count(identity.id, login.account, clip.event, most, since, now).await? {
        Downloaded::Counted => app.members.changed(identity.id, login.account).await,
        Downloaded::TooMany => return Err(PlaybackError::TooManyDownloads.into()),
    }
    let ticket = TokenClaims { session: rand::rng().random(), expires_at: now.plus(DOWNLOAD_LIFE), login: None };
    let play = Play::of_download(identity.id, subject, login, Capability::DownloadClip, now, ticket.expires_at);
    if app.playback.plays.insert(ticket.session, Arc::new(play), now).is_none() {
        return Err(Error::Busy("download slots are full"));
    }
    Ok(channel.teams.addresses.for_download(clip.media, ticket))
}
