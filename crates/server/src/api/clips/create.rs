//! Creating and deleting clips.

use axum::extract::State;
use domain::account::Capability;
use domain::clip::{self, ClipState, Fault, Moment, Range};
use domain::ids::{AccountId, ClipId, EventId, MediaId};
use serde::{Deserialize, Serialize};
use store::{ClipMade, ClipTerms, NewClip};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{ClipDetails, Reader};
use crate::accounts::caller::{KeyParam, Keyed, Member, Visitor};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Id;
use crate::playback::PlaybackError;
use crate::playback::Subject;
use crate::playback::permission;
use crate::recordings::clips::ClipError;
use crate::state::App;

#[derive(Deserialize, ToSchema)]
pub(in crate::api) struct ClipRequest {
    event_id: i64,
    /// The recording of the game to clip (default: the one that is played).
    event_media_id: Option<i64>,
    #[serde(default)]
    name: String,
    /// Seconds from the start of the recording, or h:m:s.
    #[schema(value_type = f64)]
    start_time: Moment,
    /// Seconds, or h:m:s.
    #[schema(value_type = f64)]
    duration: Moment,
    #[serde(default)]
    tags: Vec<String>,
    /// Whether the clip is listed for its audience (default: true).
    is_public: Option<bool>,
}

/// Makes a clip of a game. It can be watched immediately; its file is made in the background. The clip is limited to
/// viewers with access if public clips already show the allowed part of a paid game, or if the member is on a trial.
#[utoipa::path(
    post,
    path = "/api/clip",
    tag = "clips",
    request_body = ClipRequest,
    responses(
        (status = 200, description = "The clip", body = Data<ClipDetails>),
        (status = "default", description = "The clip cannot be made; `code` names the reason")
    )
)]
pub(in crate::api) async fn create_clip(
    State(app): State<App>,
    Keyed(visitor, request): Keyed<Visitor, ClipRequest>,
) -> Result<Data<ClipDetails>> {
    let (channel, now) = (&visitor.channel, visitor.now);
    let member = visitor.member.as_ref().ok_or(Error::Unauthenticated)?;
    let new = wanted(&app, &visitor, request).await?;
    let most = visitor.limits(new.event).clips;
    let made = app.clips.create(channel.identity.id, new, most, now).await?;
    let clip = match made {
        ClipMade::New(clip) | ClipMade::Same(clip) => clip,
        ClipMade::TooMany => return Err(ClipError::ClipQuota.into()),
        ClipMade::NoAccess => return Err(ClipError::NoAccess.into()),
    };
    // Its link may have been opened before it was there.
    app.clips.changed(channel.identity.id, clip.id).await;
    app.members.changed(channel.identity.id, member.account.id).await;
    let details = Reader::from(&visitor).details(&app, &clip).await?;
    details.map(Data::new).ok_or(Error::NotFound("game"))
}

/// What a member may cut clips out of.
pub(super) struct Source {
    pub(super) account: AccountId,
    pub(super) event: EventId,
    pub(super) media: MediaId,
    /// T54: what decides their audience.
    pub(super) terms: ClipTerms,
}

impl Source {
    /// T4: a recording of a game that may be watched and cut.
    pub(super) async fn find(app: &App, visitor: &Visitor, event: i64, media: Option<i64>) -> Result<Self> {
        let (channel, viewer) = (&visitor.channel, visitor.viewer());
        let account = visitor.login().ok_or(Error::Unauthenticated)?.account;
        let game = channel.games.catalogue.get(EventId(event)).ok_or(Error::NotFound("game"))?;
        if !viewer.may(Capability::Clipping, Some(game.id)) {
            return Err(ClipError::NoClipping.into());
        }
        let allowed = permission(channel, Subject::Game(game.id), visitor.access_context());
        allowed.map_err(|refusal| match refusal {
            PlaybackError::RegionBlocked => Error::from(refusal),
            _ => ClipError::NoAccess.into(),
        })?;
        let right = viewer.right_to_clip(game).ok_or(ClipError::NoAccess)?;
        let own = game.media.iter().filter(|media| media.source.is_own() && media.state.can_be_watched());
        let mut fitting = own.filter(|own| media.is_none_or(|id| own.id == MediaId(id)));
        let media = fitting.next().ok_or(Error::NotFound("recording"))?.id;
        let length_ms = app.footage.length_ms(media).await?.ok_or(Error::NotFound("recording"))?;
        let terms = ClipTerms { right, shares: channel.profile.playback.clip_shares(), length_ms };
        Ok(Self { account, event: game.id, media, terms })
    }
}

/// T4: a clip that may be cut, of a game that may be watched, out of what there is of it.
async fn wanted(app: &App, visitor: &Visitor, request: ClipRequest) -> Result<NewClip> {
    let source = Source::find(app, visitor, request.event_id, request.event_media_id).await?;
    let Source { account, event, media, terms } = source;
    let longest_s = visitor.channel.profile.playback.max_clip_s;
    let refuse = |fault| refusal(fault, longest_s);
    let tags = clip::tags(&request.tags).map_err(refuse)?;
    let name = clip::name(&request.name).map_err(refuse)?;
    let range = Range { start_ms: request.start_time.0, duration_ms: request.duration.0 };
    range.check(i64::from(longest_s) * 1000, terms.length_ms).map_err(refuse)?;
    // Whatever is saved can be watched.
    app.footage.cut(media, range).await?.ok_or(ClipError::ClipOfNothing)?;
    let is_public = request.is_public.unwrap_or(true);
    let uuid = Uuid::new_v4().to_string();
    Ok(NewClip { account, event, media, uuid, name, range, tags, is_public, terms })
}

/// VAL-08.
fn refusal(fault: Fault, longest_s: u32) -> ClipError {
    match fault {
        Fault::NoTag => ClipError::ClipTag,
        Fault::Tags => ClipError::ClipTags,
        Fault::NoName => ClipError::ClipName,
        Fault::LongName => ClipError::ClipNameLength,
        Fault::Start => ClipError::ClipStart,
        Fault::Length => ClipError::ClipRange { longest_s },
        Fault::PastTheEnd => ClipError::ClipTooLong,
    }
}

/// The clip that was changed.
#[derive(Serialize, ToSchema)]
pub(in crate::api) struct ClipDone {
    id: ClipId,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::api) struct RetryClipRequest {}

/// Retries the file of one of the member's clips after it failed.
#[utoipa::path(
    post,
    path = "/api/clip/{id}/retry",
    tag = "clips",
    params(("id" = i64, Path, description = "The clip's id")),
    request_body = RetryClipRequest,
    responses(
        (status = 200, description = "Queued, unless the file had not failed", body = Data<ClipDone>),
        (status = "default", description = "The member has no such clip")
    )
)]
pub(in crate::api) async fn retry_clip(
    State(app): State<App>,
    Id(id): Id,
    Keyed(Member { channel, member, .. }, RetryClipRequest {}): Keyed<Member, RetryClipRequest>,
) -> Result<Data<ClipDone>> {
    let (channel, id) = (channel.identity.id, ClipId(id));
    let found = app.store.clip(channel, id).await?.filter(|clip| clip.is_of(Some(member.account.id)));
    let clip = found.ok_or(Error::NotFound("clip"))?;
    if clip.state == ClipState::Failed {
        app.store.clip_retry(channel, id, app.now()).await?;
    }
    app.clips.changed(channel, id).await;
    Ok(Data::new(ClipDone { id }))
}

/// Deletes one of the member's clips with its link and files.
#[utoipa::path(
    delete,
    path = "/api/clip/{id}",
    tag = "clips",
    params(("id" = i64, Path, description = "The clip's id"), KeyParam),
    responses(
        (status = 200, description = "Removed", body = Data<ClipDone>),
        (status = "default", description = "The member has no such clip")
    )
)]
pub(in crate::api) async fn delete_clip(
    State(app): State<App>,
    Member { channel, member, .. }: Member,
    Id(id): Id,
) -> Result<Data<ClipDone>> {
    let (channel, id, account) = (channel.identity.id, ClipId(id), member.account.id);
    app.store.clip_delete(channel, id, Some(account), None, app.now()).await?.ok_or(Error::NotFound("clip"))?;
    app.clips.deleted(channel, id).await;
    app.members.changed(channel, account).await;
    Ok(Data::new(ClipDone { id }))
}
