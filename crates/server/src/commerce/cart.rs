//! What somebody asks for, at the channel's own prices.

use domain::account::Member;
use domain::commerce::coupon::{self, CouponCode, WrongPromoCode};
use domain::commerce::item::{self, Cart, Shop, Wanted};
use domain::commerce::ownership::Part;
use domain::commerce::price::Quote;
use domain::commerce::trial::{self, Used};
use domain::geo::Code;
use domain::ids::{AccountId, CouponId, PassId};
use domain::time::Timestamp;
use store::Store;

use crate::accounts::visitor::viewer;
use crate::channels::snapshot::Snapshot;
use crate::commerce::PurchaseError;
use crate::http::error::Result;
use crate::views::event::AccessContext;

/// Who asks, and from where.
#[derive(Clone, Copy)]
pub(crate) struct Buyer<'a> {
    pub(crate) member: Option<&'a Member>,
    pub(crate) country: Option<Code>,
}

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) items: Vec<Wanted>,
    pub(crate) coupon: Option<String>,
    pub(crate) trial: bool,
}

impl Order {
    /// All of it in one text, the same for the same wish. A promo code is spelled as it is kept.
    pub(super) fn spelled(&self) -> String {
        let coupon = self
            .coupon
            .as_ref()
            .map(|typed| CouponCode::of(typed).map_or(typed.clone(), |code| code.as_str().to_owned()));
        serde_json::json!([self.items, coupon, self.trial]).to_string()
    }
}

/// What it costs.
#[derive(Clone, Debug)]
pub(crate) struct Priced {
    pub(crate) quote: Quote,
    /// The pass that will be renewed.
    pub(crate) renewed: Option<PassId>,
    pub(crate) coupon: Option<String>,
}

pub(crate) async fn price(
    store: &Store,
    channel: &Snapshot,
    buyer: Buyer<'_>,
    order: &Order,
    now: Timestamp,
) -> Result<Priced> {
    let content = &channel.content;
    let games = channel.games.catalogue.games();
    let shop = Shop { passes: &content.passes, participants: &content.participants, games };
    let found = order.items.iter().map(|wanted| shop.find(wanted)).collect::<Result<Vec<_>, _>>();
    let found = found.map_err(PurchaseError::Item)?;
    let owned: Vec<Part> = buyer.member.map_or(&[][..], |member| &member.entitlements).iter().map(Part::held).collect();
    let onlooker = AccessContext::new(viewer(channel, buyer.member, now), &channel.profile, buyer.country);
    let is_geo_blocked = onlooker.is_kept_out()
        || found.iter().any(|found| found.event.is_some_and(|event| onlooker.is_blocked_from(event)));
    let cart = Cart::of(&found, &shop, item::Buyer { owned: &owned, is_geo_blocked }).map_err(PurchaseError::Item)?;
    let currency = channel.profile.currency;
    let renewed = cart.subscription().map(|pass| pass.id);
    if order.trial {
        let pass = cart.subscription().filter(|_| cart.lines().iter().all(|line| Some(line.pass.id) == renewed));
        let pass = pass.ok_or(PurchaseError::Trial(trial::NoTrial::NotOffered))?;
        let by_account = match buyer.member {
            Some(member) => store.trial_used(channel.identity.id, member.account.id, None).await?,
            None => false,
        };
        let window = trial::begin(pass, Used { by_account, ..Used::default() }, now).map_err(PurchaseError::Trial)?;
        return Ok(Priced { quote: Quote::trial(&cart, currency, window), renewed, coupon: None });
    }
    let coupon = match &order.coupon {
        Some(typed) => Some(find_coupon(store, channel, buyer, &cart, typed, now).await?),
        None => None,
    };
    let quote = Quote::of(&cart, currency, coupon.as_ref(), now);
    Ok(Priced { quote, renewed, coupon: coupon.map(|coupon| coupon.code.as_str().to_owned()) })
}

/// Whatever is wrong with a code, the same is asked and answered.
async fn find_coupon(
    store: &Store,
    channel: &Snapshot,
    buyer: Buyer<'_>,
    cart: &Cart<'_>,
    typed: &str,
    now: Timestamp,
) -> Result<coupon::Coupon> {
    let id = channel.identity.id;
    let code = CouponCode::of(typed).ok_or(PurchaseError::PromoCode(WrongPromoCode))?;
    let found = store.coupon(id, &code).await?;
    // Of a code that nobody gave out too, so that it takes as long.
    let asked = found.as_ref().map_or(CouponId(0), |coupon| coupon.id);
    let account = buyer.member.map_or(AccountId(0), |member| member.account.id);
    let uses = store.coupon_uses(id, asked, account).await?;
    let good = coupon::check(found.as_ref(), cart, uses, now).map_err(PurchaseError::PromoCode)?;
    Ok(good.clone())
}
