//! A visitor's access to the channel's games.

use domain::access::{Holdings, Limits, Viewer};
use domain::account;
use domain::catalogue::GameSet;
use domain::ids::EventId;
use domain::time::Timestamp;

use crate::accounts::caller::Visitor;
use crate::channels::snapshot::Snapshot;
use crate::views::event::AccessContext;

impl Visitor {
    pub(crate) fn is_member(&self) -> bool {
        self.member.is_some()
    }

    pub(crate) fn access_context(&self) -> AccessContext<'_> {
        AccessContext::new(self.viewer(), &self.channel.profile, self.country)
    }

    pub(crate) fn viewer(&self) -> Viewer<'_> {
        viewer(&self.channel, self.member.as_deref(), self.now)
    }

    /// How much they may keep of a game and take along.
    pub(crate) fn limits(&self, game: EventId) -> Limits {
        self.viewer().limits(Some(game), &self.channel.profile.playback)
    }

    /// The games of what the visitor keeps as favourites; none for those without an account.
    pub(crate) fn favourite_games(&self) -> GameSet {
        let favourites = self.member.as_ref().map(|member| member.favourites.facets());
        self.channel.games.catalogue.any_of(&favourites.unwrap_or_default())
    }
}

/// The viewer with their passes of the channel.
pub(crate) fn viewer<'a>(channel: &'a Snapshot, member: Option<&'a account::Member>, now: Timestamp) -> Viewer<'a> {
    match member {
        None => Viewer::Anonymous,
        Some(member) => Viewer::Member(holdings(channel, member, now)),
    }
}

/// What a member has of the channel, and by hand.
pub(crate) fn holdings<'a>(channel: &'a Snapshot, member: &'a account::Member, now: Timestamp) -> Holdings<'a> {
    let (own, passes) = (&member.account.capabilities, &channel.content.passes);
    Holdings { own, entitlements: &member.entitlements, passes, now }
}
