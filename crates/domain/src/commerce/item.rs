//! Finds the requested items among those that the channel sells. Requests only contain ids; prices are the channel's.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::commerce::ownership::{Part, shelf, teams_of};
use crate::event::Event;
use crate::ids::{CategoryId, EventId, ParticipantId, PassId};
use crate::participant::Participant;
use crate::pass::{Pass, PassKind, PassType};

/// More than anybody buys at once.
pub const MAX_LINES: usize = 50;

/// The type of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ItemType {
    Package,
    Subscription,
    /// A game by itself.
    Event,
    Addon,
}

/// What a buyer asks for, by the names that the call has for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ItemRequest {
    pub kind: ItemType,
    pub id: Option<i64>,
    pub package_id: Option<PassId>,
    pub subscription_id: Option<PassId>,
    pub single_event_package_id: Option<PassId>,
    pub event_id: Option<EventId>,
    pub category_ids: Vec<CategoryId>,
    pub participant_ids: Vec<ParticipantId>,
}

/// Why something is not sold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ItemError {
    #[error("id not selected")]
    NotSelected,
    #[error("Pass not found")]
    NotFound,
    #[error("Choose a team for this pass")]
    NeedsTeam,
    #[error("This pass is not sold for what was chosen")]
    WrongChoice,
    #[error("This add-on needs a pass that it adds to")]
    NeedsPass,
    #[error("This is not available where you are")]
    Region,
    #[error("You already have this")]
    AlreadyOwned,
    #[error("You already have a part of this: choose what is missing")]
    PartlyOwned,
    #[error("This is in the cart twice")]
    Twice,
    #[error("One subscription can be bought at a time")]
    ManySubscriptions,
    #[error("There is too much in the cart")]
    TooMuch,
}

impl ItemError {
    /// A word for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotSelected => "id_not_selected",
            Self::NotFound => "pass_not_found",
            Self::NeedsTeam => "participant_not_selected",
            Self::WrongChoice => "wrong_choice",
            Self::NeedsPass => "regular_pass_needed",
            Self::Region => "region_blocked",
            Self::AlreadyOwned => "already_owned",
            Self::PartlyOwned => "partly_owned",
            Self::Twice => "twice_in_cart",
            Self::ManySubscriptions => "one_subscription",
            Self::TooMuch => "cart_too_large",
        }
    }
}

/// What the channel sells.
#[derive(Clone, Copy)]
pub struct Shop<'a> {
    pub passes: &'a [Pass],
    pub participants: &'a [Participant],
    pub games: &'a [Arc<Event>],
}

/// Something that is sold, found for a buyer.
#[derive(Clone, Debug)]
pub struct SoldItem<'a> {
    pub kind: ItemType,
    pub pass: &'a Pass,
    /// The game, where it is one: what may not be watched where the buyer is, is not sold to them.
    pub event: Option<&'a Event>,
    pub parts: Vec<Part>,
}

impl<'a> Shop<'a> {
    /// What the buyer means.
    pub fn find(&self, wanted: &ItemRequest) -> Result<SoldItem<'a>, ItemError> {
        let pass_id = wanted.pass_id().ok_or(ItemError::NotSelected)?;
        let pass = self.passes.iter().find(|pass| pass.id == pass_id).ok_or(ItemError::NotFound)?;
        let event = if wanted.kind == ItemType::Event { Some(self.game(wanted, pass)?) } else { None };
        if event.is_none() && (!fits(wanted.kind, pass) || self.is_for_single_games(pass)) {
            return Err(ItemError::NotFound);
        }
        let parts = match event {
            Some(event) => vec![Part { event: Some(event.id), ..Part::whole(pass.id) }],
            None => self.parts(wanted, pass)?,
        };
        Ok(SoldItem { kind: wanted.kind, pass, event, parts })
    }

    /// The game that is sold by the pass: the one that was named, or the only one.
    fn game(&self, wanted: &ItemRequest, pass: &Pass) -> Result<&'a Event, ItemError> {
        let sold = |game: &&Event| game.single_event_package_id == Some(pass.id) && game.access.costs_money();
        let mut games = self.games.iter().map(AsRef::as_ref).filter(sold);
        if let Some(named) = wanted.event() {
            return games.find(|game| game.id == named).ok_or(ItemError::NotFound);
        }
        let only = games.next().ok_or(ItemError::NotFound)?;
        if games.next().is_some() { Err(ItemError::NotSelected) } else { Ok(only) }
    }

    fn is_for_single_games(&self, pass: &Pass) -> bool {
        self.games.iter().any(|game| game.single_event_package_id == Some(pass.id))
    }

    /// One for each sport or team that was chosen; the whole pass when none was, or every sport of it.
    fn parts(&self, wanted: &ItemRequest, pass: &Pass) -> Result<Vec<Part>, ItemError> {
        let sports: BTreeSet<_> = wanted.category_ids.iter().copied().collect();
        let teams: BTreeSet<_> = wanted.participant_ids.iter().copied().collect();
        if sports.len().max(teams.len()) > MAX_LINES {
            return Err(ItemError::TooMuch);
        }
        if pass.is_team_pass {
            let sold: BTreeSet<_> = teams_of(pass, self.participants).collect();
            return match teams {
                teams if teams.is_empty() => Err(ItemError::NeedsTeam),
                teams if !teams.is_subset(&sold) => Err(ItemError::WrongChoice),
                teams => {
                    Ok(teams.into_iter().map(|team| Part { participant: Some(team), ..Part::whole(pass.id) }).collect())
                }
            };
        }
        if !teams.is_empty() || sports.iter().any(|sport| !pass.categories.contains(sport)) {
            return Err(ItemError::WrongChoice);
        }
        if sports.is_empty() || pass.categories.iter().all(|sport| sports.contains(sport)) {
            return Ok(vec![Part::whole(pass.id)]);
        }
        Ok(sports.into_iter().map(|sport| Part { category: Some(sport), ..Part::whole(pass.id) }).collect())
    }
}

impl ItemRequest {
    /// The pass that is asked for, by the name of its kind or by `id`.
    fn pass_id(&self) -> Option<PassId> {
        let named = match self.kind {
            ItemType::Package => self.package_id,
            ItemType::Subscription => self.subscription_id,
            ItemType::Event => self.single_event_package_id,
            ItemType::Addon => self.package_id.or(self.subscription_id),
        };
        named.or(self.id.map(PassId))
    }

    /// The game that is asked for. Beside the pass of a game, `id` can only be the game's.
    fn event(&self) -> Option<EventId> {
        self.event_id.or_else(|| self.single_event_package_id.and(self.id).map(EventId))
    }
}

fn fits(kind: ItemType, pass: &Pass) -> bool {
    match kind {
        ItemType::Package => pass.kind == PassKind::Package,
        ItemType::Subscription => pass.kind == PassKind::Subscription,
        ItemType::Addon => pass.pass_type == PassType::Addition,
        ItemType::Event => false,
    }
}

/// The buyer.
#[derive(Clone, Copy, Debug)]
pub struct Buyer<'a> {
    /// By orders, and by what they were given.
    pub owned: &'a [Part],
    /// Whether one of the things may not be watched where they are.
    pub is_geo_blocked: bool,
}

/// One line of a cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartLine<'a> {
    pub kind: ItemType,
    pub pass: &'a Pass,
    pub part: Part,
    /// Of a game sold by itself the game's own: one pass may serve many of them.
    pub name: &'a str,
}

/// What can be sold to its buyer as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cart<'a> {
    lines: Vec<CartLine<'a>>,
    /// What the buyer has of the passes in it: their share of the price is not charged again.
    held: Vec<Part>,
}

impl<'a> Cart<'a> {
    /// All of it, or a reason against it: where the buyer is comes first, then what they have.
    pub fn of(found: &[SoldItem<'a>], shop: &Shop<'_>, buyer: Buyer<'_>) -> Result<Self, ItemError> {
        if buyer.is_geo_blocked {
            return Err(ItemError::Region);
        }
        let mut lines = Vec::new();
        for thing in found {
            let (kind, pass) = (thing.kind, thing.pass);
            let name = thing.event.map_or(pass.name.as_str(), |game| &game.name);
            for part in &thing.parts {
                let missing = missing(part, pass, buyer.owned)?;
                lines.extend(missing.into_iter().map(|part| CartLine { kind, pass, part, name }));
            }
        }
        if lines.is_empty() {
            return Err(ItemError::NotSelected);
        }
        if lines.len() > MAX_LINES {
            return Err(ItemError::TooMuch);
        }
        for (place, line) in lines.iter().enumerate() {
            if let Some(held) = buyer.owned.iter().find(|held| held.overlaps(&line.part)) {
                return Err(if is_within(&line.part, held) { ItemError::AlreadyOwned } else { ItemError::PartlyOwned });
            }
            if lines[..place].iter().any(|before| before.part.overlaps(&line.part)) {
                return Err(ItemError::Twice);
            }
        }
        let subscriptions = lines.iter().filter(|line| line.pass.kind == PassKind::Subscription);
        if subscriptions.map(|line| line.pass.id).collect::<BTreeSet<_>>().len() > 1 {
            return Err(ItemError::ManySubscriptions);
        }
        let adds = lines.iter().any(|line| line.pass.pass_type == PassType::Addition);
        if adds && !has_regular(&lines, shop, buyer.owned) {
            return Err(ItemError::NeedsPass);
        }
        let is_in_cart = |held: &&Part| lines.iter().any(|line| line.pass.id == held.pass);
        let held = buyer.owned.iter().filter(is_in_cart).copied().collect();
        Ok(Self { lines, held })
    }

    pub fn lines(&self) -> &[CartLine<'a>] {
        &self.lines
    }

    /// How many of a pass's sports the buyer has already.
    pub(crate) fn sports_held(&self, pass: &Pass) -> usize {
        shelf(pass, &[], &self.held).disabled_categories.len()
    }

    /// The subscription in it: there is one at most.
    pub fn subscription(&self) -> Option<&'a Pass> {
        self.lines.iter().map(|line| line.pass).find(|pass| pass.kind == PassKind::Subscription)
    }
}

/// A buyer with some of a pass's sports who asks for all of it is sold the others. Teams are chosen one by one.
fn missing(part: &Part, pass: &Pass, owned: &[Part]) -> Result<Vec<Part>, ItemError> {
    let is_asked_for_whole = *part == Part::whole(pass.id) && !pass.is_team_pass;
    if !is_asked_for_whole || !owned.iter().any(|held| held.overlaps(part)) {
        return Ok(vec![*part]);
    }
    let shelf = shelf(pass, &[], owned);
    if shelf.is_purchased {
        return Err(ItemError::AlreadyOwned);
    }
    let sports: BTreeSet<_> = pass.categories.iter().copied().collect();
    let missing = sports.difference(&shelf.disabled_categories);
    Ok(missing.map(|sport| Part { category: Some(*sport), ..*part }).collect())
}

/// Whether a holder of the other lacks nothing of it.
fn is_within(part: &Part, held: &Part) -> bool {
    held.category.is_none_or(|held| part.category == Some(held))
        && held.participant.is_none_or(|held| part.participant == Some(held))
        && held.event.is_none_or(|held| part.event == Some(held))
}

/// An add-on adds to any pass of its own, held or bought with it; a single game is none.
fn has_regular(lines: &[CartLine<'_>], shop: &Shop<'_>, owned: &[Part]) -> bool {
    let is_regular = |id: PassId| shop.passes.iter().any(|pass| pass.id == id && pass.pass_type == PassType::Regular);
    let bought = lines.iter().map(|line| line.part);
    owned.iter().copied().chain(bought).any(|part| part.event.is_none() && is_regular(part.pass))
}

#[cfg(test)]
mod tests;
