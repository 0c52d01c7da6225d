//! May this viewer watch this game, and why: the one place that answers.

use serde::Serialize;
use utoipa::ToSchema;

use crate::account::{self, Capability};
use crate::event::AccessType;

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    Anonymous,
    /// Logged in to an account on this channel.
    Member,
}

impl Viewer {
    pub fn of(member: Option<&account::Member>) -> Self {
        if member.is_some() { Self::Member } else { Self::Anonymous }
    }
}

/// Why a viewer may or may not watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It may not be watched where the viewer is.
    Region,
    FreeForAll,
    HasAccount,
    NeedsAccount,
    NeedsPass,
}

/// The answer, with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    pub watch: bool,
    pub reason: Reason,
}

/// Decides from what is known of the viewer and the game; nobody owns a pass before passes are sold. Where a game may
/// not be watched is said first: nobody is asked to register or to pay for what they will not see.
pub fn decide(viewer: Viewer, asked: AccessType, is_geo_blocked: bool) -> Access {
    let (watch, reason) = match (asked, viewer) {
        _ if is_geo_blocked => (false, Reason::Region),
        (AccessType::Free, _) => (true, Reason::FreeForAll),
        (AccessType::Register, Viewer::Member) => (true, Reason::HasAccount),
        (AccessType::Register, Viewer::Anonymous) => (false, Reason::NeedsAccount),
        (AccessType::Paid | AccessType::Ppv, _) => (false, Reason::NeedsPass),
    };
    Access { watch, reason }
}

/// What can be done with a game.
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

impl Access {
    /// What the viewer may do. Whoever may not watch a game may do nothing with it; the rest is by capability.
    pub fn features(self, capabilities: &[Capability]) -> Vec<Feature> {
        if !self.watch {
            return Vec::new();
        }
        let bought = capabilities.iter().filter_map(|capability| match capability {
            // Said by the decision itself.
            Capability::Watch => None,
            Capability::Download => Some(Feature::Download),
            Capability::Clipping => Some(Feature::Clipping),
            Capability::DownloadClip => Some(Feature::DownloadClip),
            Capability::NoAds => Some(Feature::NoAds),
            Capability::VodMedia => Some(Feature::VodMediaAccess),
        });
        [Feature::Watch].into_iter().chain(bought).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_watches_what_is_free_and_nothing_else() {
        for asked in AccessType::ALL {
            assert_eq!(decide(Viewer::Anonymous, asked, false).watch, asked == AccessType::Free, "{asked:?}");
        }
    }

    #[test]
    fn an_account_opens_games_for_registered_viewers_but_none_that_cost_money() {
        for asked in AccessType::ALL {
            assert_eq!(decide(Viewer::Member, asked, false).watch, !asked.costs_money(), "{asked:?}");
        }
    }

    /// GEO-02: the region is said before anybody is asked for an account or for money.
    #[test]
    fn the_region_comes_before_everything_else() {
        for asked in AccessType::ALL {
            for viewer in [Viewer::Anonymous, Viewer::Member] {
                let kept_out = Access { watch: false, reason: Reason::Region };
                assert_eq!(decide(viewer, asked, true), kept_out, "{viewer:?} {asked:?}");
            }
        }
    }

    /// AUTH-09: capabilities add to what may be watched, and open nothing else.
    #[test]
    fn capabilities_count_where_a_game_may_be_watched() {
        let free = decide(Viewer::Member, AccessType::Free, false);
        assert_eq!(free.features(&[]), [Feature::Watch]);
        assert_eq!(free.features(&Capability::ALL).len(), 6);
        assert_eq!(free.features(&[Capability::VodMedia]), [Feature::Watch, Feature::VodMediaAccess]);
        for closed in [decide(Viewer::Member, AccessType::Ppv, false), decide(Viewer::Member, AccessType::Free, true)] {
            assert_eq!(closed.features(&Capability::ALL), []);
        }
    }
}
