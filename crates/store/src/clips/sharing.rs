//! T54: the audience of a clip of a paid game. It is decided in the transaction that writes the clip.

use domain::clip::{Audience, Range, Right, Shares, Sharing};
use domain::ids::{AccountId, ChannelId, EventId, MediaId, OrderId};
use domain::time::Timestamp;
use sea_orm::sea_query::{Expr, Query};
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect};

use super::{NewClip, recount_of};
use crate::entities::clip::clips;
use crate::entities::entitlement::entitlements;
use crate::entities::event::events;
use crate::enum_text::word;
use crate::{Result, Store};

/// Ranges of one recording that are looked at. Where fans have cut more, the next clip is for those with access.
const MAX_RANGES: u64 = 20_000;

/// The facts that decide a new clip's audience.
#[derive(Clone, Copy, Debug)]
pub struct ClipTerms {
    pub right: Right,
    pub shares: Shares,
    /// How long the recording is, or how much of a live game was played so far.
    pub length_ms: i64,
}

impl ClipTerms {
    /// Of a game that costs nothing.
    pub const OPEN: Self = Self { right: Right::Open, shares: Shares { of_member: 100, of_all: 100 }, length_ms: 0 };
}

/// The ranges of one recording that public clips show.
#[derive(Clone, Debug, Default)]
pub struct SharedSoFar {
    own: Vec<Range>,
    all: Vec<Range>,
    /// There are more than can be looked at.
    has_more: bool,
}

impl SharedSoFar {
    pub fn under(&self, terms: ClipTerms) -> Sharing<'_> {
        // What cannot be counted may be all of it.
        let length_ms = if self.has_more { 0 } else { terms.length_ms };
        Sharing { right: terms.right, shares: terms.shares, length_ms, own: &self.own, all: &self.all }
    }
}

impl Store {
    /// The ranges of a recording that public clips show, for a member who wants to add one.
    pub async fn clips_shared_so_far(
        &self,
        channel: ChannelId,
        account: AccountId,
        event: EventId,
        media: MediaId,
    ) -> Result<SharedSoFar> {
        shared(self.read(), channel, account, event, media).await
    }
}

/// The audience of a new clip; `None` if the member's pass has ended meanwhile.
pub(super) async fn audience(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    new: &NewClip,
    now: Timestamp,
) -> Result<Option<Audience>> {
    let Some(held) = new.terms.right.entitlement() else { return Ok(Some(Audience::Everyone)) };
    let not_over =
        Condition::any().add(entitlements::Column::EndsAt.is_null()).add(entitlements::Column::EndsAt.gt(now.0));
    let open = entitlements::Entity::find_by_id(held.0)
        .filter(entitlements::Column::ChannelId.eq(channel.0))
        .filter(entitlements::Column::AccountId.eq(new.account.0))
        .filter(entitlements::Column::EndedAt.is_null())
        .filter(not_over);
    if open.one(tx).await?.is_none() {
        return Ok(None);
    }
    // Two members who cut at the same moment are asked one after the other.
    let game = events::Entity::find_by_id(new.event.0).filter(events::Column::ChannelId.eq(channel.0));
    game.lock_exclusive().one(tx).await?;
    let so_far = shared(tx, channel, new.account, new.event, new.media).await?;
    Ok(Some(so_far.under(new.terms).audience(new.range)))
}

async fn shared(
    connection: &impl ConnectionTrait,
    channel: ChannelId,
    account: AccountId,
    event: EventId,
    media: MediaId,
) -> Result<SharedSoFar> {
    let found = clips::Entity::find()
        .select_only()
        .columns([clips::Column::AccountId, clips::Column::StartMs, clips::Column::DurationMs])
        .distinct()
        .filter(clips::Column::ChannelId.eq(channel.0))
        .filter(clips::Column::EventId.eq(event.0))
        .filter(clips::Column::MediaId.eq(media.0))
        .filter(clips::Column::Audience.eq(word(&Audience::Everyone)?))
        .limit(MAX_RANGES + 1);
    let rows: Vec<(i64, i64, i64)> = found.into_tuple().all(connection).await?;
    let mut shared = SharedSoFar { has_more: rows.len() as u64 > MAX_RANGES, ..SharedSoFar::default() };
    for (owner, start_ms, duration_ms) in rows {
        let range = Range { start_ms, duration_ms };
        shared.all.push(range);
        if owner == account.0 {
            shared.own.push(range);
        }
    }
    Ok(shared)
}

/// Hides the clips that were cut with what an order gave: its money went back. Nothing shows them again by itself.
pub(crate) async fn hide_of_order(tx: &DatabaseTransaction, channel: ChannelId, order: OrderId) -> Result<()> {
    let given = Query::select()
        .column(entitlements::Column::Id)
        .from(entitlements::Entity)
        .and_where(entitlements::Column::ChannelId.eq(channel.0))
        .and_where(entitlements::Column::OrderId.eq(order.0))
        .to_owned();
    let hidden = clips::Entity::update_many()
        .col_expr(clips::Column::Audience, Expr::value(word(&Audience::Maker)?))
        .filter(clips::Column::ChannelId.eq(channel.0))
        .filter(clips::Column::EntitlementId.in_subquery(given))
        .exec_with_returning(tx)
        .await?;
    let games = hidden.into_iter().map(|row| EventId(row.event_id)).collect();
    recount_of(tx, channel, &games).await
}
