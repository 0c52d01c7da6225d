//! Sports, places, schools and teams. All of it comes from memory.

use axum::response::{IntoResponse, Response};
use domain::event::{Category, Location};
use domain::participant::{Group, GroupProperty, Participant};
use serde::Serialize;

use crate::accounts::caller::{KeyParam, Visitor};
use crate::channels::request_channel::Channel;
use crate::http::cached_response::{CachedResponse, Caching, ClientCaching};
use crate::http::envelope::{Data, Meta};
use crate::http::error::{Failure, Result};
use crate::http::extract::{Query, Window};

/// The sports.
#[utoipa::path(
    get,
    path = "/api/events-categories",
    tag = "catalogue",
    params(KeyParam),
    responses(
        (status = 200, description = "The sports", body = Data<Vec<Category>>),
        (status = "default", description = "Wrong key, or no channel here", body = Failure)
    )
)]
pub(super) async fn list_categories(visitor: Visitor, wants: ClientCaching) -> Response {
    visitor.channel.public.categories.answer(&wants, Caching::Keyed)
}

/// The places.
#[utoipa::path(
    get,
    path = "/api/events-locations",
    tag = "catalogue",
    responses(
        (status = 200, description = "The places", body = Data<Vec<Location>>),
        (status = "default", description = "No channel is served here", body = Failure)
    )
)]
pub(super) async fn list_locations(Channel(channel): Channel, wants: ClientCaching) -> Response {
    channel.public.locations.answer(&wants, Caching::Public)
}

/// The teams.
#[utoipa::path(
    get,
    path = "/api/participants",
    tag = "catalogue",
    params(Window),
    responses(
        (status = 200, description = "The teams", body = Data<Vec<Participant>>),
        (status = "default", description = "Wrong parameter, or no channel here", body = Failure)
    )
)]
pub(super) async fn list_participants(
    Channel(channel): Channel,
    Query(window): Query<Window>,
    wants: ClientCaching,
) -> Result<Response> {
    part(&channel.public.participants, &channel.content.participants, window, &wants)
}

/// The schools and clubs.
#[utoipa::path(
    get,
    path = "/api/participant-groups",
    tag = "catalogue",
    params(Window),
    responses(
        (status = 200, description = "The schools and clubs", body = Data<Vec<Group>>),
        (status = "default", description = "Wrong parameter, or no channel here", body = Failure)
    )
)]
pub(super) async fn list_groups(
    Channel(channel): Channel,
    Query(window): Query<Window>,
    wants: ClientCaching,
) -> Result<Response> {
    part(&channel.public.groups, &channel.content.groups, window, &wants)
}

/// What tells schools apart.
#[utoipa::path(
    get,
    path = "/api/participant-group-properties",
    tag = "catalogue",
    params(KeyParam),
    responses(
        (status = 200, description = "The properties", body = Data<Vec<GroupProperty>>),
        (status = "default", description = "Wrong key, or no channel here", body = Failure)
    )
)]
pub(super) async fn list_group_properties(visitor: Visitor, wants: ClientCaching) -> Response {
    visitor.channel.public.group_properties.answer(&wants, Caching::Keyed)
}

/// The whole list as it was prepared, or the wanted part of it.
fn part<T: Serialize>(whole: &CachedResponse, items: &[T], window: Window, wants: &ClientCaching) -> Result<Response> {
    let (offset, limit) = window.bounds()?;
    if window.is_whole() && items.len() <= limit {
        return Ok(whole.answer(wants, Caching::Public));
    }
    let data: Vec<&T> = items.iter().skip(offset).take(limit).collect();
    let meta = Meta { total: Some(items.len()), offset: Some(offset), limit: Some(limit) };
    Ok(Data { data, meta }.into_response())
}
