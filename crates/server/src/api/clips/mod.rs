//! Clips of games, by id or by link. Creating, listing and downloading have files of their own.

pub(super) mod audience;
pub(super) mod create;
pub(super) mod download;
pub(super) mod lists;
pub(super) mod oembed;

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use domain::account::{self, Capability};
use domain::clip::{Audience, Clip, ClipFailure, ClipState};
use domain::event::{AccessType, Event as Game, StreamStatus};
use domain::geo::Code;
use domain::ids::{AccountId, CategoryId, ClipId, EventId, MediaId};
use domain::session_key::KeyHash;
use domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use transport::listener::ClientIp;
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{Guest, KeyParam, Visitor};
use crate::accounts::visitor::viewer;
use crate::channels::game_text::game_title;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::{Id, Query};
use crate::playback::PlaybackError;
use crate::playback::clip_permission;
use crate::state::App;
use crate::views::event::AccessContext;
use crate::views::share::share_path;

/// A clip of a game, made by a fan. It can be watched before its file is ready.
#[derive(Serialize, ToSchema)]
pub(super) struct ClipDetails {
    id: ClipId,
    /// The id in the clip's link.
    uuid: String,
    event_id: EventId,
    event_media_id: MediaId,
    name: String,
    /// Seconds from the start of the recording.
    start_time: f64,
    duration: f64,
    tags: Vec<String>,
    /// The state of the clip's file.
    status: ClipState,
    /// Why the clip has no file.
    failure: Option<ClipFailure>,
    /// Position in the queue; 1 is next.
    queue_place: Option<u64>,
    /// Seconds since 1970.
    created_at: i64,
    is_mine: bool,
    is_public: bool,
    /// The audience of the clip.
    audience: Audience,
    /// Why this visitor cannot watch the clip.
    locked: Option<ClipLock>,
    can_download: bool,
    views: i64,
    /// Null if the visitor may not watch the clip, or its game was deleted.
    play: Option<ClipPlay>,
    poster_url: Option<String>,
    /// Path of the public page of the clip.
    share_path: String,
    event: ClipEvent,
}

/// Why a visitor cannot watch a clip.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ClipLock {
    /// Its game may not be watched where they are.
    Region,
    /// It is for those who may watch its game.
    Access,
}

/// The URLs of a clip. They cover only the clip's own range of the game.
#[derive(Serialize, ToSchema)]
pub(super) struct ClipPlay {
    url: String,
}

/// The game that a clip is of.
#[derive(Serialize, ToSchema)]
pub(super) struct ClipEvent {
    id: EventId,
    title: String,
    event_utc_ts: i64,
    access_type: AccessType,
    stream_status: StreamStatus,
    event_category: Option<ClipCategory>,
}

#[derive(Serialize, ToSchema)]
pub(super) struct ClipCategory {
    id: CategoryId,
    name: String,
}

impl ClipEvent {
    fn of(channel: &Snapshot, game: &Game) -> Self {
        let sport = channel.content.categories.iter().find(|sport| sport.id == game.category_id);
        Self {
            id: game.id,
            title: game_title(channel, game),
            event_utc_ts: game.starts_at.seconds(),
            access_type: game.access,
            stream_status: game.status,
            event_category: sport.map(|sport| ClipCategory { id: sport.id, name: sport.name.clone() }),
        }
    }
}

/// The viewer of clips, and their location.
pub(super) struct Reader {
    channel: Arc<Snapshot>,
    member: Option<Arc<account::Member>>,
    /// The login that addresses are made for.
    session: Option<KeyHash>,
    country: Option<Code>,
    now: Timestamp,
}

impl From<&Visitor> for Reader {
    fn from(visitor: &Visitor) -> Self {
        let session = visitor.login().map(|login| login.session);
        let Visitor { channel, member, country, now, .. } = visitor;
        Self { channel: channel.clone(), member: member.clone(), session, country: *country, now: *now }
    }
}

impl Reader {
    fn account(&self) -> Option<AccountId> {
        self.member.as_ref().map(|member| member.account.id)
    }

    fn access_context(&self) -> AccessContext<'_> {
        let viewer = viewer(&self.channel, self.member.as_deref(), self.now);
        AccessContext::new(viewer, &self.channel.profile, self.country)
    }

    /// `None` if the game was deleted.
    async fn details(&self, app: &App, clip: &Clip) -> Result<Option<ClipDetails>> {
        let channel = &self.channel;
        let Some(game) = channel.games.catalogue.get(clip.event) else { return Ok(None) };
        let media = game.media.iter().find(|media| media.id == clip.media);
        let is_shown = media.is_some_and(|media| media.state.can_be_watched());
        let access_context = self.access_context();
        let locked = self.lock(clip);
        let can_download = access_context.viewer.may(Capability::DownloadClip, Some(game.id)) && locked.is_none();
        let (url, poster) = channel.teams.addresses.for_clip(clip, self.session, self.now);
        // A viewer without access sees what everybody sees of the game.
        let poster = poster.filter(|_| locked.is_none());
        let pictured = media.filter(|media| media.has_pictures).map(|media| media.id);
        let queue_place = match clip.state {
            ClipState::Processing => Some(app.store.clip_place(clip.id).await?),
            ClipState::Ready | ClipState::Failed => None,
        };
        Ok(Some(ClipDetails {
            id: clip.id,
            uuid: clip.uuid.clone(),
            event_id: clip.event,
            event_media_id: clip.media,
            name: clip.name.clone(),
            start_time: seconds(clip.range.start_ms),
            duration: seconds(clip.range.duration_ms),
            tags: clip.tags.clone(),
            status: clip.state,
            failure: clip.failure,
            queue_place,
            created_at: clip.created_at.seconds(),
            is_mine: clip.is_of(self.account()),
            is_public: clip.is_public,
            audience: clip.audience,
            locked,
            can_download,
            views: clip.views,
            play: (is_shown && locked.is_none()).then_some(ClipPlay { url }),
            poster_url: poster.or_else(|| pictured.map(|media| channel.teams.addresses.poster(media))),
            share_path: share_path(clip),
            event: ClipEvent::of(channel, game),
        }))
    }

    fn lock(&self, clip: &Clip) -> Option<ClipLock> {
        match clip_permission(&self.channel, clip, self.account(), self.access_context()) {
            Ok(()) => None,
            Err(PlaybackError::RegionBlocked) => Some(ClipLock::Region),
            Err(_) => Some(ClipLock::Access),
        }
    }

    /// A clip that they may know of: their own, a listed one, or one whose link they have.
    async fn clip(&self, app: &App, id: i64, uuid: Option<&str>) -> Result<Clip> {
        let found = app.store.clip(self.channel.identity.id, ClipId(id)).await?;
        found.filter(|clip| self.knows(clip, uuid)).ok_or(Error::NotFound("clip"))
    }

    /// T54: a link to a clip that is not for them tells what it is of, and shows nothing; a hidden clip is its maker's.
    fn knows(&self, clip: &Clip, uuid: Option<&str>) -> bool {
        let has_link = uuid.is_some_and(|uuid| clip.opens_with(uuid));
        let is_listed = match clip.audience {
            Audience::Everyone => clip.is_public,
            Audience::Access => clip.is_public && !matches!(self.lock(clip), Some(ClipLock::Access)),
            Audience::Maker => false,
        };
        clip.is_of(self.account()) || is_listed || (has_link && clip.audience != Audience::Maker)
    }
}

/// Milliseconds are few enough for a float to hold them exactly.
fn seconds(ms: i64) -> f64 {
    ms as f64 / 1000.0
}

/// Returns one of the member's clips or a public clip.
#[utoipa::path(
    get,
    path = "/api/clip/{id}",
    tag = "clips",
    params(("id" = i64, Path, description = "The clip's id"), KeyParam),
    responses(
        (status = 200, description = "The clip", body = Data<ClipDetails>),
        (status = "default", description = "No such clip, or the visitor may not see it")
    )
)]
pub(super) async fn get_clip(State(app): State<App>, visitor: Visitor, Id(id): Id) -> Result<Data<ClipDetails>> {
    let reader = Reader::from(&visitor);
    let clip = reader.clip(&app, id, None).await?;
    reader.details(&app, &clip).await?.map(Data::new).ok_or(Error::NotFound("clip"))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SharedQuery {
    /// The proof in the clip's link.
    uuid: Option<String>,
}

/// Returns a clip by its link.
#[utoipa::path(
    get,
    path = "/api/shared-clip/{id}",
    tag = "clips",
    params(("id" = i64, Path, description = "The clip's id"), SharedQuery, KeyParam),
    responses(
        (status = 200, description = "The clip", body = Data<ClipDetails>),
        (status = "default", description = "No such clip, or the link is incomplete")
    )
)]
pub(super) async fn get_shared_clip(
    State(app): State<App>,
    Extension(ClientIp(from)): Extension<ClientIp>,
    Guest { channel, member, session, .. }: Guest,
    Id(id): Id,
    Query(SharedQuery { uuid }): Query<SharedQuery>,
) -> Result<Data<ClipDetails>> {
    let uuid = uuid.unwrap_or_default();
    let reader = Reader { channel, member, session, country: app.countries.of(from), now: app.now() };
    let clip = reader.clip(&app, id, Some(&uuid)).await?;
    if !clip.opens_with(&uuid) {
        return Err(Error::NotFound("clip"));
    }
    reader.details(&app, &clip).await?.map(Data::new).ok_or(Error::NotFound("clip"))
}
