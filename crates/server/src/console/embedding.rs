//! The sites that may embed the channel's player, and the games that they can embed.

use std::sync::Arc;

use axum::extract::State;
use domain::catalogue::{Filter, Order};
use domain::embed_host::embed_hosts;
use domain::event::Event;
use domain::ids::EventId;
use domain::operator::Action;
use domain::time::Timestamp;
use http::{HeaderMap, header};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::permission::{Allowed, EditSite};
use super::write::SameOriginJson;
use crate::channels::game_text::game_title;
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;
use crate::http::problem::{FieldCode, FieldProblem};
use crate::state::App;

/// How many games are offered; others are found by a word of their name.
const MAX_GAMES: usize = 20;
const MAX_TEXT: usize = 100;

/// The sites that may embed the channel's player. The channel's own pages always may.
#[derive(Serialize, ToSchema)]
pub(super) struct Embedding {
    /// One site per entry: `club.example`, `*.club.example` or `club.example:8443`.
    hosts: Vec<String>,
}

/// The sites that may embed the player.
#[derive(Deserialize, ToSchema)]
pub(super) struct EmbedHosts {
    /// One site per entry as typed; empty entries are ignored.
    hosts: Vec<String>,
}

/// Returns the sites that may embed the channel's player.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/embedding",
    tag = "embedding",
    params(("id" = i64, Path, description = "The channel")),
    responses(
        (status = 200, description = "The sites", body = Data<Embedding>)
    )
)]
pub(super) async fn get_embedding(State(app): State<App>, allowed: Allowed<EditSite>) -> Result<Data<Embedding>> {
    let hosts = app.store.embed_hosts(allowed.channel.identity.id).await?.ok_or(Error::NotFound("channel"))?;
    Ok(Data::new(Embedding { hosts }))
}

/// Replaces the list of sites that may embed the channel's player.
#[utoipa::path(
    put,
    path = "/console/api/channels/{id}/embedding",
    tag = "embedding",
    params(("id" = i64, Path, description = "The channel")),
    request_body = EmbedHosts,
    responses(
        (status = 200, description = "The sites as stored", body = Data<Embedding>),
        (status = "default", description = "An entry is not a valid site, or the role does not allow it")
    )
)]
pub(super) async fn set_embedding(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    SameOriginJson(wanted): SameOriginJson<EmbedHosts>,
) -> Result<Data<Embedding>> {
    let lines = wanted.hosts.iter().map(String::as_str);
    let hosts = embed_hosts(lines, app.channels.development).map_err(|errors| {
        Error::InvalidFields(errors.into_iter().map(|error| FieldProblem::of("hosts", error)).collect())
    })?;
    let identity = &allowed.channel.identity;
    let entry = allowed.entry(Action::SetEmbedHosts, &identity.alias);
    let set = app.store.embed_hosts_set(identity.id, hosts.clone(), entry).await?;
    set.then(|| Data::new(Embedding { hosts })).ok_or(Error::NotFound("channel"))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct GamesQuery {
    /// Words of the name.
    #[param(max_length = 100)]
    text: Option<String>,
}

/// A game that other sites can embed.
#[derive(Serialize, ToSchema)]
pub(super) struct EmbeddableGame {
    id: EventId,
    title: String,
    /// Seconds since 1970.
    date: i64,
    /// The player page to embed in a frame, on the channel's own host.
    player_url: String,
}

impl EmbeddableGame {
    fn of(channel: &Snapshot, site: &Site, game: &Event) -> Self {
        Self {
            id: game.id,
            title: game_title(channel, game),
            date: game.starts_at.seconds(),
            player_url: site.url(&format!("/watch_embed/{}", game.id)),
        }
    }
}

/// Lists games that other sites can embed: today's and upcoming games, or the games that match a name, newest first.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/embedding/games",
    tag = "embedding",
    params(("id" = i64, Path, description = "The channel"), GamesQuery),
    responses(
        (status = 200, description = "At most twenty games", body = Data<Vec<EmbeddableGame>>)
    )
)]
pub(super) async fn list_embeddable_games(
    State(app): State<App>,
    allowed: Allowed<EditSite>,
    Query(query): Query<GamesQuery>,
    headers: HeaderMap,
) -> Result<Data<Vec<EmbeddableGame>>> {
    let text = query.text.as_deref().map(str::trim).unwrap_or_default();
    if text.chars().count() > MAX_TEXT {
        return Err(Error::invalid(
            "text",
            FieldCode::Length.within(0, MAX_TEXT),
            "text must be 100 characters at most",
        ));
    }
    let channel = &allowed.channel;
    // The console may stand at another channel's host.
    let here = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let site = Site::at(&channel.identity, here, app.mailer.port);
    Ok(Data::all(games(channel, text, app.now()).iter().map(|game| EmbeddableGame::of(channel, &site, game)).collect()))
}

/// Today's and upcoming games, or those that match a text, newest first.
pub(super) fn games(channel: &Snapshot, text: &str, now: Timestamp) -> Vec<Arc<Event>> {
    let catalogue = &channel.games.catalogue;
    let newest = Order { descending: true, ..Order::default() };
    if !text.is_empty() {
        let filter = Filter { text: Some(text.to_owned()), ..Filter::default() };
        return catalogue.page(&catalogue.find(&filter), newest, 0, MAX_GAMES);
    }
    let since = now.plus(-Timestamp::DAY);
    let next = catalogue.find(&Filter { from: Some(since), ..Filter::default() });
    let mut games = catalogue.page(&next, Order::default(), 0, MAX_GAMES);
    let over = catalogue.find(&Filter { until: Some(since), ..Filter::default() });
    games.extend(catalogue.page(&over, newest, 0, MAX_GAMES - games.len()));
    games
}
