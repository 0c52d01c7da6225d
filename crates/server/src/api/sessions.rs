//! The member's sessions: listing and ending them.

use axum::extract::State;
use domain::geo::Code;
use domain::session_key::KeyHash;
use serde::{Deserialize, Serialize};
use store::OpenSession;
use utoipa::ToSchema;

use crate::accounts::caller::{KeyParam, Keyed, Member};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Id;
use crate::state::App;

/// A session of a member.
#[derive(Serialize, ToSchema)]
pub(super) struct SessionInfo {
    id: i64,
    /// For example "Chrome on Windows".
    device: String,
    /// English name of the country where the session was opened; null if unknown.
    country: Option<&'static str>,
    /// Whether this is the session of the call.
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

/// Lists the member's sessions, last used first.
#[utoipa::path(
    get,
    path = "/api/sessions",
    tag = "account",
    params(KeyParam),
    responses(
        (status = 200, description = "The sessions", body = Data<Vec<SessionInfo>>)
    )
)]
pub(super) async fn list_sessions(
    State(app): State<App>,
    Member { channel, member, session }: Member,
) -> Result<Data<Vec<SessionInfo>>> {
    let found = app.store.sessions(channel.identity.id, member.account.id, app.now()).await?;
    Ok(Data::all(found.into_iter().map(|found| SessionInfo::of(found, session)).collect()))
}

/// How many sessions were ended and how many player addresses were revoked.
#[derive(Serialize, ToSchema)]
pub(super) struct SessionsEnded {
    ended: usize,
}

/// Ends one of the member's sessions.
#[utoipa::path(
    delete,
    path = "/api/sessions/{id}",
    tag = "account",
    params(("id" = i64, Path, description = "The session's id"), KeyParam),
    responses(
        (status = 200, description = "The session was ended", body = Data<SessionsEnded>),
        (status = "default", description = "The member has no such item")
    )
)]
pub(super) async fn end_session(
    State(app): State<App>,
    Member { channel, member, .. }: Member,
    Id(id): Id,
) -> Result<Data<SessionsEnded>> {
    let channel = channel.identity.id;
    let ended = app.store.session_end(channel, member.account.id, id).await?.ok_or(Error::NotFound("session"))?;
    app.members.session_ended(channel, ended).await;
    Ok(Data::new(SessionsEnded { ended: 1 }))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct EndOtherSessionsRequest {}

/// Ends all other sessions of the member and revokes all player addresses.
#[utoipa::path(
    post,
    path = "/api/sessions/end-others",
    tag = "account",
    request_body = EndOtherSessionsRequest,
    responses(
        (status = 200, description = "The sessions were ended", body = Data<SessionsEnded>)
    )
)]
pub(super) async fn end_other_sessions(
    State(app): State<App>,
    Keyed(Member { channel, member, session }, _): Keyed<Member, EndOtherSessionsRequest>,
) -> Result<Data<SessionsEnded>> {
    let channel = channel.identity.id;
    let ended = app.store.sessions_end_others(channel, member.account.id, session).await?;
    for session in &ended {
        app.members.session_ended(channel, *session).await;
    }
    Ok(Data::new(SessionsEnded { ended: ended.len() }))
}
