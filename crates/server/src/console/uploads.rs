//! A channel's uploads, and the games and films that they can be for. The upload protocol itself is in `tus`.

use axum::extract::{FromRequestParts, State};
use domain::catalogue::{Filter, Order};
use domain::event::StreamStatus;
use domain::ids::{EventId, MediaId, VodItemId};
use domain::media::{Media, RenditionProgress};
use domain::time::Timestamp;
use domain::vod::VodQuery;
use http::request::Parts;
use serde::{Deserialize, Serialize};
use store::{Upload, UploadFor};
use utoipa::{IntoParams, ToSchema};

use super::permission::{Allowed, EditLibrary};
use crate::channels::snapshot::Snapshot;
use crate::clock::Clock;
use crate::http::envelope::{Data, Meta};
use crate::http::error::{Error, Result};
use crate::http::extract::{Query, Window, number_of_path};
use crate::http::problem::FieldCode;
use crate::state::App;

/// Game or film.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum TargetKind {
    /// A game.
    Event,
    /// A film of the library.
    Vod,
}

impl TargetKind {
    pub(super) fn with(self, id: i64) -> UploadFor {
        match self {
            Self::Event => UploadFor::Game(EventId(id)),
            Self::Vod => UploadFor::Film(VodItemId(id)),
        }
    }
}

/// The state of an upload.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum UploadState {
    Receiving,
    /// All of it is here, and waits for its turn.
    Received,
    /// It is looked at whether it is a video.
    Checking,
    Importing,
    /// It can be watched; poster, thumbnails and preview are made.
    Pictures,
    Ready,
    /// The problem says why.
    Failed,
}

impl From<store::UploadState> for UploadState {
    fn from(state: store::UploadState) -> Self {
        match state {
            store::UploadState::Receiving => Self::Receiving,
            store::UploadState::Received => Self::Received,
            store::UploadState::Checking => Self::Checking,
            store::UploadState::Importing => Self::Importing,
            store::UploadState::Pictures => Self::Pictures,
            store::UploadState::Ready => Self::Ready,
            store::UploadState::Failed => Self::Failed,
        }
    }
}

/// The game or film that the upload is for.
#[derive(Serialize, ToSchema)]
pub(super) struct UploadTarget {
    kind: TargetKind,
    id: i64,
    /// Null if it was deleted.
    title: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(super) struct UploadSummary {
    id: i64,
    target: UploadTarget,
    /// The name of the uploaded file.
    name: String,
    bytes: u64,
    /// Bytes received so far.
    received: u64,
    state: UploadState,
    /// Progress of the import in percent.
    progress: u8,
    /// Why the upload failed or is waiting.
    problem: Option<String>,
    /// The problem as a code.
    problem_code: Option<String>,
    /// The lower renditions, largest first; empty until the source has been analysed.
    rungs: Vec<RenditionProgress>,
    /// Seconds since 1970.
    created_at: i64,
}

impl UploadSummary {
    fn of(channel: &Snapshot, upload: Upload, rungs: Vec<RenditionProgress>) -> Self {
        let (kind, id, title) = match upload.of {
            UploadFor::Game(id) => {
                (TargetKind::Event, id.0, channel.games.catalogue.get(id).map(|game| game.name.clone()))
            }
            UploadFor::Film(id) => {
                (TargetKind::Vod, id.0, channel.public.vod.library.item(id).map(|film| film.title.clone()))
            }
        };
        Self {
            id: upload.id,
            target: UploadTarget { kind, id, title },
            name: upload.name,
            bytes: upload.bytes,
            received: upload.received,
            state: upload.state.into(),
            progress: upload.progress,
            problem: upload.problem,
            problem_code: upload.problem_code,
            rungs,
            created_at: upload.created_at.seconds(),
        }
    }
}

/// The upload that the path names.
pub(super) struct UploadId(pub(super) i64);

impl FromRequestParts<App> for UploadId {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        number_of_path(parts, app, "upload").await.map(Self)
    }
}

/// Lists the channel's uploads of the last 30 days, newest first.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/uploads",
    tag = "uploads",
    params(("id" = i64, Path, description = "The channel"), Window),
    responses(
        (status = 200, description = "The uploads, with their progress", body = Data<Vec<UploadSummary>>)
    )
)]
pub(super) async fn list_uploads(
    State(app): State<App>,
    allowed: Allowed<EditLibrary>,
    Query(window): Query<Window>,
) -> Result<Data<Vec<UploadSummary>>> {
    let (offset, limit) = window.page_bounds()?;
    let channel = &allowed.channel;
    let (uploads, total) = app.store.uploads(channel.identity.id, offset as u64, limit as u64).await?;
    let made: Vec<MediaId> = uploads.iter().filter_map(|upload| upload.media).collect();
    let mut rungs = app.store.renditions_of(channel.identity.id, &made).await?;
    let summary = |upload: Upload| {
        let rungs = upload.media.and_then(|media| rungs.remove(&media)).unwrap_or_default();
        UploadSummary::of(channel, upload, rungs)
    };
    let meta = Meta { total: usize::try_from(total).ok(), offset: Some(offset), limit: Some(limit) };
    Ok(Data { data: uploads.into_iter().map(summary).collect(), meta })
}

/// Returns an upload.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/uploads/{upload}",
    tag = "uploads",
    params(("id" = i64, Path, description = "The channel"), ("upload" = i64, Path, description = "The upload")),
    responses(
        (status = 200, description = "The upload, with its progress", body = Data<UploadSummary>),
        (status = "default", description = "No such upload")
    )
)]
pub(super) async fn get_upload(
    State(app): State<App>,
    allowed: Allowed<EditLibrary>,
    UploadId(id): UploadId,
) -> Result<Data<UploadSummary>> {
    let channel = allowed.channel.identity.id;
    let upload = app.store.upload(channel, id).await?.ok_or(Error::NotFound("upload"))?;
    let rungs = app.store.renditions_of(channel, upload.media.as_slice()).await?.into_values().flatten().collect();
    Ok(Data::new(UploadSummary::of(&allowed.channel, upload, rungs)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct TargetsQuery {
    #[param(inline)]
    kind: TargetKind,
    /// Words of the name.
    #[param(max_length = 100)]
    text: Option<String>,
}

/// A game or film that a video can be uploaded for.
#[derive(Serialize, ToSchema)]
pub(super) struct TargetDetails {
    kind: TargetKind,
    id: i64,
    title: String,
    /// Seconds since 1970.
    date: i64,
    /// Whether there is a video already; an upload replaces it.
    has_video: bool,
}

/// How many are shown; others are found by a word of their name.
const TARGETS: usize = 20;
const MAX_TEXT: usize = 100;

/// Lists games that are not live, or films, that a video can be uploaded for, newest first.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/upload-targets",
    tag = "uploads",
    params(("id" = i64, Path, description = "The channel"), TargetsQuery),
    responses(
        (status = 200, description = "At most twenty games or films", body = Data<Vec<TargetDetails>>)
    )
)]
pub(super) async fn list_targets(
    State(clock): State<Clock>,
    allowed: Allowed<EditLibrary>,
    Query(query): Query<TargetsQuery>,
) -> Result<Data<Vec<TargetDetails>>> {
    let text = query.text.as_deref().map(str::trim).unwrap_or_default();
    if text.chars().count() > MAX_TEXT {
        return Err(Error::invalid(
            "text",
            FieldCode::Length.within(0, MAX_TEXT),
            "text must be 100 characters at most",
        ));
    }
    Ok(Data::all(match query.kind {
        TargetKind::Event => games(&allowed.channel, text, clock.now()),
        TargetKind::Vod => films(&allowed.channel, text),
    }))
}

fn games(channel: &Snapshot, text: &str, now: Timestamp) -> Vec<TargetDetails> {
    let catalogue = &channel.games.catalogue;
    // Without a word, games that were played come first: those of next season have nothing to upload.
    let until = text.is_empty().then(|| now.plus(Timestamp::DAY));
    let filter = Filter { until, text: Some(text.to_owned()).filter(|text| !text.is_empty()), ..Filter::default() };
    let order = Order { descending: true, ..Order::default() };
    let games = catalogue.page(&catalogue.find(&filter), order, 0, 2 * TARGETS);
    let over = games.into_iter().filter(|game| game.status != StreamStatus::Live).take(TARGETS);
    over.map(|game| TargetDetails {
        kind: TargetKind::Event,
        id: game.id.0,
        title: game.name.clone(),
        date: game.starts_at.seconds(),
        has_video: has_video(&game.media),
    })
    .collect()
}

fn films(channel: &Snapshot, text: &str) -> Vec<TargetDetails> {
    let found = channel.public.vod.library.find(&VodQuery { title: text, limit: TARGETS, ..VodQuery::default() });
    let target = |film: &domain::vod::VodItem| TargetDetails {
        kind: TargetKind::Vod,
        id: film.id.0,
        title: film.title.clone(),
        date: film.date.seconds(),
        has_video: has_video(&film.media),
    };
    found.items.into_iter().map(target).collect()
}

fn has_video(media: &[Media]) -> bool {
    media.iter().any(|media| media.source.is_own() && media.state.can_be_watched())
}
