//! Sports, venues, schools and teams. All calls answer from memory.

use axum::response::{IntoResponse, Response};
use domain::event::{Category, Location};
use domain::participant::{Group, GroupProperty, Participant};
use serde::Serialize;

use crate::accounts::caller::{KeyParam, Visitor};
use crate::channels::request_channel::{AtLeast, Channel, CurrentChannel};
use crate::http::cached_response::{CachedResponse, Caching, ClientCaching};
use crate::http::envelope::{Data, Meta};
use crate::http::error::Result;
use crate::http::extract::{Query, Window};

/// Lists the sports.
#[utoipa::path(
    get,
    path = "/api/events-categories",
    tag = "catalogue",
    params(KeyParam),
    responses(
        (status = 200, description = "The sports", body = Data<Vec<Category>>)
    )
)]
pub(super) async fn list_categories(visitor: Visitor, wants: ClientCaching) -> Response {
    visitor.channel.public.categories.answer(&wants, Caching::Keyed)
}

/// Lists the venues.
#[utoipa::path(
    get,
    path = "/api/events-locations",
    tag = "catalogue",
    responses(
        (status = 200, description = "The venues", body = Data<Vec<Location>>)
    )
)]
pub(super) async fn list_locations(Channel(channel): Channel, wants: ClientCaching) -> Response {
    channel.public.locations.answer(&wants, Caching::Public)
}

/// Lists the teams.
#[utoipa::path(
    get,
    path = "/api/participants",
    tag = "catalogue",
    params(Window, AtLeast),
    responses(
        (status = 200, description = "The teams", body = Data<Vec<Participant>>)
    )
)]
pub(super) async fn list_participants(
    CurrentChannel(channel): CurrentChannel,
    Query(window): Query<Window>,
    wants: ClientCaching,
) -> Result<Response> {
    part(&channel.public.participants, &channel.content.participants, window, &wants)
}

/// Lists the schools and clubs.
#[utoipa::path(
    get,
    path = "/api/participant-groups",
    tag = "catalogue",
    params(Window),
    responses(
        (status = 200, description = "The schools and clubs", body = Data<Vec<Group>>)
    )
)]
pub(super) async fn list_groups(
    Channel(channel): Channel,
    Query(window): Query<Window>,
    wants: ClientCaching,
) -> Result<Response> {
    part(&channel.public.groups, &channel.content.groups, window, &wants)
}

/// Lists the properties of schools.
#[utoipa::path(
    get,
    path = "/api/participant-group-properties",
    tag = "catalogue",
    params(KeyParam),
    responses(
        (status = 200, description = "The properties", body = Data<Vec<GroupProperty>>)
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
