//! Playback URLs of games and films, and their renewal.

use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::event::StreamStatus;
use domain::ids::{EventId, VodItemId};
use domain::playback::{LIFE, PlaySession};
use domain::time::Timestamp;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{KeyParam, Keyed, Visitor};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::{Id, Query};
use crate::playback::PlaybackError;
use crate::playback::permission;
use crate::playback::{Play, Subject, ViewerNetwork};
use crate::state::App;
use crate::views::event::PlaybackSession;
use crate::views::media::{Media, TokenClaims};

/// New addresses are asked for long before the old ones end, so that a few lost answers do no harm.
const REFRESH_AFTER_S: i64 = 120;

/// Something that can be played, if it is allowed and there is anything.
#[derive(Clone, Copy)]
pub(super) struct Playable<'a> {
    subject: Subject,
    media: &'a [domain::media::Media],
    status: StreamStatus,
}

impl<'a> Playable<'a> {
    pub(super) fn of_game(game: &'a domain::event::Event) -> Self {
        Self { subject: Subject::Game(game.id), media: &game.media, status: game.status }
    }

    pub(super) fn of_film(film: &'a domain::vod::VodItem) -> Self {
        Self { subject: Subject::Film(film.id), media: &film.media, status: StreamStatus::Finished }
    }

    fn has_something(&self) -> bool {
        self.media.iter().any(|media| media.source.is_own() && media.shown_as(self.status).is_some())
    }
}

/// Addresses of one play session.
pub(super) struct Addresses<'a> {
    pub(super) media: Vec<Media<'a>>,
    pub(super) session: PlaybackSession,
}

impl<'a> Addresses<'a> {
    /// For what shows a game to everybody: no addresses for viewers without access.
    pub(super) fn if_allowed(app: &App, visitor: &Visitor, playable: Playable<'a>) -> Result<Option<Self>> {
        let allowed = permission(&visitor.channel, playable.subject, visitor.access_context());
        if allowed.is_err() || !playable.has_something() {
            return Ok(None);
        }
        Self::issue(app, visitor, playable, None, visitor.now).map(Some)
    }

    /// For viewers who are about to play, or go on: a refusal says why.
    fn ask(app: &App, visitor: &Visitor, playable: Playable<'a>, session: Option<&str>) -> Result<Self> {
        let now = visitor.now;
        permission(&visitor.channel, playable.subject, visitor.access_context())?;
        let known = KnownPlay::of(app, visitor, playable.subject, session);
        if known.as_ref().is_some_and(|known| known.play.was_taken_over()) {
            return Err(PlaybackError::TakenOver.into());
        }
        let known = known.filter(|known| known.play.is_good(now));
        if let Some(login) = visitor.login() {
            let most = visitor.channel.profile.playback.max_streams;
            let own = known.as_ref().map(|known| &known.play);
            if app.playback.plays.is_full(visitor.channel.identity.id, login.account, own, most, now) {
                return Err(PlaybackError::TooManyStreams.into());
            }
        }
        Self::issue(app, visitor, playable, known, now)
    }

    fn issue(
        app: &App,
        visitor: &Visitor,
        playable: Playable<'a>,
        known: Option<KnownPlay>,
        now: Timestamp,
    ) -> Result<Self> {
        let expires_at = now.plus(LIFE);
        let KnownPlay { session, play } = match known {
            Some(known) => {
                known.play.renew(now, expires_at);
                known
            }
            None => {
                let channel = visitor.channel.identity.id;
                let play = Arc::new(Play::new(channel, playable.subject, visitor.login(), now, expires_at));
                let session = rand::rng().random();
                let play =
                    app.playback.plays.insert(session, play, now).ok_or(Error::Busy("playback slots are full"))?;
                KnownPlay { session, play }
            }
        };
        if let Some(peer) = visitor.peer {
            play.expect_at(ViewerNetwork::of(peer.0), now);
        }
        let login = play.login.map(|login| login.session);
        let ticket = TokenClaims { session, expires_at, login };
        Ok(Self {
            media: visitor.channel.teams.addresses.for_viewers(playable.media, playable.status, ticket),
            session: PlaybackSession {
                session: URL_SAFE_NO_PAD.encode(session),
                expires_at: expires_at.seconds(),
                refresh_after_s: REFRESH_AFTER_S,
            },
        })
    }
}

/// A session that the visitor already has; another's is as good as none.
struct KnownPlay {
    session: PlaySession,
    play: Arc<Play>,
}

impl KnownPlay {
    fn of(app: &App, visitor: &Visitor, subject: Subject, session: Option<&str>) -> Option<Self> {
        let session: PlaySession = URL_SAFE_NO_PAD.decode(session?).ok()?.try_into().ok()?;
        let play = app.playback.plays.find(&session)?;
        let is_theirs =
            play.channel == visitor.channel.identity.id && play.subject == subject && play.login == visitor.login();
        is_theirs.then_some(Self { session, play })
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SessionParam {
    /// The session to continue; without it, a new session starts.
    session: Option<String>,
}

/// Playback URLs and how long they are valid.
#[derive(Serialize, ToSchema)]
pub(super) struct Playback<'a> {
    media: Vec<Media<'a>>,
    #[serde(flatten)]
    session: PlaybackSession,
}

impl<'a> From<Addresses<'a>> for Playback<'a> {
    fn from(Addresses { media, session }: Addresses<'a>) -> Self {
        Self { media, session }
    }
}

/// Returns new playback URLs of a game for the same play session.
#[utoipa::path(
    get,
    path = "/api/events/{id}/playback",
    tag = "playback",
    params(("id" = i64, Path, description = "The game's id"), KeyParam, SessionParam),
    responses(
        (status = 200, description = "The URLs", body = Data<Playback>),
        (status = "default", description = "No such game, or playback is not allowed")
    )
)]
pub(super) async fn get_event_playback(
    State(app): State<App>,
    visitor: Visitor,
    Id(id): Id,
    Query(SessionParam { session }): Query<SessionParam>,
) -> Result<Response> {
    let game = visitor.channel.games.catalogue.get(EventId(id)).ok_or(Error::NotFound("game"))?;
    answer(&app, &visitor, Playable::of_game(game), session.as_deref())
}

/// Returns new playback URLs of a film for the same play session.
#[utoipa::path(
    get,
    path = "/api/vod-media-items/{id}/playback",
    tag = "playback",
    params(("id" = i64, Path, description = "The film's id"), KeyParam, SessionParam),
    responses(
        (status = 200, description = "The URLs", body = Data<Playback>),
        (status = "default", description = "No such film, or playback is not allowed")
    )
)]
pub(super) async fn get_vod_playback(
    State(app): State<App>,
    visitor: Visitor,
    Id(id): Id,
    Query(SessionParam { session }): Query<SessionParam>,
) -> Result<Response> {
    let film = visitor.channel.public.vod.library.item(VodItemId(id)).ok_or(Error::NotFound("film"))?;
    answer(&app, &visitor, Playable::of_film(film), session.as_deref())
}

#[derive(Deserialize, ToSchema)]
pub(super) struct TakeOverRequest {
    /// The session to continue; without it, a new session starts.
    session: Option<String>,
}

/// Ends the account's other streams so that this game can continue.
#[utoipa::path(
    post,
    path = "/api/events/{id}/playback/take-over",
    tag = "playback",
    params(("id" = i64, Path, description = "The game's id")),
    request_body = TakeOverRequest,
    responses(
        (status = 200, description = "Playback URLs", body = Data<Playback>),
        (status = "default", description = "No such game, or playback is not allowed")
    )
)]
pub(super) async fn take_over_event(
    State(app): State<App>,
    Id(id): Id,
    Keyed(visitor, TakeOverRequest { session }): Keyed<Visitor, TakeOverRequest>,
) -> Result<Response> {
    let game = visitor.channel.games.catalogue.get(EventId(id)).ok_or(Error::NotFound("game"))?;
    take_over(&app, &visitor, Playable::of_game(game), session.as_deref())
}

/// Ends the account's other streams so that this film can continue.
#[utoipa::path(
    post,
    path = "/api/vod-media-items/{id}/playback/take-over",
    tag = "playback",
    params(("id" = i64, Path, description = "The film's id")),
    request_body = TakeOverRequest,
    responses(
        (status = 200, description = "Playback URLs", body = Data<Playback>),
        (status = "default", description = "No such film, or playback is not allowed")
    )
)]
pub(super) async fn take_over_vod(
    State(app): State<App>,
    Id(id): Id,
    Keyed(visitor, TakeOverRequest { session }): Keyed<Visitor, TakeOverRequest>,
) -> Result<Response> {
    let film = visitor.channel.public.vod.library.item(VodItemId(id)).ok_or(Error::NotFound("film"))?;
    take_over(&app, &visitor, Playable::of_film(film), session.as_deref())
}

fn take_over(app: &App, visitor: &Visitor, playable: Playable<'_>, session: Option<&str>) -> Result<Response> {
    permission(&visitor.channel, playable.subject, visitor.access_context())?;
    let known = KnownPlay::of(app, visitor, playable.subject, session).filter(|known| known.play.is_good(visitor.now));
    if let Some(login) = visitor.login() {
        let own = known.as_ref().map(|known| &known.play);
        app.playback.plays.take_over(visitor.channel.identity.id, login.account, own);
    }
    let addresses = Addresses::issue(app, visitor, playable, known, visitor.now)?;
    Ok(Data::new(Playback::from(addresses)).into_response())
}

fn answer(app: &App, visitor: &Visitor, playable: Playable<'_>, session: Option<&str>) -> Result<Response> {
    let addresses = Addresses::ask(app, visitor, playable, session)?;
    Ok(Data::new(Playback::from(addresses)).into_response())
}
