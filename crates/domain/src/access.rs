//! Access decisions: what a viewer may do with a game, and why.

use serde::Serialize;
use utoipa::ToSchema;

use crate::account::Capability;
use crate::channel::PlaybackRules;
use crate::clip::Right;
use crate::event::{AccessType, Event};
use crate::ids::EventId;
use crate::pass::{Entitlement, Pass, PassType, Source};
use crate::time::Timestamp;

/// The viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer<'a> {
    Anonymous,
    /// Logged in to an account on this channel.
    Member(Holdings<'a>),
}

impl Viewer<'_> {
    /// Whether they may do this: with one game, or wherever it is about none. One without an account may do nothing.
    pub fn may(&self, capability: Capability, game: Option<EventId>) -> bool {
        match self {
            Self::Anonymous => false,
            Self::Member(holdings) => holdings.may(capability, game),
        }
    }

    pub fn capabilities(&self) -> Vec<Capability> {
        match self {
            Self::Anonymous => Vec::new(),
            Self::Member(holdings) => holdings.capabilities(),
        }
    }

    /// By what right they cut a clip out of the game; nothing when they may not watch it.
    pub fn right_to_clip(&self, event: &Event) -> Option<Right> {
        match self {
            _ if !event.access.costs_money() => Some(Right::Open),
            Self::Anonymous => None,
            Self::Member(holdings) => holdings.right_to_clip(event),
        }
    }

    /// How much they may keep and take along; without an account it is what the channel allows.
    pub fn limits(&self, game: Option<EventId>, everybody: &PlaybackRules) -> Limits {
        match self {
            Self::Anonymous => Limits { clips: everybody.max_clips, downloads: everybody.max_downloads },
            Self::Member(holdings) => holdings.limits(game, everybody),
        }
    }
}

/// What a member holds, and the passes of the channel that it refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holdings<'a> {
    /// What the account may do by itself: given by hand, whatever else is held.
    pub own: &'a [Capability],
    pub entitlements: &'a [Entitlement],
    pub passes: &'a [Pass],
    pub now: Timestamp,
}

impl<'a> Holdings<'a> {
    /// The first pass that opens the game now.
    fn pass_for(&self, event: &Event) -> Option<&'a Pass> {
        self.counting().find(|(pass, held)| held.covers(pass, event)).map(|(pass, _)| pass)
    }

    /// T54: what was paid or given counts before a trial, and the oldest of it: a pass that is bought beside another
    /// one and paid back takes no clip along that the other allows.
    fn right_to_clip(&self, event: &Event) -> Option<Right> {
        let covering = self.counting().filter(|(pass, held)| held.covers(pass, event)).map(|(_, held)| held);
        let held = covering.min_by_key(|held| (held.source == Source::Trial, held.id.0))?;
        Some(if held.source == Source::Trial { Right::Trial(held.id) } else { Right::Pass(held.id) })
    }

    /// Whether the account or a pass brings it: for every game, or for this one.
    pub fn may(&self, capability: Capability, game: Option<EventId>) -> bool {
        self.own.contains(&capability) || self.passes_for(game).any(|pass| pass.capabilities.contains(&capability))
    }

    /// All that may be done without regard to a game.
    pub fn capabilities(&self) -> Vec<Capability> {
        Capability::ALL.into_iter().filter(|capability| self.may(*capability, None)).collect()
    }

    /// How much they may keep and take along: the best of what allows it to them. A pass that brings a capability and
    /// says no number, and an account that has it by itself, allow as much as the channel does; so nobody who buys more
    /// is left with less.
    pub fn limits(&self, game: Option<EventId>, everybody: &PlaybackRules) -> Limits {
        let best = |everybody: u32, by: &[Capability], said: fn(&Pass) -> Option<u32>| {
            let allows =
                |list: &[Capability]| by.iter().any(|capability| list.contains(capability)).then_some(everybody);
            let passes = self.passes_for(game).filter_map(|pass| said(pass).or_else(|| allows(&pass.capabilities)));
            allows(self.own).into_iter().chain(passes).max().unwrap_or(everybody)
        };
        let taking_along = [Capability::Download, Capability::DownloadClip];
        Limits {
            clips: best(everybody.max_clips, &[Capability::Clipping], |pass| pass.max_clips),
            downloads: best(everybody.max_downloads, &taking_along, |pass| pass.max_downloads),
        }
    }

    /// The passes that bring something now: what was bought for one game brings it there alone.
    fn passes_for(&self, game: Option<EventId>) -> impl Iterator<Item = &'a Pass> {
        let here = self.counting().filter(move |(_, held)| held.event_id.is_none() || held.event_id == game);
        here.map(|(pass, _)| pass)
    }

    /// What is held now and counts: an add-on does so beside a regular pass alone.
    fn counting(&self) -> impl Iterator<Item = (&'a Pass, &'a Entitlement)> {
        let holdings = *self;
        self.active().filter(move |(pass, _)| pass.pass_type == PassType::Regular || holdings.has_regular())
    }

    /// What is held now, with its pass.
    fn active(&self) -> impl Iterator<Item = (&'a Pass, &'a Entitlement)> {
        let (now, passes) = (self.now, self.passes);
        let active = self.entitlements.iter().filter(move |held| held.is_active(now));
        active.filter_map(move |held| Some((passes.iter().find(|pass| pass.id == held.pass_id)?, held)))
    }

    /// Whether there is a pass for others to add to; a single game is none.
    fn has_regular(&self) -> bool {
        self.active().any(|(pass, held)| pass.pass_type == PassType::Regular && held.event_id.is_none())
    }
}

/// The limits of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Limits {
    /// Maximum number of clips.
    pub clips: u32,
    /// Maximum number of downloads (games and clips) within thirty days.
    pub downloads: u32,
}

/// Why a viewer may or may not watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It may not be watched where the viewer is.
    Region,
    FreeForAll,
    HasAccount,
    CoveredByPass,
    NeedsAccount,
    NeedsPass,
}

/// The answer, with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access<'a> {
    pub watch: bool,
    pub reason: Reason,
    /// The pass that covers it, where it is one.
    pub pass: Option<&'a Pass>,
    viewer: Viewer<'a>,
    game: EventId,
}

/// Decides from what is known of the viewer and the game. Where a game may not be watched is said first: nobody is
/// asked to register or to pay for what they will not see.
pub fn decide<'a>(viewer: Viewer<'a>, event: &Event, is_geo_blocked: bool) -> Access<'a> {
    let is_sold = event.access.costs_money();
    let pass = match viewer {
        Viewer::Member(holdings) if is_sold && !is_geo_blocked => holdings.pass_for(event),
        _ => None,
    };
    let (watch, reason) = match (event.access, viewer) {
        _ if is_geo_blocked => (false, Reason::Region),
        (AccessType::Free, _) => (true, Reason::FreeForAll),
        (AccessType::Register, Viewer::Member(_)) => (true, Reason::HasAccount),
        (AccessType::Register, Viewer::Anonymous) => (false, Reason::NeedsAccount),
        (AccessType::Paid | AccessType::Ppv, _) if pass.is_some() => (true, Reason::CoveredByPass),
        (AccessType::Paid | AccessType::Ppv, _) => (false, Reason::NeedsPass),
    };
    Access { watch, reason, pass, viewer, game: event.id }
}

/// A feature of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    Watch,
    Download,
    Clipping,
    DownloadClip,
    NoAds,
    VodMediaAccess,
}

impl From<Capability> for Feature {
    fn from(capability: Capability) -> Self {
        match capability {
            Capability::Watch => Self::Watch,
            Capability::Download => Self::Download,
            Capability::Clipping => Self::Clipping,
            Capability::DownloadClip => Self::DownloadClip,
            Capability::NoAds => Self::NoAds,
            Capability::VodMedia => Self::VodMediaAccess,
        }
    }
}

impl Access<'_> {
    /// Whether the viewer may do this with the game. Without access to the game no capability counts; with access,
    /// watching needs none.
    pub fn may(&self, capability: Capability) -> bool {
        self.watch && (capability == Capability::Watch || self.viewer.may(capability, Some(self.game)))
    }

    /// All that the viewer may do with the game.
    pub fn features(&self) -> Vec<Feature> {
        Capability::ALL.into_iter().filter(|capability| self.may(*capability)).map(Feature::from).collect()
    }
}

#[cfg(test)]
mod tests;
