//! The price of a cart, now and for later periods, to the cent.

use std::collections::BTreeSet;

use crate::commerce::coupon::{Coupon, Off};
use crate::commerce::item::{Cart, CartLine, ItemType};
use crate::commerce::ownership::{Part, shelf};
use crate::commerce::period::{self, Window};
use crate::ids::{CouponId, PassId};
use crate::money::{Cents, Currency};
use crate::pass::{Pass, PassKind};
use crate::time::Timestamp;

/// Card providers charge nothing smaller. A discount that would leave less leaves nothing.
const LEAST_CHARGE: i64 = 50;

/// One line as it is charged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuoteLine {
    pub kind: ItemType,
    pub part: Part,
    pub name: String,
    pub base: Cents,
    /// Shown as Taxes.
    pub service_fee: Cents,
    pub discount: Cents,
    /// From when until when it can be watched; a single game has no end.
    pub starts_at: Timestamp,
    pub ends_at: Option<Timestamp>,
}

impl QuoteLine {
    pub fn gross(&self) -> Cents {
        Cents(self.base.0 + self.service_fee.0)
    }

    pub fn total(&self) -> Cents {
        Cents(self.gross().0 - self.discount.0)
    }
}

/// What a subscription will be charged next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextCharge {
    pub amount: Cents,
    pub at: Timestamp,
}

/// What a buyer saw before they agreed. Nothing where their program does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// To be charged now.
    pub total: Option<Cents>,
    /// To be charged for each later period.
    pub next: Option<Cents>,
}

/// That a cart holds all that its buyer lacks of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    pub pass: PassId,
    /// Number of sports already owned.
    pub held: usize,
    /// Total number of sports.
    pub of: usize,
}

/// What a buyer agrees to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    pub currency: Currency,
    pub lines: Vec<QuoteLine>,
    pub next: Option<NextCharge>,
    /// The first pass that the buyer has a part of and now the whole.
    pub rest: Option<Rest>,
    /// The coupon that took something off.
    pub coupon: Option<CouponId>,
    pub is_trial: bool,
}

impl Quote {
    /// The price of a cart, with what a coupon takes off its first charge.
    pub fn of(cart: &Cart<'_>, currency: Currency, coupon: Option<&Coupon>, now: Timestamp) -> Self {
        let mut lines: Vec<_> = cart.lines().iter().map(|line| priced(line, cart, now)).collect();
        if let Some(coupon) = coupon {
            take_off(&mut lines, coupon);
        }
        let renewed = lines.iter().zip(cart.lines()).filter(|(_, line)| line.pass.kind == PassKind::Subscription);
        let amount = Cents(renewed.map(|(priced, _)| priced.gross().0).sum());
        let next = cart.subscription().map(|pass| NextCharge { amount, at: period::end_of(pass.period, now, 1) });
        Self { currency, lines, next, rest: rest_in(cart), coupon: coupon.map(|coupon| coupon.id), is_trial: false }
    }

    /// A trial of the cart's subscription: nothing now, its price when the trial is over.
    pub fn trial(cart: &Cart<'_>, currency: Currency, trial: Window) -> Self {
        let of_line = |line: &CartLine<'_>| {
            let priced = priced(line, cart, trial.starts_at);
            QuoteLine { discount: priced.gross(), ends_at: Some(trial.ends_at), ..priced }
        };
        let lines: Vec<_> = cart.lines().iter().map(of_line).collect();
        let amount = Cents(lines.iter().map(|line| line.gross().0).sum());
        let next = Some(NextCharge { amount, at: trial.ends_at });
        Self { currency, lines, next, rest: rest_in(cart), coupon: None, is_trial: true }
    }

    pub fn gross(&self) -> Cents {
        Cents(self.lines.iter().map(|line| line.gross().0).sum())
    }

    pub fn discount(&self) -> Cents {
        Cents(self.lines.iter().map(|line| line.discount.0).sum())
    }

    /// What is charged now.
    pub fn total(&self) -> Cents {
        Cents(self.lines.iter().map(|line| line.total().0).sum())
    }

    /// Whether it costs what its buyer saw.
    pub fn is_as(&self, shown: Shown) -> bool {
        let next = self.next.map(|next| next.amount);
        shown.total.is_none_or(|total| total == self.total()) && (shown.next.is_none() || shown.next == next)
    }

    /// Whether it can be had without paying.
    pub fn is_free(&self) -> bool {
        self.total() == Cents(0)
    }
}

/// What is charged is the pass's price, or the part of it that a chosen sport is; the fee is a part of that.
fn priced(line: &CartLine<'_>, cart: &Cart<'_>, now: Timestamp) -> QuoteLine {
    let CartLine { kind, pass, part, name } = *line;
    let whole = pass.price.0.max(0);
    let price = if part.category.is_some() { price_of_sport(line, cart) } else { whole };
    let fee = share_of(pass.service_fee.0.clamp(0, whole), price, whole);
    QuoteLine {
        kind,
        part,
        name: name.to_owned(),
        base: Cents(price - fee),
        service_fee: Cents(fee),
        discount: Cents(0),
        starts_at: now,
        ends_at: part.event.is_none().then(|| period::end_of(pass.period, now, 1)),
    }
}

/// One of the sports that were chosen of a pass.
fn price_of_sport(line: &CartLine<'_>, cart: &Cart<'_>) -> i64 {
    let chosen = chosen_of(line.pass.id, cart);
    let all = price_of_sports(line.pass, cart.sports_held(line.pass), chosen.len());
    // Each is what the sports up to it cost more than those before it, so that all add up.
    let place = chosen.iter().position(|part| *part == line.part).map_or(0, count);
    let up_to = |place| share_of(all, place, count(chosen.len()));
    up_to(place + 1) - up_to(place)
}

fn chosen_of(pass: PassId, cart: &Cart<'_>) -> Vec<Part> {
    let parts = cart.lines().iter().map(|line| line.part);
    parts.filter(|part| part.pass == pass && part.category.is_some()).collect()
}

/// The price of some sports of a pass for a buyer who has others of it: what all of these cost more than those already
/// held. The first ones cost their share of the price, rounded up, and however a pass is bought in parts, the parts add
/// up to its price. Nothing costs less than a card can be charged.
fn price_of_sports(pass: &Pass, held: usize, chosen: usize) -> i64 {
    let whole = pass.price.0.max(0);
    let least = LEAST_CHARGE.min(whole);
    let sold = sports_of(pass).max(held + chosen);
    let up_to = |sports: usize| if sports == 0 { 0 } else { share_of(whole, count(sports), count(sold)).max(least) };
    (up_to(held + chosen) - up_to(held)).max(least)
}

/// The price of the rest of a pass for a buyer with some of its sports; nothing for buyers with none, or all of it.
pub fn rest_of(pass: &Pass, owned: &[Part]) -> Option<Cents> {
    if pass.is_team_pass {
        return None;
    }
    let held = shelf(pass, &[], owned).disabled_categories.len();
    let missing = sports_of(pass) - held;
    (held > 0 && missing > 0).then(|| Cents(price_of_sports(pass, held, missing)))
}

fn rest_in(cart: &Cart<'_>) -> Option<Rest> {
    cart.lines().iter().find_map(|line| {
        let (held, of) = (cart.sports_held(line.pass), sports_of(line.pass));
        let chosen = chosen_of(line.pass.id, cart).len();
        (held > 0 && held + chosen == of).then_some(Rest { pass: line.pass.id, held, of })
    })
}

fn sports_of(pass: &Pass) -> usize {
    pass.categories.iter().collect::<BTreeSet<_>>().len()
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// `part` of `of` parts of an amount, rounded up.
fn share_of(amount: i64, part: i64, of: i64) -> i64 {
    let exact = i128::from(amount) * i128::from(part);
    let of = i128::from(of.max(1));
    i64::try_from((exact + of - 1) / of).unwrap_or(amount)
}

/// Spreads the discount over the lines that the coupon is for.
fn take_off(lines: &mut [QuoteLine], coupon: &Coupon) {
    let gross: i64 = lines.iter().map(|line| line.gross().0).sum();
    let share = |line: &QuoteLine| if coupon.is_for(line.part.pass) { line.gross().0 } else { 0 };
    let shares: Vec<_> = lines.iter().map(share).collect();
    let eligible: i64 = shares.iter().sum();
    let off = match coupon.off {
        Off::Percent(percent) => percent_of(eligible, percent),
        Off::Amount(amount) => amount.0.clamp(0, eligible),
    };
    let left = gross - off;
    // Only where the coupon is for all that is left.
    let off = if (1..LEAST_CHARGE).contains(&left) && off > 0 && eligible == gross { eligible } else { off };
    for (line, discount) in lines.iter_mut().zip(spread(off, &shares)) {
        line.discount = Cents(discount);
    }
}

/// Half a cent counts as a whole one, in the buyer's favour.
fn percent_of(amount: i64, percent: u8) -> i64 {
    let exact = i128::from(amount) * i128::from(percent.min(100));
    i64::try_from((exact + 50) / 100).unwrap_or(amount).clamp(0, amount)
}

/// Splits an amount in proportion to the shares, to the cent: what is left over by rounding down goes to the largest
/// remainders. Nobody gets more than their share, for the amount is not more than all shares.
fn spread(amount: i64, shares: &[i64]) -> Vec<i64> {
    let all: i128 = shares.iter().copied().map(i128::from).sum();
    if all == 0 {
        return vec![0; shares.len()];
    }
    let exact = |share: i64| i128::from(amount) * i128::from(share);
    let mut parts: Vec<i64> = shares.iter().map(|share| i64::try_from(exact(*share) / all).unwrap_or(*share)).collect();
    let mut left = amount - parts.iter().sum::<i64>();
    let mut by_remainder: Vec<usize> = (0..shares.len()).collect();
    by_remainder.sort_by_key(|place| (std::cmp::Reverse(exact(shares[*place]) % all), *place));
    for place in by_remainder {
        if left > 0 && parts[place] < shares[place] {
            parts[place] += 1;
            left -= 1;
        }
    }
    parts
}

#[cfg(test)]
pub(crate) mod tests;
