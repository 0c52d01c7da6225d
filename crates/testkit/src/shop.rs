//! A channel that sells, and many buyers.

use domain::account::Capability;
use domain::commerce::coupon::{CouponCode, Off};
use domain::event::AccessType;
use domain::ids::{CategoryId, ChannelId, PassId};
use domain::money::Cents;
use domain::pass::{Pass, PassKind, PassType, Period};
use domain::time::Timestamp;
use store::{ChannelImport, NewCoupon, Store};

pub use crate::account::Fan;
use crate::account::crowd;
use crate::channel;

pub const SEASON_PASS: i64 = 1;
pub const MONTHLY: i64 = 2;
pub const SINGLE: i64 = 3;
pub const ADDON: i64 = 4;
pub const TEAM: i64 = 5;
/// Opened by the season pass and the monthly one.
pub const PAID_GAME: i64 = 1;
/// Sold by itself.
pub const OWN_GAME: i64 = 2;

/// What every pass of the small channel brings.
const USUAL: [Capability; 3] = [Capability::Watch, Capability::Clipping, Capability::DownloadClip];

/// The small channel with something to sell, found at the host that a test asks for.
pub fn shop(host: &str) -> ChannelImport {
    let mut shop = channel("demo", 1);
    shop.hosts = vec![host.into()];
    sell(&mut shop);
    shop
}

/// Makes everything of the small channel something that is sold.
pub fn sell(shop: &mut ChannelImport) {
    for event in &mut shop.content.events {
        event.access = AccessType::Paid;
    }
    let own = &mut shop.content.events[1];
    (own.access, own.single_event_package_id) = (AccessType::Ppv, Some(PassId(SINGLE)));
    let mut passes = vec![
        pass(SEASON_PASS, PassKind::Package, 4999, "Season pass"),
        Pass {
            period: Period::Monthly,
            trial_days: Some(30),
            ..pass(MONTHLY, PassKind::Subscription, 999, "Monthly pass")
        },
        Pass { categories: vec![], ..pass(SINGLE, PassKind::Package, 799, "Single game") },
        Pass { pass_type: PassType::Addition, ..pass(ADDON, PassKind::Package, 299, "Extra") },
        Pass { is_team_pass: true, ..pass(TEAM, PassKind::Package, 1999, "Team pass") },
    ];
    for (weight, pass) in (1..).zip(&mut passes) {
        pass.weight = weight;
    }
    shop.content.passes = passes;
}

fn pass(id: i64, kind: PassKind, price: i64, name: &str) -> Pass {
    Pass {
        id: PassId(id),
        kind,
        name: name.into(),
        price: Cents(price),
        base_price: Cents(price - 100),
        service_fee: Cents(100),
        image: None,
        offer: "annual".into(),
        period: Period::Annual,
        trial_days: None,
        pass_type: PassType::Regular,
        is_team_pass: false,
        categories: vec![CategoryId(1)],
        category_id: None,
        weight: 0,
        capabilities: USUAL.to_vec(),
        max_clips: None,
        max_downloads: None,
    }
}

/// As many as that, each with a session.
pub async fn fans(store: &Store, channel: ChannelId, count: usize, now: Timestamp) -> store::Result<Vec<Fan>> {
    crowd(store, channel, count, &[], now).await
}

/// A promo code that takes so much off everything.
pub fn coupon(code: &str, percent: u8, limit: Option<u32>, limit_per_user: Option<u32>) -> NewCoupon {
    NewCoupon {
        code: CouponCode::of(code).expect("a code is made of letters and digits"),
        off: Off::Percent(percent),
        passes: vec![],
        starts_at: None,
        ends_at: None,
        limit,
        limit_per_user,
        now: Timestamp(1_000),
    }
}
