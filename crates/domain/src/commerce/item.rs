//! What a buyer asks for, found among what the channel sells. Ids come in, nothing else: prices are the channel's.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::commerce::ownership::{Part, teams_of};
use crate::event::Event;
use crate::ids::{CategoryId, EventId, ParticipantId, PassId};
use crate::participant::Participant;
use crate::pass::{Pass, PassKind, PassType};

/// More than anybody buys at once.
pub const MOST_LINES: usize = 50;

/// What kind of thing is bought.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
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
pub enum Refusal {
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

impl Refusal {
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
pub struct Found<'a> {
    pub kind: ItemType,
    pub pass: &'a Pass,
    /// The game, where it is one: what may not be watched where the buyer is, is not sold to them.
    pub event: Option<&'a Event>,
    pub parts: Vec<Part>,
}

impl<'a> Shop<'a> {
    /// What the buyer means.
    pub fn find(&self, wanted: &Wanted) -> Result<Found<'a>, Refusal> {
        let pass_id = wanted.pass_id().ok_or(Refusal::NotSelected)?;
        let pass = self.passes.iter().find(|pass| pass.id == pass_id).ok_or(Refusal::NotFound)?;
        let event = if wanted.kind == ItemType::Event { Some(self.game(wanted, pass)?) } else { None };
        if event.is_none() && (!fits(wanted.kind, pass) || self.is_for_single_games(pass)) {
            return Err(Refusal::NotFound);
        }
        let parts = match event {
            Some(event) => vec![Part { event: Some(event.id), ..Part::whole(pass.id) }],
            None => self.parts(wanted, pass)?,
        };
        Ok(Found { kind: wanted.kind, pass, event, parts })
    }

    /// The game that is sold by the pass: the one that was named, or the only one.
    fn game(&self, wanted: &Wanted, pass: &Pass) -> Result<&'a Event, Refusal> {
        let sold = |game: &&Event| game.single_event_package_id == Some(pass.id) && game.access.costs_money();
        let mut games = self.games.iter().map(AsRef::as_ref).filter(sold);
        if let Some(named) = wanted.event() {
            return games.find(|game| game.id == named).ok_or(Refusal::NotFound);
        }
        let only = games.next().ok_or(Refusal::NotFound)?;
        if games.next().is_some() { Err(Refusal::NotSelected) } else { Ok(only) }
    }

    fn is_for_single_games(&self, pass: &Pass) -> bool {
        self.games.iter().any(|game| game.single_event_package_id == Some(pass.id))
    }

    /// One for each sport or team that was chosen; the whole pass when none was.
    fn parts(&self, wanted: &Wanted, pass: &Pass) -> Result<Vec<Part>, Refusal> {
        let sports: BTreeSet<_> = wanted.category_ids.iter().copied().collect();
        let teams: BTreeSet<_> = wanted.participant_ids.iter().copied().collect();
        if sports.len().max(teams.len()) > MOST_LINES {
            return Err(Refusal::TooMuch);
        }
        if pass.is_team_pass {
            let sold: BTreeSet<_> = teams_of(pass, self.participants).collect();
            return match teams {
                teams if teams.is_empty() => Err(Refusal::NeedsTeam),
                teams if !teams.is_subset(&sold) => Err(Refusal::WrongChoice),
                teams => {
                    Ok(teams.into_iter().map(|team| Part { participant: Some(team), ..Part::whole(pass.id) }).collect())
                }
            };
        }
        if !teams.is_empty() || sports.iter().any(|sport| !pass.categories.contains(sport)) {
            return Err(Refusal::WrongChoice);
        }
        if sports.is_empty() {
            return Ok(vec![Part::whole(pass.id)]);
        }
        Ok(sports.into_iter().map(|sport| Part { category: Some(sport), ..Part::whole(pass.id) }).collect())
    }
}

impl Wanted {
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

/// Who buys.
#[derive(Clone, Copy, Debug)]
pub struct Buyer<'a> {
    /// By orders, and by what they were given.
    pub owned: &'a [Part],
    /// Whether one of the things may not be watched where they are.
    pub is_geo_blocked: bool,
}

/// One line of a cart: a part at the price of its pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CartLine<'a> {
    pub kind: ItemType,
    pub pass: &'a Pass,
    pub part: Part,
}

/// What can be sold to its buyer as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cart<'a> {
    lines: Vec<CartLine<'a>>,
}

impl<'a> Cart<'a> {
    /// All of it, or a reason against it: where the buyer is comes first, then what they have.
    pub fn of(found: &[Found<'a>], shop: &Shop<'_>, buyer: Buyer<'_>) -> Result<Self, Refusal> {
        if buyer.is_geo_blocked {
            return Err(Refusal::Region);
        }
        let line = |found: &Found<'a>, part| CartLine { kind: found.kind, pass: found.pass, part };
        let lines: Vec<_> = found.iter().flat_map(|found| found.parts.iter().map(|part| line(found, *part))).collect();
        if lines.is_empty() {
            return Err(Refusal::NotSelected);
        }
        if lines.len() > MOST_LINES {
            return Err(Refusal::TooMuch);
        }
        for (place, line) in lines.iter().enumerate() {
            if let Some(held) = buyer.owned.iter().find(|held| held.overlaps(&line.part)) {
                return Err(if is_within(&line.part, held) { Refusal::AlreadyOwned } else { Refusal::PartlyOwned });
            }
            if lines[..place].iter().any(|before| before.part.overlaps(&line.part)) {
                return Err(Refusal::Twice);
            }
        }
        let subscriptions = lines.iter().filter(|line| line.pass.kind == PassKind::Subscription);
        if subscriptions.map(|line| line.pass.id).collect::<BTreeSet<_>>().len() > 1 {
            return Err(Refusal::ManySubscriptions);
        }
        let adds = lines.iter().any(|line| line.pass.pass_type == PassType::Addition);
        if adds && !has_regular(&lines, shop, buyer.owned) {
            return Err(Refusal::NeedsPass);
        }
        Ok(Self { lines })
    }

    pub fn lines(&self) -> &[CartLine<'a>] {
        &self.lines
    }

    /// The subscription in it: there is one at most.
    pub fn subscription(&self) -> Option<&'a Pass> {
        self.lines.iter().map(|line| line.pass).find(|pass| pass.kind == PassKind::Subscription)
    }
}

/// Whether nothing of it is missing to whoever holds the other.
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
mod tests {
    use super::*;
    use crate::commerce::tests::{part, team};
    use crate::event::AccessType;
    use crate::event::tests::game;
    use crate::pass::tests::pass;

    const NOBODY: Buyer<'_> = Buyer { owned: &[], is_geo_blocked: false };

    fn owns(owned: &[Part]) -> Buyer<'_> {
        Buyer { owned, is_geo_blocked: false }
    }

    fn wanted(kind: ItemType, id: Option<i64>) -> Wanted {
        Wanted {
            kind,
            id,
            package_id: None,
            subscription_id: None,
            single_event_package_id: None,
            event_id: None,
            category_ids: Vec::new(),
            participant_ids: Vec::new(),
        }
    }

    /// Season (1), team pass (2), subscriptions (3, 6), add-on (4), single game (5).
    fn passes() -> Vec<Pass> {
        vec![
            pass(1, &[1, 2]),
            Pass { is_team_pass: true, ..pass(2, &[1]) },
            Pass { kind: PassKind::Subscription, ..pass(3, &[1]) },
            Pass { pass_type: PassType::Addition, ..pass(4, &[1]) },
            pass(5, &[]),
            Pass { kind: PassKind::Subscription, ..pass(6, &[2]) },
        ]
    }

    fn games() -> Vec<Arc<Event>> {
        let sold = |id, access| {
            let sold = Event { id: EventId(id), single_event_package_id: Some(PassId(5)), ..game(access, 1, &[]) };
            Arc::new(sold)
        };
        vec![sold(70, AccessType::Ppv), sold(71, AccessType::Paid), sold(72, AccessType::Free)]
    }

    fn with_shop<T>(test: impl FnOnce(&Shop<'_>) -> T) -> T {
        let (passes, participants, games) = (passes(), [team(10, 1), team(11, 1), team(12, 2)], games());
        test(&Shop { passes: &passes, participants: &participants, games: &games })
    }

    fn parts_of(wanted: &Wanted) -> Result<Vec<Part>, Refusal> {
        with_shop(|shop| shop.find(wanted).map(|found| found.parts))
    }

    fn sold(wanted: &[Wanted], buyer: Buyer<'_>) -> Result<usize, Refusal> {
        with_shop(|shop| {
            let found: Vec<_> = wanted.iter().map(|wanted| shop.find(wanted).unwrap()).collect();
            Cart::of(&found, shop, buyer).map(|cart| cart.lines().len())
        })
    }

    /// VAL-12: "id not selected" without an id, "Pass not found" for what is not in the list of its kind.
    #[test]
    fn only_what_is_sold_is_found() {
        for kind in [ItemType::Package, ItemType::Subscription, ItemType::Event, ItemType::Addon] {
            assert_eq!(parts_of(&wanted(kind, None)), Err(Refusal::NotSelected), "{kind:?}");
            assert_eq!(parts_of(&wanted(kind, Some(99))), Err(Refusal::NotFound), "{kind:?}");
        }
        assert_eq!(parts_of(&wanted(ItemType::Package, Some(1))), Ok(vec![part(1, None)]));
        for (kind, id) in
            [(ItemType::Package, 3), (ItemType::Subscription, 1), (ItemType::Addon, 1), (ItemType::Package, 5)]
        {
            assert_eq!(parts_of(&wanted(kind, Some(id))), Err(Refusal::NotFound), "{kind:?} {id}");
        }
        assert_eq!(Refusal::NotSelected.to_string(), "id not selected");
        assert_eq!(Refusal::NotFound.to_string(), "Pass not found");
    }

    /// VAL-12: a game is sold by its own pass, and by name where the pass is for several.
    #[test]
    fn a_game_is_sold_by_its_own_pass() {
        let ask = |event: Option<i64>, pass: Option<i64>| {
            let (event_id, single_event_package_id) = (event.map(EventId), pass.map(PassId));
            parts_of(&Wanted { event_id, single_event_package_id, ..wanted(ItemType::Event, None) })
        };
        assert_eq!(ask(Some(70), Some(5)), Ok(vec![Part { event: Some(EventId(70)), ..part(5, None) }]));
        assert_eq!(ask(Some(70), None), Err(Refusal::NotSelected));
        assert_eq!(ask(None, Some(5)), Err(Refusal::NotSelected), "two games are sold by it");
        assert_eq!(ask(Some(72), Some(5)), Err(Refusal::NotFound), "free for all");
        assert_eq!(ask(Some(70), Some(1)), Err(Refusal::NotFound), "another pass");
    }

    /// One line for each chosen sport or team, however often it was named.
    #[test]
    fn each_choice_is_a_line() {
        let season = |sports: &[i64]| {
            let category_ids = sports.iter().copied().map(CategoryId).collect();
            parts_of(&Wanted { category_ids, ..wanted(ItemType::Package, Some(1)) })
        };
        assert_eq!(season(&[2, 1, 2]), Ok(vec![part(1, Some(1)), part(1, Some(2))]));
        assert_eq!(season(&[3]), Err(Refusal::WrongChoice));
        let teams = |teams: &[i64]| {
            let participant_ids = teams.iter().copied().map(ParticipantId).collect();
            parts_of(&Wanted { participant_ids, ..wanted(ItemType::Package, Some(2)) }).map(|parts| parts.len())
        };
        assert_eq!([teams(&[]), teams(&[10, 11, 10])], [Err(Refusal::NeedsTeam), Ok(2)]);
        assert_eq!(teams(&[12]), Err(Refusal::WrongChoice), "of another sport");
    }

    /// GEO-02, T13: where the buyer is comes first, then what they have.
    #[test]
    fn nothing_is_sold_that_cannot_be_used() {
        let season = [wanted(ItemType::Package, Some(1))];
        assert_eq!(sold(&season, Buyer { owned: &[part(1, None)], is_geo_blocked: true }), Err(Refusal::Region));
        assert_eq!(sold(&season, owns(&[part(1, None)])), Err(Refusal::AlreadyOwned));
        assert_eq!(sold(&season, owns(&[part(1, Some(1))])), Err(Refusal::PartlyOwned));
        assert_eq!(sold(&season, owns(&[part(3, None)])), Ok(1));
        let second = [Wanted { category_ids: vec![CategoryId(2)], ..season[0].clone() }];
        assert_eq!(sold(&second, owns(&[part(1, Some(1))])), Ok(1));
        assert_eq!(sold(&second, owns(&[part(1, None)])), Err(Refusal::AlreadyOwned));
    }

    /// PAY-05: a bundle holds nothing twice, and one subscription at most.
    #[test]
    fn a_bundle_is_sold_whole() {
        let [season, monthly, yearly] =
            [(ItemType::Package, 1), (ItemType::Subscription, 3), (ItemType::Subscription, 6)]
                .map(|(kind, id)| wanted(kind, Some(id)));
        assert_eq!(sold(&[season.clone(), monthly.clone()], NOBODY), Ok(2));
        assert_eq!(sold(&[season.clone(), season.clone()], NOBODY), Err(Refusal::Twice));
        assert_eq!(sold(&[monthly, yearly], NOBODY), Err(Refusal::ManySubscriptions));
        assert_eq!(sold(&[], NOBODY), Err(Refusal::NotSelected));
    }

    /// PAY-02: an add-on is sold with a pass of its own, or to somebody who has one.
    #[test]
    fn an_add_on_needs_a_pass() {
        let add_on = wanted(ItemType::Addon, Some(4));
        let single = Part { event: Some(EventId(70)), ..part(5, None) };
        assert_eq!(sold(std::slice::from_ref(&add_on), NOBODY), Err(Refusal::NeedsPass));
        assert_eq!(sold(std::slice::from_ref(&add_on), owns(&[single])), Err(Refusal::NeedsPass));
        assert_eq!(sold(std::slice::from_ref(&add_on), owns(&[part(1, None)])), Ok(1));
        assert_eq!(sold(&[add_on, wanted(ItemType::Package, Some(1))], NOBODY), Ok(2));
    }
}
