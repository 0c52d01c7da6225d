//! Finds things of a channel by a few words: a few of each kind that the caller's role may open.

use std::sync::Arc;

use axum::extract::State;
use domain::editing::Listed;
use domain::event::Event;
use domain::ids::{EventId, OrderId};
use domain::operator::May;
use domain::paths::{Screen, pasted_path, screen};
use domain::search::TextIndex;
use domain::translations::Translated;
use http::{HeaderMap, header};
use serde::{Deserialize, Serialize};
use store::{OrderFilter, SoldOrder, TeamMember};
use utoipa::{IntoParams, ToSchema};

use super::embedding::games;
use super::permission::{Allowed, AnyPermission};
use crate::channels::game_text::game_title;
use crate::channels::site::Site;
use crate::channels::snapshot::Snapshot;
use crate::http::envelope::Data;
use crate::http::error::{Error, Result};
use crate::http::extract::Query;
use crate::http::problem::FieldCode;
use crate::state::App;

/// The others are found by one more word.
const MAX_OF_KIND: usize = 5;
/// Long enough for a pasted address.
const MAX_TEXT: usize = 300;
/// A shorter text is in nearly every address.
const MIN_ADDRESS_PART: usize = 3;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SearchQuery {
    /// Words of a name, an order's number, part of an e-mail address, or a pasted link of the channel.
    #[param(max_length = 300)]
    text: String,
}

/// The kinds of things, in the order in which they are listed.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum FoundKind {
    Event,
    Order,
    Operator,
    Page,
    Form,
    Slide,
    Faq,
    Block,
    MenuLink,
}

/// Something of the channel that matches.
#[derive(Serialize, ToSchema)]
pub(super) struct FoundItem {
    kind: FoundKind,
    id: i64,
    title: String,
    /// What tells it from others of the same title: a page's path, a buyer's or an operator's address.
    detail: Option<String>,
    /// When a game begins or an order was placed, in seconds since 1970.
    at: Option<i64>,
    /// A game's page, on the channel's own host.
    url: Option<String>,
}

/// Finds things of the channel: games, and of everything else what the role may open.
#[utoipa::path(
    get,
    path = "/console/api/channels/{id}/search",
    tag = "search",
    params(("id" = i64, Path, description = "The channel"), SearchQuery),
    responses(
        (status = 200, description = "At most five of each kind", body = Data<Vec<FoundItem>>)
    )
)]
pub(super) async fn search(
    State(app): State<App>,
    allowed: Allowed<AnyPermission>,
    Query(SearchQuery { text }): Query<SearchQuery>,
    headers: HeaderMap,
) -> Result<Data<Vec<FoundItem>>> {
    let text = text.trim();
    if text.chars().count() > MAX_TEXT {
        let words = format!("text must be {MAX_TEXT} characters at most");
        return Err(Error::invalid("text", FieldCode::Length.within(0, MAX_TEXT), words));
    }
    if text.is_empty() {
        return Ok(Data::all(Vec::new()));
    }
    let channel = &allowed.channel;
    // The console may stand at another channel's host.
    let here = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let site = Site::at(&channel.identity, here, app.mailer.port);
    if let Some(path) = pasted_path(text) {
        return Ok(Data::all(at_path(channel, &site, path, allowed.may(May::EditSite))));
    }
    let matching = matching_games(&app, channel, text);
    let mut found: Vec<_> = matching.iter().map(|game| game_item(channel, &site, game)).collect();
    if allowed.may(May::SeeOrders) {
        found.extend(orders(&app, channel, text).await?);
    }
    if allowed.may(May::ManageTeam) {
        found.extend(operators(&app, channel, text).await?);
    }
    if allowed.may(May::EditSite) {
        found.extend(content(channel, text));
    }
    Ok(Data::all(found))
}

/// The game of that number first.
fn matching_games(app: &App, channel: &Snapshot, text: &str) -> Vec<Arc<Event>> {
    let number = text.trim_start_matches('#').parse().ok().map(EventId);
    let numbered = number.and_then(|id| channel.games.catalogue.get(id)).cloned();
    let mut found: Vec<_> = numbered.into_iter().collect();
    found.extend(games(channel, text, app.now()).into_iter().filter(|game| Some(game.id) != number));
    found.truncate(MAX_OF_KIND);
    found
}

fn game_item(channel: &Snapshot, site: &Site, game: &Event) -> FoundItem {
    FoundItem {
        at: Some(game.starts_at.seconds()),
        url: Some(site.url(&format!("/watch/{}", game.id))),
        ..item(FoundKind::Event, game.id.0, &game_title(channel, game), None)
    }
}

/// What a link of the channel leads to.
fn at_path(channel: &Snapshot, site: &Site, path: &str, edits_site: bool) -> Vec<FoundItem> {
    match screen(path) {
        Screen::Game(id) | Screen::Embed(id) => {
            channel.games.catalogue.get(id).iter().map(|game| game_item(channel, site, game)).collect()
        }
        _ if edits_site => {
            let pages = channel.content.pages.iter().filter(|page| page.url == path);
            pages.map(|page| item(FoundKind::Page, page.id, &page.name, Some(&page.url))).collect()
        }
        _ => Vec::new(),
    }
}

/// The order of that number first, then those whose buyer's address has the text.
async fn orders(app: &App, channel: &Snapshot, text: &str) -> Result<Vec<FoundItem>> {
    let (channel, part) = (channel.identity.id, text.trim_start_matches('#'));
    let number = part.parse().ok().map(OrderId);
    let mut found = Vec::new();
    if let Some(id) = number {
        found.extend(app.store.order_sold(channel, id).await?);
    }
    if part == text && part.chars().count() >= MIN_ADDRESS_PART {
        let filter = OrderFilter { search: Some(part.to_owned()), refund: None };
        let (of_buyers, _) = app.store.orders_sold(channel, &filter, 0, MAX_OF_KIND as u64).await?;
        found.extend(of_buyers.into_iter().filter(|sold| Some(sold.order.id) != number));
    }
    found.truncate(MAX_OF_KIND);
    let of_order = |SoldOrder { order, email }: SoldOrder| {
        let name = order.lines.first().map_or("", |line| &line.name);
        let at = Some(order.created_at.seconds());
        FoundItem { at, ..item(FoundKind::Order, order.id.0, name, email.as_deref()) }
    };
    Ok(found.into_iter().map(of_order).collect())
}

async fn operators(app: &App, channel: &Snapshot, text: &str) -> Result<Vec<FoundItem>> {
    let members = app.store.team(channel.identity.id).await?;
    let named = TextIndex::of(members.iter().map(|member| member.operator.name.as_str())).find(text);
    let part = text.to_lowercase();
    let is_found = |number: usize, email: &str| {
        let of_name =
            named.as_ref().zip(u32::try_from(number).ok()).is_some_and(|(found, number)| found.contains(number));
        of_name || (part.chars().count() >= MIN_ADDRESS_PART && email.to_lowercase().contains(&part))
    };
    let found = members.iter().enumerate().filter(|(number, member)| is_found(*number, &member.operator.email));
    let of_member = |(_, member): (usize, &TeamMember)| {
        let operator = &member.operator;
        item(FoundKind::Operator, operator.id.0, &operator.name, Some(&operator.email))
    };
    Ok(found.take(MAX_OF_KIND).map(of_member).collect())
}

fn content(channel: &Snapshot, text: &str) -> Vec<FoundItem> {
    let content = &channel.content;
    let mut found = Vec::new();
    found.extend(titled(FoundKind::Page, &content.pages, text, |page| Some(&page.url)));
    found.extend(titled(FoundKind::Form, &content.forms, text, |form| Some(&form.alias)));
    found.extend(titled(FoundKind::Slide, &content.slides, text, |_| None));
    found.extend(titled(FoundKind::Faq, &content.faq, text, |_| None));
    found.extend(titled(FoundKind::Block, &content.static_blocks, text, |_| None));
    found.extend(titled(FoundKind::MenuLink, &content.links, text, |link| Some(&link.url)));
    found
}

/// Those whose title or detail has the words, in any language.
fn titled<T: Listed + Translated>(
    kind: FoundKind,
    all: &[T],
    text: &str,
    detail: impl Fn(&T) -> Option<&str>,
) -> Vec<FoundItem> {
    let mut index = TextIndex::default();
    for (number, thing) in (0..).zip(all) {
        index.add(number, thing.label());
        index.add(number, detail(thing).unwrap_or_default());
        for (_, texts) in thing.translations().all() {
            texts
                .iter()
                .filter(|(field, _)| !T::HTML.contains(&field.as_str()))
                .for_each(|(_, text)| index.add(number, text));
        }
    }
    let found = index.find(text).unwrap_or_default();
    let found = found.iter().take(MAX_OF_KIND).filter_map(|number| all.get(number as usize));
    found.map(|thing| item(kind, thing.id(), thing.label(), detail(thing))).collect()
}

fn item(kind: FoundKind, id: i64, title: &str, detail: Option<&str>) -> FoundItem {
    FoundItem { kind, id, title: title.to_owned(), detail: detail.map(str::to_owned), at: None, url: None }
}
