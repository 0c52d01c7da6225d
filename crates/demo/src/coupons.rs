//! The demo's promo codes. They are created once, so used codes stay used.

use anyhow::{Context, Result};
use domain::commerce::coupon::{CouponCode, Off};
use domain::ids::ChannelId;
use domain::time::Timestamp;
use store::{NewCoupon, Store};

/// Takes a tenth off everything.
pub const WELCOME: &str = "WELCOME10";
/// Takes all of it off, for the first five.
pub const FREE: &str = "FREEGAME";

pub(crate) async fn write(store: &Store, channel: ChannelId, now: Timestamp) -> Result<()> {
    for (code, percent, limit) in [(WELCOME, 10, None), (FREE, 100, Some(5))] {
        let new = NewCoupon {
            code: CouponCode::of(code).context("the code is none")?,
            off: Off::Percent(percent),
            passes: vec![],
            starts_at: None,
            ends_at: None,
            limit,
            limit_per_user: limit.map(|_| 1),
            now,
        };
        store.coupon_create(channel, new).await?;
    }
    Ok(())
}
