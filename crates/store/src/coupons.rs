//! Promo codes. A use is reserved in the transaction that begins the order, so that concurrent orders cannot exceed a
//! limit.

use domain::commerce::coupon::{Coupon, CouponCode, Off, Uses};
use domain::ids::{AccountId, ChannelId, CouponId, OrderId, PassId};
use domain::time::Timestamp;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Select, TryInsertResult,
};

use crate::entities::coupon::{coupons, redemptions};
use crate::enum_text::json;
use crate::{Result, Store};

/// How long a use stays reserved for an unpaid order. Afterwards another buyer may take it.
const RESERVATION: i64 = 30 * Timestamp::MINUTE;
/// Orders that are given up for one buyer at most.
const MAX_FREED: u64 = 20;

/// A promo code to be given out.
#[derive(Clone, Debug)]
pub struct NewCoupon {
    pub code: CouponCode,
    pub off: Off,
    pub passes: Vec<PassId>,
    pub starts_at: Option<Timestamp>,
    pub ends_at: Option<Timestamp>,
    pub limit: Option<u32>,
    pub limit_per_user: Option<u32>,
    pub now: Timestamp,
}

impl Store {
    /// Gives a code out; `None` when the channel has it already.
    pub async fn coupon_create(&self, channel: ChannelId, new: NewCoupon) -> Result<Option<Coupon>> {
        self.write(move |tx| {
            let new = new.clone();
            Box::pin(async move {
                let limit = |most: Option<u32>| most.map(|most| i32::try_from(most).unwrap_or(i32::MAX));
                let row = coupons::ActiveModel {
                    id: NotSet,
                    channel_id: Set(channel.0),
                    code: Set(new.code.as_str().to_owned()),
                    terms: Set(json(&new.off)?),
                    passes: Set(json(&new.passes)?),
                    starts_at: Set(new.starts_at.map(|at| at.0)),
                    ends_at: Set(new.ends_at.map(|at| at.0)),
                    most_uses: Set(limit(new.limit)),
                    most_uses_per_user: Set(limit(new.limit_per_user)),
                    used: Set(0),
                    created_at: Set(new.now.0),
                };
                let code = [coupons::Column::ChannelId, coupons::Column::Code];
                let inserted =
                    coupons::Entity::insert(row).on_conflict_do_nothing_on(code).exec_without_returning(tx).await?;
                if !matches!(inserted, TryInsertResult::Inserted(1..)) {
                    return Ok(None);
                }
                by_code(tx, channel, &new.code).await
            })
        })
        .await
    }

    pub async fn coupon(&self, channel: ChannelId, code: &CouponCode) -> Result<Option<Coupon>> {
        by_code(self.read(), channel, code).await
    }

    /// The code of a coupon, for orders that used it.
    pub async fn coupon_code(&self, channel: ChannelId, coupon: CouponId) -> Result<Option<String>> {
        let found = coupons::Entity::find().filter(this(channel, coupon)).one(self.read()).await?;
        Ok(found.map(|row| row.code))
    }

    /// How often a code was used or is reserved by others. The account's own reservation for an unpaid order does not
    /// count, because it can still use it.
    pub async fn coupon_uses(&self, channel: ChannelId, coupon: CouponId, account: AccountId) -> Result<Uses> {
        let row = this(channel, coupon);
        let used = coupons::Entity::find().filter(row).one(self.read()).await?.map_or(0, |row| row.used);
        let theirs = uses_by(channel, coupon, account);
        let by_user = theirs.clone().count(self.read()).await?;
        let kept = theirs.filter(redemptions::Column::RedeemedAt.is_null()).count(self.read()).await?;
        Ok(Uses { in_all: used.unsigned_abs().saturating_sub(kept), by_user: by_user.saturating_sub(kept) })
    }
}

async fn by_code(db: &impl ConnectionTrait, channel: ChannelId, code: &CouponCode) -> Result<Option<Coupon>> {
    let found = coupons::Entity::find()
        .filter(coupons::Column::ChannelId.eq(channel.0))
        .filter(coupons::Column::Code.eq(code.as_str()));
    found.one(db).await?.map(Coupon::try_from).transpose()
}

/// What an account has used of a coupon, or keeps for an order.
fn uses_by(channel: ChannelId, coupon: CouponId, account: AccountId) -> Select<redemptions::Entity> {
    redemptions::Entity::find()
        .filter(redemptions::Column::ChannelId.eq(channel.0))
        .filter(redemptions::Column::CouponId.eq(coupon.0))
        .filter(redemptions::Column::AccountId.eq(account.0))
        .filter(redemptions::Column::ReleasedAt.is_null())
}

/// Takes one use, if there is one for this account. The account's row is held by the caller, the coupon's by the
/// counting itself.
pub(crate) async fn take(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    coupon: CouponId,
    account: AccountId,
) -> Result<bool> {
    let Some(row) = coupons::Entity::find().filter(this(channel, coupon)).one(tx).await? else { return Ok(false) };
    let by_user = uses_by(channel, coupon, account).count(tx).await?;
    if !Coupon::try_from(row)?.has_room(Uses { in_all: 0, by_user }) {
        return Ok(false);
    }
    let below = Condition::any()
        .add(coupons::Column::MostUses.is_null())
        .add(Expr::col(coupons::Column::Used).lt(Expr::col(coupons::Column::MostUses)));
    let taken = coupons::Entity::update_many()
        .col_expr(coupons::Column::Used, Expr::col(coupons::Column::Used).add(1))
        .filter(this(channel, coupon))
        .filter(below)
        .exec(tx)
        .await?;
    Ok(taken.rows_affected == 1)
}

/// Notes which order a taken use is for.
pub(crate) async fn reserve(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    coupon: CouponId,
    account: AccountId,
    order: OrderId,
    now: Timestamp,
) -> Result<()> {
    let row = redemptions::ActiveModel {
        id: NotSet,
        channel_id: Set(channel.0),
        coupon_id: Set(coupon.0),
        account_id: Set(Some(account.0)),
        order_id: Set(order.0),
        expires_at: Set(now.plus(RESERVATION).0),
        redeemed_at: Set(None),
        released_at: Set(None),
        created_at: Set(now.0),
    };
    redemptions::Entity::insert(row).exec_without_returning(tx).await?;
    Ok(())
}

/// Takes a use again for an order that had given it back; also when the order has none to take.
pub(crate) async fn take_again(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    order: OrderId,
    account: AccountId,
) -> Result<bool> {
    let released = of_order(channel, order).add(redemptions::Column::ReleasedAt.is_not_null());
    let Some(row) = redemptions::Entity::find().filter(released).one(tx).await? else { return Ok(true) };
    if !take(tx, channel, CouponId(row.coupon_id), account).await? {
        return Ok(false);
    }
    redemptions::Entity::update_many()
        .col_expr(redemptions::Column::ReleasedAt, Expr::value(None::<i64>))
        .filter(of_order(channel, order))
        .exec(tx)
        .await?;
    Ok(true)
}

/// The order is paid: its use is for good.
pub(crate) async fn redeem(tx: &DatabaseTransaction, channel: ChannelId, order: OrderId, now: Timestamp) -> Result<()> {
    redemptions::Entity::update_many()
        .col_expr(redemptions::Column::RedeemedAt, Expr::value(now.0))
        .filter(of_order(channel, order).add(redemptions::Column::RedeemedAt.is_null()))
        .exec(tx)
        .await?;
    Ok(())
}

/// The order is void: returns its use of the coupon.
pub(crate) async fn give_back(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    order: OrderId,
    now: Timestamp,
) -> Result<()> {
    redemptions::Entity::update_many()
        .col_expr(redemptions::Column::RedeemedAt, Expr::value(None::<i64>))
        .filter(of_order(channel, order).add(redemptions::Column::ReleasedAt.is_null()))
        .exec(tx)
        .await?;
    release(tx, channel, order, now).await
}

/// The order was abandoned: returns its use of the coupon.
pub(crate) async fn release(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    order: OrderId,
    now: Timestamp,
) -> Result<()> {
    let open = of_order(channel, order)
        .add(redemptions::Column::RedeemedAt.is_null())
        .add(redemptions::Column::ReleasedAt.is_null());
    let released = redemptions::Entity::update_many()
        .col_expr(redemptions::Column::ReleasedAt, Expr::value(now.0))
        .filter(open)
        .exec_with_returning(tx)
        .await?;
    for row in released {
        coupons::Entity::update_many()
            .col_expr(coupons::Column::Used, Expr::col(coupons::Column::Used).sub(1))
            .filter(this(channel, CouponId(row.coupon_id)))
            .exec(tx)
            .await?;
    }
    Ok(())
}

/// Orders that keep a use of the coupon for longer than they may.
pub(crate) async fn expired(
    tx: &DatabaseTransaction,
    channel: ChannelId,
    coupon: CouponId,
    now: Timestamp,
) -> Result<Vec<OrderId>> {
    let rows = redemptions::Entity::find()
        .filter(redemptions::Column::ChannelId.eq(channel.0))
        .filter(redemptions::Column::CouponId.eq(coupon.0))
        .filter(redemptions::Column::RedeemedAt.is_null())
        .filter(redemptions::Column::ReleasedAt.is_null())
        .filter(redemptions::Column::ExpiresAt.lte(now.0))
        .order_by_asc(redemptions::Column::Id)
        .limit(MAX_FREED)
        .all(tx)
        .await?;
    Ok(rows.into_iter().map(|row| OrderId(row.order_id)).collect())
}

fn this(channel: ChannelId, coupon: CouponId) -> Condition {
    Condition::all().add(coupons::Column::ChannelId.eq(channel.0)).add(coupons::Column::Id.eq(coupon.0))
}

fn of_order(channel: ChannelId, order: OrderId) -> Condition {
    Condition::all().add(redemptions::Column::ChannelId.eq(channel.0)).add(redemptions::Column::OrderId.eq(order.0))
}
