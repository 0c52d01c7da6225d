//! Ids of rows, one type each, so that a team's id cannot be used as a game's.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

ids! {
    /// A channel: one tenant of the server.
    ChannelId,
    /// A game, meet or tournament.
    EventId,
    /// A sport.
    CategoryId,
    /// A venue.
    LocationId,
    /// A film of the library.
    VodItemId,
    /// A category of films.
    VodCategoryId,
    /// A row of films.
    VodRailId,
    /// A school or club.
    GroupId,
    /// A team.
    ParticipantId,
    /// A package or subscription.
    PassId,
    /// A person's account on a channel.
    AccountId,
    /// A favourite of an account.
    FavouriteId,
    /// A playable medium.
    MediaId,
    /// The text of a video's captions in one language.
    CaptionsId,
    /// A clip of a game.
    ClipId,
    /// An operator of channels.
    OperatorId,
    /// A short video shown before a game.
    PrerollId,
    /// What an account holds by a pass.
    EntitlementId,
    /// A purchase.
    OrderId,
    /// A promo code.
    CouponId,
    /// A pass that is renewed until it is cancelled.
    SubscriptionId,
}
