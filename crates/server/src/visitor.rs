//! What a visitor is to the channel's games.

use domain::access::Viewer;
use domain::account::Capability;
use domain::catalogue::Found;

use crate::extract::Visitor;
use crate::snapshot::Onlooker;

impl Visitor {
    pub(crate) fn is_member(&self) -> bool {
        self.member.is_some()
    }

    pub(crate) fn onlooker(&self) -> Onlooker {
        Onlooker::new(Viewer::of(self.member.as_deref()), &self.channel.profile, self.country)
    }

    /// What the visitor may do; one without an account has no capability.
    pub(crate) fn capabilities(&self) -> &[Capability] {
        self.member.as_ref().map_or(&[], |member| &member.account.capabilities)
    }

    /// The games of what the visitor keeps as favourites; none for those without an account.
    pub(crate) fn favourite_games(&self) -> Found {
        let favourites = self.member.as_ref().map(|member| member.favourites.facets());
        self.channel.games.catalogue.any_of(&favourites.unwrap_or_default())
    }
}
