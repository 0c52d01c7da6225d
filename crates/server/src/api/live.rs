//! What changes while somebody looks: as a stream, and by asking.

use std::time::Duration;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::network::Network;
use http::HeaderMap;
use rand::RngExt;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::{KeyParam, Visitor};
use crate::accounts::client_context::ClientContext;
use crate::channels::change_feed::follow;
use crate::channels::followers::Follower;
use crate::channels::snapshot::LiveChanges;
use crate::http::envelope::Data;
use crate::http::error::{Error, Failure, Result};
use crate::http::extract::Query;
use crate::state::App;

/// Thousands that lost their stream at once do not come back at once.
const RECONNECT_MS: std::ops::Range<u64> = 1_000..4_000;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Since {
    /// The version that the browser has; 0 for none.
    since: Option<i64>,
}

/// The games that changed since a version.
#[utoipa::path(
    get,
    path = "/api/live-changes",
    tag = "events",
    params(KeyParam, Since),
    responses(
        (status = 200, description = "What changed", body = Data<LiveChanges>),
        (status = "default", description = "Wrong key, or no channel here", body = Failure)
    )
)]
pub(super) async fn get_live_changes(visitor: Visitor, Query(Since { since }): Query<Since>) -> Response {
    Data::new(visitor.channel.games.changes_since(since.unwrap_or(0))).into_response()
}

/// The same as server-sent events (`event: games`, the version as id), beginning with what changed since a version. Members
/// are also told which of their orders moved (`event: order`, its `id`).
#[utoipa::path(
    get,
    path = "/api/live-updates",
    tag = "events",
    params(KeyParam, Since),
    responses(
        (status = 200, description = "A stream of changes", body = String, content_type = "text/event-stream"),
        (status = "default", description = "Wrong key, or too many follow already", body = Failure)
    )
)]
pub(super) async fn follow_live_updates(
    State(app): State<App>,
    arrival: ClientContext,
    visitor: Visitor,
    Query(Since { since }): Query<Since>,
    headers: HeaderMap,
) -> Result<Response> {
    let member = visitor.member.as_ref().map(|member| member.account.id);
    let who = match member {
        Some(account) => Follower::Member(visitor.channel.identity.id, account),
        None => Follower::Stranger(Network::of(arrival.from)),
    };
    let place = app.followers.enter(who).ok_or(Error::Busy("places for those who follow the games"))?;
    // A browser that reconnects says by itself what it had last.
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let since = last.or(since).unwrap_or(0);
    let reconnect_after = Duration::from_millis(rand::rng().random_range(RECONNECT_MS));
    Ok(follow(&app.change_feed, &visitor.channel, member, since, reconnect_after, place))
}
