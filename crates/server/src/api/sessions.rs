//! Where a member is logged in, and how to end that.

use axum::extract::State;
use domain::geo::Code;
use domain::session_key::KeyHash;
use serde::{Deserialize, Serialize};
use store::OpenSession;
use utoipa::ToSchema;

use crate::accounts::caller::{KeyParam, Keyed, Member};
use crate::clock::now;
use crate::http::envelope::Data;
use crate::http::error::{Error, Failure, Result};
use crate::http::extract::Id;
use crate::state::App;

/// One of the places where a member is logged in.
#[derive(Serialize, ToSchema)]
pub(super) struct SessionInfo {
    id: i64,
    /// Such as "Chrome on Windows".
    device: String,
    /// The English name of where it was opened; nothing where that is not known.
    country: Option<&'static str>,
    /// Whether the call was made with it.
    current: bool,
    /// Seconds since 1970.
    created_at: i64,
    /// Seconds since 1970, to the hour.
    last_used_at: i64,
}

impl SessionInfo {
    pub(super) fn of(session: OpenSession, current: KeyHash) -> Self {
        Self {
            id: session.id,
            device: session.device,
            country: session.country.and_then(Code::name),
            current: session.key == current,
            created_at: session.created_at.seconds(),
            last_used_at: session.last_used_at.seconds(),
        }
    }
}

/// The member's sessions, the last used first.
#[utoipa::path(
    get,
    path = "/api/sessions",
    tag = "account",
    params(KeyParam),
    responses(
        (status = 200, description = "The sessions", body = Data<Vec<SessionInfo>>),
        (status = "default", description = "Not logged in, or a wrong key", body = Failure)
    )
)]
pub(super) async fn list_sessions(
    State(app): State<App>,
    Member { channel, member, session }: Member,
) -> Result<Data<Vec<SessionInfo>>> {
    let found = app.store.sessions(channel.identity.id, member.account.id, now()).await?;
    Ok(Data::all(found.into_iter().map(|found| SessionInfo::of(found, session)).collect()))
}

/// How many sessions ended, and addresses of players with them.
#[derive(Serialize, ToSchema)]
pub(super) struct SessionsEnded {
    ended: usize,
}

/// Ends one of the member's own sessions.
#[utoipa::path(
    delete,
    path = "/api/sessions/{id}",
    tag = "account",
    params(("id" = i64, Path, description = "The session's id"), KeyParam),
    responses(
        (status = 200, description = "It has ended", body = Data<SessionsEnded>),
        (status = "default", description = "Not one of the member's, not logged in, or a wrong key", body = Failure)
    )
)]
pub(super) async fn end_session(
    State(app): State<App>,
    Member { channel, member, .. }: Member,
    Id(id): Id,
) -> Result<Data<SessionsEnded>> {
    let channel = channel.identity.id;
    let ended = app.store.end_session(channel, member.account.id, id).await?.ok_or(Error::NotFound("session"))?;
    app.members.session_ended(channel, ended).await;
    Ok(Data::new(SessionsEnded { ended: 1 }))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct EndOtherSessionsRequest {}

/// Ends all of the member's sessions but the one that the call is made with, and revokes the addresses of their players.
#[utoipa::path(
    post,
    path = "/api/sessions/end-others",
    tag = "account",
    request_body = EndOtherSessionsRequest,
    responses(
        (status = 200, description = "They have ended", body = Data<SessionsEnded>),
        (status = "default", description = "Not logged in, or a wrong key", body = Failure)
    )
)]
pub(super) async fn end_other_sessions(
    State(app): State<App>,
    Keyed(Member { channel, member, session }, _): Keyed<Member, EndOtherSessionsRequest>,
) -> Result<Data<SessionsEnded>> {
    let channel = channel.identity.id;
    let ended = app.store.end_other_sessions(channel, member.account.id, session).await?;
    for session in &ended {
        app.members.session_ended(channel, *session).await;
    }
    Ok(Data::new(SessionsEnded { ended: ended.len() }))
}
