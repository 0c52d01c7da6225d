//! Prerolls: short videos before a game.

use std::net::{IpAddr, Ipv4Addr};

use axum::Extension;
use axum::extract::State;
use domain::account::Capability;
use domain::event::StreamStatus;
use domain::ids::{EventId, PrerollId};
use domain::network::Network;
use domain::preroll::{CACHE_MS, Showing, choose};
use domain::time::Timestamp;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use store::Watcher;
use transport::listener::ClientIp;
use utoipa::ToSchema;

use crate::accounts::caller::{KeyParam, Keyed, Visitor};
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Id;
use crate::state::App;

/// The preroll that was chosen.
#[derive(Serialize, ToSchema)]
pub(super) struct ChosenPreroll {
    id: PrerollId,
    url: String,
    /// How many seconds the choice may be cached.
    expires_s: i64,
}

/// Returns the preroll to show this visitor before a game, if any. Passes without ads get none.
#[utoipa::path(
    get,
    path = "/api/events/{id}/preroll",
    tag = "playback",
    params(("id" = i64, Path, description = "The game's id"), KeyParam),
    responses(
        (status = 200, description = "The preroll, or null", body = Data<Option<ChosenPreroll>>),
        (status = "default", description = "No such game")
    )
)]
pub(super) async fn get_preroll(
    State(app): State<App>,
    visitor: Visitor,
    Id(id): Id,
) -> Result<Data<Option<ChosenPreroll>>> {
    let channel = &visitor.channel;
    let game = channel.games.catalogue.get(EventId(id)).ok_or(Error::NotFound("game"))?;
    let prerolls = &channel.content.prerolls;
    let showing = Showing {
        category: game.category_id,
        location: game.location_id,
        is_live: game.status == StreamStatus::Live,
        no_ads: visitor.viewer().may(Capability::NoAds, Some(game.id)),
    };
    if prerolls.is_empty() || showing.no_ads {
        return Ok(Data::new(None));
    }
    let away = match watcher(&visitor) {
        Some(watcher) => app.store.prerolls_seen(channel.identity.id, watcher, game.id, visitor.now).await?,
        None => Vec::new(),
    };
    let chosen = choose(prerolls, &showing, &away, rand::rng().random());
    Ok(Data::new(chosen.map(|preroll| ChosenPreroll {
        id: preroll.id,
        url: preroll.url.clone(),
        expires_s: CACHE_MS / Timestamp::SECOND,
    })))
}

#[derive(Deserialize, ToSchema)]
pub(super) struct PrerollCompletedRequest {
    /// The game that the preroll was shown before.
    event_id: i64,
}

/// The preroll was recorded as seen.
#[derive(Serialize, ToSchema)]
pub(super) struct PrerollCompleted {
    /// How many seconds the preroll stays hidden from this visitor for this game.
    hidden_s: u32,
}

/// Records that the visitor has seen a preroll to the end.
#[utoipa::path(
    post,
    path = "/api/prerolls/{id}/completed",
    tag = "playback",
    params(("id" = i64, Path, description = "The preroll's id")),
    request_body = PrerollCompletedRequest,
    responses(
        (status = 200, description = "The preroll stays hidden for a while", body = Data<PrerollCompleted>),
        (status = 429, description = "Too many calls; `Retry-After` says when to try again"),
        (status = "default", description = "No such preroll or game")
    )
)]
pub(super) async fn complete_preroll(
    State(app): State<App>,
    Id(id): Id,
    from: Option<Extension<ClientIp>>,
    Keyed(visitor, request): Keyed<Visitor, PrerollCompletedRequest>,
) -> Result<Data<PrerollCompleted>> {
    let (channel, now) = (&visitor.channel, visitor.now);
    let preroll = channel.content.prerolls.iter().find(|preroll| preroll.id == PrerollId(id));
    let preroll = preroll.ok_or(Error::NotFound("preroll"))?.id;
    let event = EventId(request.event_id);
    channel.games.catalogue.get(event).ok_or(Error::NotFound("game"))?;
    let hidden_s = channel.profile.playback.preroll_pause_s;
    if let Some(watcher) = watcher(&visitor) {
        let from = from.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |Extension(ClientIp(from))| from);
        app.limits.preroll_ends.take((channel.identity.id, Network::of(from)), now).await?;
        let until = now.plus(i64::from(hidden_s) * Timestamp::SECOND);
        app.store.preroll_note_seen(channel.identity.id, watcher, event, preroll, now, until).await?;
    }
    Ok(Data::new(PrerollCompleted { hidden_s }))
}

fn watcher(visitor: &Visitor) -> Option<Watcher> {
    let member = visitor.member.as_ref().map(|member| Watcher::Account(member.account.id));
    member.or_else(|| visitor.anonymous.map(Watcher::Anonymous))
}
