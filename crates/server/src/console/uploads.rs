//! Uploads of a channel as the console shows them, and what they can be for. Sending them is in `tus`.

use axum::extract::{FromRequestParts, State};
use domain::catalogue::{Filter, Order};
use domain::event::StreamStatus;
use domain::ids::{EventId, MediaId, VodItemId};
use domain::media::{Media, RungProgress};
use domain::time::Timestamp;
use domain::vod::Wanted;
use http::request::Parts;
use serde::{Deserialize, Serialize};
use store::{Upload, UploadFor};
use utoipa::{IntoParams, ToSchema};

use super::permission::{Allowed, UploadVideo};
use crate::channels::snapshot::Snapshot;
use crate::clock::now;
use crate::http::envelope::{Data, Meta};
use crate::http::error::{Error, Failure, Result};
use crate::http::extract::{Query, Window, number_of_path};
use crate::state::App;

/// What a video is of.
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

/// How far an upload has come.
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

/// A game or film that has a video, or will have.
#[derive(Serialize, ToSchema)]
pub(super) struct UploadTarget {
    kind: TargetKind,
    id: i64,
    /// Nothing when it is gone.
    title: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(super) struct UploadSummary {
    id: i64,
    target: UploadTarget,
    /// The file's name on the machine that it comes from.
    name: String,
    bytes: u64,
    /// How much of it has come.
    received: u64,
    state: UploadState,
    /// Of the import, in hundredths.
    progress: u8,
    /// Why it failed, or why it has to wait.
    problem: Option<String>,
    /// The same as one word.
    problem_code: Option<String>,
    /// Its lower renditions, the largest first; none until somebody has looked what it needs.
    rungs: Vec<RungProgress>,
    /// Seconds since 1970.
    created_at: i64,
}

impl UploadSummary {
    fn of(channel: &Snapshot, upload: Upload, rungs: Vec<RungProgress>) -> Self {
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

/// The channel's uploads of the last 30 days, the newest first.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/uploads",
    tag = "uploads",
    params(("id" = i64, Path, description = "The channel"), Window),
    responses(
        (status = 200, description = "The uploads, and how far they have come", body = Data<Vec<UploadSummary>>),
        (status = "default", description = "Not logged in, another's channel, or not for the operator's role", body = Failure)
    )
)]
pub(super) async fn list_uploads(
    State(app): State<App>,
    allowed: Allowed<UploadVideo>,
    Query(window): Query<Window>,
) -> Result<Data<Vec<UploadSummary>>> {
    let (offset, limit) = window.page_bounds()?;
    let channel = &allowed.channel;
    let (uploads, total) = app.store.uploads(channel.identity.id, offset as u64, limit as u64).await?;
    let made: Vec<MediaId> = uploads.iter().filter_map(|upload| upload.media).collect();
    let mut rungs = app.store.rungs_of(channel.identity.id, &made).await?;
    let summary = |upload: Upload| {
        let rungs = upload.media.and_then(|media| rungs.remove(&media)).unwrap_or_default();
        UploadSummary::of(channel, upload, rungs)
    };
    let meta = Meta { total: usize::try_from(total).ok(), offset: Some(offset), limit: Some(limit) };
    Ok(Data { data: uploads.into_iter().map(summary).collect(), meta })
}

/// An upload.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/uploads/{upload}",
    tag = "uploads",
    params(("id" = i64, Path, description = "The channel"), ("upload" = i64, Path, description = "The upload")),
    responses(
        (status = 200, description = "The upload, and how far it has come", body = Data<UploadSummary>),
        (status = "default", description = "Not logged in, another's channel, or no such upload", body = Failure)
    )
)]
pub(super) async fn get_upload(
    State(app): State<App>,
    allowed: Allowed<UploadVideo>,
    UploadId(id): UploadId,
) -> Result<Data<UploadSummary>> {
    let channel = allowed.channel.identity.id;
    let upload = app.store.upload(channel, id).await?.ok_or(Error::NotFound("upload"))?;
    let rungs = app.store.rungs_of(channel, upload.media.as_slice()).await?.into_values().flatten().collect();
    Ok(Data::new(UploadSummary::of(&allowed.channel, upload, rungs)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct TargetsQuery {
    #[param(inline)]
    kind: TargetKind,
    /// A few words of its name.
    #[param(max_length = 100)]
    text: Option<String>,
}

/// Something that a video can be uploaded for.
#[derive(Serialize, ToSchema)]
pub(super) struct TargetDetails {
    kind: TargetKind,
    id: i64,
    title: String,
    /// Seconds since 1970.
    date: i64,
    /// A new one takes the place of what there is.
    has_video: bool,
}

/// How many are shown; who looks for another one says a word of it.
const TARGETS: usize = 20;

/// What a video can be uploaded for: games that are not live, or films, the newest first.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/upload-targets",
    tag = "uploads",
    params(("id" = i64, Path, description = "The channel"), TargetsQuery),
    responses(
        (status = 200, description = "Twenty at most", body = Data<Vec<TargetDetails>>),
        (status = "default", description = "Not logged in, another's channel, or not for the operator's role", body = Failure)
    )
)]
pub(super) async fn list_targets(
    allowed: Allowed<UploadVideo>,
    Query(query): Query<TargetsQuery>,
) -> Result<Data<Vec<TargetDetails>>> {
    let text = query.text.as_deref().map(str::trim).unwrap_or_default();
    if text.chars().count() > 100 {
        return Err(Error::invalid("text", "text must be 100 characters at most"));
    }
    Ok(Data::all(match query.kind {
        TargetKind::Event => games(&allowed.channel, text),
        TargetKind::Vod => films(&allowed.channel, text),
    }))
}

fn games(channel: &Snapshot, text: &str) -> Vec<TargetDetails> {
    let catalogue = &channel.games.catalogue;
    // Without a word, games that were played come first: those of next season have nothing to upload.
    let until = text.is_empty().then(|| now().plus(Timestamp::DAY));
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
    let found = channel.public.vod.library.find(&Wanted { title: text, limit: TARGETS, ..Wanted::default() });
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
