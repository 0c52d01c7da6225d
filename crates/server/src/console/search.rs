//! Finds things of a channel by a few words: a few of each kind that the caller's role may open.

use std::sync::Arc;

use axum::extract::State;
use domain::clip::Clip;
use domain::editing::Listed;
use domain::event::Event;
use domain::ids::{ClipId, EventId};
use domain::operator::May;
use domain::participant::Participant;
use domain::paths::{Screen, pasted_order, pasted_path, screen};
use domain::search::TextIndex;
use domain::translations::Translated;
use http::{HeaderMap, header};
use serde::{Deserialize, Serialize};
use store::{SoldOrder, TeamMember};
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
use crate::views::share::share_path;

/// The others are found by one more word.
const MAX_OF_KIND: usize = 5;
/// Long enough for a pasted address.
const MAX_TEXT: usize = 300;
/// A shorter text is in nearly every address.
const MIN_ADDRESS_PART: usize = 3;
/// The newest clips, in whose names is looked.
const NAMED_CLIPS: u64 = 1_000;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SearchQuery {
    /// Words of a name, an order's number, the beginning of a buyer's e-mail address, the last four digits of a card, or a
    /// pasted link of the channel: of a game, a clip, a page or a receipt.
    #[param(max_length = 300)]
    text: String,
}

/// The kinds of things, in the order in which they are listed.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum FoundKind {
    Event,
    Team,
    Order,
    Clip,
    Operator,
    Page,
    Form,
    Slide,
    Faq,
    Block,
    MenuLink,
}

/// What can be done with something that was found; the role may do it.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum FoundAction {
    RefundOrder,
    TakeDownClip,
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
    /// The page of a game, a team's games or a clip, on the channel's own host.
    url: Option<String>,
    actions: Vec<FoundAction>,
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
        return at_link(&app, &allowed, &site, text, path).await.map(Data::all);
    }
    let matching = matching_games(&app, channel, text);
    let mut found: Vec<_> = matching.iter().map(|game| game_item(channel, &site, game)).collect();
    found.extend(teams(channel, &site, text));
    if allowed.may(May::SeeOrders) {
        found.extend(orders(&app, channel, text, allowed.may(May::RefundOrders)).await?);
    }
    if allowed.may(May::ModerateClips) {
        found.extend(clips(&app, channel, &site, text).await?);
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

/// What a link of the channel leads to, as far as the role may open it.
async fn at_link(
    app: &App,
    allowed: &Allowed<AnyPermission>,
    site: &Site,
    text: &str,
    path: &str,
) -> Result<Vec<FoundItem>> {
    let channel = &allowed.channel;
    if let Some(id) = pasted_order(text) {
        if !allowed.may(May::SeeOrders) {
            return Ok(Vec::new());
        }
        let sold = app.store.order_sold(channel.identity.id, id).await?;
        return Ok(sold.map(|sold| order_item(sold, allowed.may(May::RefundOrders))).into_iter().collect());
    }
    Ok(match screen(path) {
        Screen::Game(id) | Screen::Embed(id) => {
            channel.games.catalogue.get(id).iter().map(|game| game_item(channel, site, game)).collect()
        }
        Screen::Clip(id) | Screen::Share(id) | Screen::EmbedClip(id) if allowed.may(May::ModerateClips) => {
            let clip = app.store.clip(channel.identity.id, id).await?;
            clip.iter().map(|clip| clip_item(channel, site, clip)).collect()
        }
        _ if allowed.may(May::EditSite) => {
            let pages = channel.content.pages.iter().filter(|page| page.url == path);
            pages.map(|page| item(FoundKind::Page, page.id, &page.name, Some(&page.url))).collect()
        }
        _ => Vec::new(),
    })
}

/// Teams by their name or their school's, with the page of their games.
fn teams(channel: &Snapshot, site: &Site, text: &str) -> Vec<FoundItem> {
    let (teams, schools) = (&channel.content.participants, &channel.content.groups);
    let Some(of_schools) = channel.school_names.find(text) else { return Vec::new() };
    let named = channel.team_names.find(text).unwrap_or_default();
    let school = |team: &Participant| schools.iter().enumerate().find(|(_, school)| Some(school.id) == team.group_id);
    let is_of_school = |team: &Participant| {
        school(team).and_then(|(number, _)| u32::try_from(number).ok()).is_some_and(|it| of_schools.contains(it))
    };
    let by_name = named.iter().filter_map(|number| teams.get(number as usize));
    let by_school = teams.iter().zip(0..).filter(|(team, number)| !named.contains(*number) && is_of_school(team));
    let found = by_name.chain(by_school.map(|(team, _)| team)).take(MAX_OF_KIND);
    found
        .map(|team| FoundItem {
            url: Some(site.url(&format!("/schedule?participant_id={}", team.id))),
            ..item(FoundKind::Team, team.id.0, &team.name, school(team).map(|(_, school)| school.name.as_str()))
        })
        .collect()
}

/// The order of that number first, then those of the buyer or the card.
async fn orders(app: &App, channel: &Snapshot, text: &str, may_refund: bool) -> Result<Vec<FoundItem>> {
    let part = text.strip_prefix('#').unwrap_or(text);
    let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number && part.chars().count() < MIN_ADDRESS_PART {
        return Ok(Vec::new());
    }
    let found = app.store.orders_found(channel.identity.id, part, MAX_OF_KIND as u64).await?;
    Ok(found.into_iter().map(|sold| order_item(sold, may_refund)).collect())
}

fn order_item(SoldOrder { order, email }: SoldOrder, may_refund: bool) -> FoundItem {
    let name = order.lines.first().map_or("", |line| &line.name);
    let can_be_refunded = may_refund && order.payment.can_be_refunded();
    FoundItem {
        at: Some(order.created_at.seconds()),
        actions: can_be_refunded.then_some(FoundAction::RefundOrder).into_iter().collect(),
        ..item(FoundKind::Order, order.id.0, name, email.as_deref())
    }
}

/// The clip of that number first, then the newest ones by name.
async fn clips(app: &App, channel: &Snapshot, site: &Site, text: &str) -> Result<Vec<FoundItem>> {
    let id = channel.identity.id;
    let number = text.trim_start_matches('#').parse().ok().map(ClipId);
    let names = app.store.clip_names(id, NAMED_CLIPS).await?;
    let named = TextIndex::of(names.iter().map(|(_, name)| name.as_str())).find(text).unwrap_or_default();
    let named = named.iter().filter_map(|place| names.get(place as usize)).map(|(clip, _)| *clip);
    let mut found = Vec::new();
    for clip in number.into_iter().chain(named.filter(|clip| Some(*clip) != number)).take(MAX_OF_KIND) {
        found.extend(app.store.clip(id, clip).await?.map(|clip| clip_item(channel, site, &clip)));
    }
    Ok(found)
}

fn clip_item(channel: &Snapshot, site: &Site, clip: &Clip) -> FoundItem {
    let game = channel.games.catalogue.get(clip.event).map(|game| game_title(channel, game));
    FoundItem {
        at: Some(clip.created_at.seconds()),
        url: Some(site.url(&share_path(clip))),
        actions: vec![FoundAction::TakeDownClip],
        ..item(FoundKind::Clip, clip.id.0, &clip.name, game.as_deref())
    }
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
    let (title, detail) = (title.to_owned(), detail.map(str::to_owned));
    FoundItem { kind, id, title, detail, at: None, url: None, actions: Vec::new() }
}
