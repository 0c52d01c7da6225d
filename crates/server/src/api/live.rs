//! Changes of games and of the channel's content: as server-sent events, and by polling.

use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::network::Network;
use http::HeaderMap;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{KeyParam, Visitor};
use crate::accounts::client_context::ClientContext;
use crate::channels::change_feed::{ClientVersions, follow};
use crate::channels::followers::Follower;
use crate::channels::snapshot::LiveChanges;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;
use crate::state::App;

/// Thousands that lost their stream at once do not come back at once.
const RECONNECT_MS: std::ops::Range<u64> = 1_000..4_000;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Since {
    /// The version of the games that the client has; 0 for none.
    since: Option<i64>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct HeldContent {
    /// The `content_version` that the client has: it is told at once if there is a newer one. Without it only of those
    /// that come later.
    content_version: Option<i64>,
}

/// The changes of the games, and the version of the rest.
#[derive(Serialize, ToSchema)]
pub(super) struct PolledChanges<'a> {
    #[serde(flatten)]
    games: LiveChanges<'a>,
    /// The version of the channel's content; newer than what the client has, it is to be loaded again.
    content_version: i64,
}

/// Lists the games that changed since a version, and says which version the channel's content has.
#[utoipa::path(
    get,
    path = "/api/live-changes",
    tag = "events",
    params(KeyParam, Since),
    responses(
        (status = 200, description = "The changes", body = Data<PolledChanges>)
    )
)]
pub(super) async fn get_live_changes(visitor: Visitor, Query(Since { since }): Query<Since>) -> Response {
    let channel = &visitor.channel;
    let games = channel.games.changes_since(since.unwrap_or(0));
    Data::new(PolledChanges { games, content_version: channel.content_version }).into_response()
}

/// Streams changes of games as server-sent events (`event: games`, with the version as id), starting with the changes
/// since a version, and new versions of the channel's content (`event: content`, with the `version`). Members also get
/// changes of their orders (`event: order`, with the order's `id`).
#[utoipa::path(
    get,
    path = "/api/live-updates",
    tag = "events",
    params(KeyParam, Since, HeldContent),
    responses(
        (status = 200, description = "A stream of changes", body = String, content_type = "text/event-stream"),
        (status = "default", description = "Too many open connections")
    )
)]
pub(super) async fn follow_live_updates(
    State(app): State<App>,
    arrival: ClientContext,
    visitor: Visitor,
    Query(Since { since }): Query<Since>,
    Query(HeldContent { content_version }): Query<HeldContent>,
    headers: HeaderMap,
) -> Result<Response> {
    let member = visitor.member.as_ref().map(|member| member.account.id);
    let who = match member {
        Some(account) => Follower::Member(visitor.channel.identity.id, account),
        None => Follower::Stranger(Network::of(arrival.from)),
    };
    let place = app.followers.enter(who).ok_or(Error::Busy("live update slots are full"))?;
    // A browser that reconnects says by itself what it had last.
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let known = ClientVersions { games: last.or(since).unwrap_or(0), content: content_version };
    let reconnect_after = Duration::from_millis(rand::rng().random_range(RECONNECT_MS));
    Ok(follow(&app.change_feed, &visitor.channel, member, known, reconnect_after, place))
}
