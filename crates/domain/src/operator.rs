//! Operators: the people who run channels, and what they may do there.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::OperatorId;
use crate::time::Timestamp;

/// A session that is not used for this long has ended.
pub const SESSION_IDLE: i64 = 12 * Timestamp::HOUR;
/// However much it is used, a session does not live longer.
pub const SESSION_LIFE: i64 = 7 * Timestamp::DAY;

/// Somebody who runs channels. They are nobody's member: a fan of the same address is another person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    pub id: OperatorId,
    /// As it was typed.
    pub email: String,
    pub name: String,
}

/// An operator's role on one channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Whose channel it is.
    Owner,
    /// Writes what the channel shows.
    Editor,
    /// Sees to orders and money.
    Finance,
    /// Helps the people who watch.
    Support,
}

impl Role {
    pub const ALL: [Self; 4] = [Self::Owner, Self::Editor, Self::Finance, Self::Support];

    pub fn may(self, what: May) -> bool {
        match what {
            May::SeeMails => matches!(self, Self::Owner | Self::Finance | Self::Support),
            // A letter holds links that let people in.
            May::ReadLetters | May::RetryMails => matches!(self, Self::Owner | Self::Support),
            May::UploadVideo => matches!(self, Self::Owner | Self::Editor),
            May::ModerateClips => matches!(self, Self::Owner | Self::Editor | Self::Support),
            May::SeeOrders => matches!(self, Self::Owner | Self::Finance | Self::Support),
            May::RefundOrders => matches!(self, Self::Owner | Self::Finance),
            May::EditSite => matches!(self, Self::Owner | Self::Editor),
        }
    }
}

/// A permission of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum May {
    /// See to whom the channel wrote, and what about.
    SeeMails,
    /// Read what it wrote, links and all.
    ReadLetters,
    /// Have a mail sent again that was given up.
    RetryMails,
    /// Give games and films their video.
    UploadVideo,
    /// See the clips that fans cut, and take them down.
    ModerateClips,
    /// See what was bought, by whom and for how much.
    SeeOrders,
    /// Send the money of an order back.
    RefundOrders,
    /// Say how the channel's site looks, and which sites show its player.
    EditSite,
}

impl May {
    pub const ALL: [Self; 8] = [
        Self::SeeMails,
        Self::ReadLetters,
        Self::RetryMails,
        Self::UploadVideo,
        Self::ModerateClips,
        Self::SeeOrders,
        Self::RefundOrders,
        Self::EditSite,
    ];
}

/// What the log of operators' doings speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    LogIn,
    /// With a wrong password, or an address that nobody has.
    LogInFailed,
    LogOut,
    /// Was shown that there is a mail, without what it says.
    SeeMail,
    ReadMail,
    RetryMail,
    /// Began to send a video.
    UploadVideo,
    /// Took one back, or cleared away one that failed.
    RemoveUpload,
    /// Gave a video captions in a language, or took them away.
    SetCaptions,
    RemoveCaptions,
    /// Said which site shows a game, or that none does.
    SetEmbedded,
    /// Said which sites may show the channel's player.
    SetEmbedHosts,
    /// Took a fan's clip down.
    TakeDownClip,
    /// Wanted the money of an order to go back.
    RefundOrder,
    /// By the command line: somebody became an owner, or got a new password.
    CreateOwner,
    /// By the command line: a promo code was given out.
    CreatePromoCode,
    /// By the command line: a channel was written from a file.
    ImportChannel,
    /// By the card provider or its buyer: money or access changed.
    MoveOrder,
    MoveSubscription,
    /// Without an order: somebody was given a pass, or it was taken back.
    GivePass,
    EndPass,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OPS-01, T27: the whole matrix.
    #[test]
    fn roles_may_what_they_need() {
        let matrix = [
            (Role::Owner, May::ALL.to_vec()),
            (Role::Editor, vec![May::UploadVideo, May::ModerateClips, May::EditSite]),
            (Role::Finance, vec![May::SeeMails, May::SeeOrders, May::RefundOrders]),
            (Role::Support, vec![May::SeeMails, May::ReadLetters, May::RetryMails, May::ModerateClips, May::SeeOrders]),
        ];
        assert_eq!(matrix.each_ref().map(|(role, _)| *role), Role::ALL);
        for (role, allowed) in matrix {
            let found: Vec<May> = May::ALL.into_iter().filter(|what| role.may(*what)).collect();
            assert_eq!(found, allowed, "{role:?}");
        }
    }

    /// T27: an owner is held back from nothing that somebody else may do.
    #[test]
    fn an_owner_may_everything() {
        assert!(May::ALL.into_iter().all(|what| Role::Owner.may(what)));
    }
}
