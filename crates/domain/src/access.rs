//! May this viewer watch this game, and why: the one place that answers.

use serde::Serialize;
use utoipa::ToSchema;

use crate::account;
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

/// Decides from what is known of the viewer and the game; nobody owns a pass before passes are sold.
pub fn decide(viewer: Viewer, asked: AccessType) -> Access {
    let (watch, reason) = match (asked, viewer) {
        (AccessType::Free, _) => (true, Reason::FreeForAll),
        (AccessType::Register, Viewer::Member) => (true, Reason::HasAccount),
        (AccessType::Register, Viewer::Anonymous) => (false, Reason::NeedsAccount),
        (AccessType::Paid | AccessType::Ppv, _) => (false, Reason::NeedsPass),
    };
    Access { watch, reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_watches_what_is_free_and_nothing_else() {
        for asked in AccessType::ALL {
            assert_eq!(decide(Viewer::Anonymous, asked).watch, asked == AccessType::Free, "{asked:?}");
        }
    }

    #[test]
    fn an_account_opens_games_for_registered_viewers_but_none_that_cost_money() {
        for asked in AccessType::ALL {
            assert_eq!(decide(Viewer::Member, asked).watch, !asked.costs_money(), "{asked:?}");
        }
    }
}
