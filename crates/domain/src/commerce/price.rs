//! What a cart costs, now and later, to the cent.

use std::collections::BTreeSet;

use crate::commerce::coupon::{Coupon, Off};
use crate::commerce::item::{Cart, CartLine, ItemType};
use crate::commerce::ownership::Part;
use crate::commerce::period::{self, Window};
use crate::ids::CouponId;
use crate::money::{Cents, Currency};
use crate::pass::PassKind;
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

/// What a buyer agrees to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    pub currency: Currency,
    pub lines: Vec<QuoteLine>,
    pub next: Option<NextCharge>,
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
        Self { currency, lines, next, coupon: coupon.map(|coupon| coupon.id), is_trial: false }
    }

    /// A trial of the cart's subscription: nothing now, its price when the trial is over.
    pub fn trial(cart: &Cart<'_>, currency: Currency, trial: Window) -> Self {
        let of_line = |line: &CartLine<'_>| {
            let priced = priced(line, cart, trial.starts_at);
            QuoteLine { discount: priced.gross(), ends_at: Some(trial.ends_at), ..priced }
        };
        let lines: Vec<_> = cart.lines().iter().map(of_line).collect();
        let amount = Cents(lines.iter().map(|line| line.gross().0).sum());
        Self { currency, lines, next: Some(NextCharge { amount, at: trial.ends_at }), coupon: None, is_trial: true }
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

/// One of the sports that were chosen of a pass. Together they cost their share of its price, rounded up: never more than
/// the whole, and never less than a card can be charged.
fn price_of_sport(line: &CartLine<'_>, cart: &Cart<'_>) -> i64 {
    let whole = line.pass.price.0.max(0);
    let chosen: Vec<_> = cart
        .lines()
        .iter()
        .map(|other| other.part)
        .filter(|part| part.pass == line.pass.id && part.category.is_some())
        .collect();
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let sold = line.pass.categories.iter().collect::<BTreeSet<_>>().len().max(chosen.len());
    let all = share_of(whole, count(chosen.len()), count(sold)).max(LEAST_CHARGE.min(whole));
    // Each is what the sports up to it cost more than those before it, so that all add up.
    let place = chosen.iter().position(|part| *part == line.part).map_or(0, count);
    let up_to = |place| share_of(all, place, count(chosen.len()));
    up_to(place + 1) - up_to(place)
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
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::commerce::coupon::tests::coupon;
    use crate::commerce::item::{Buyer, Found, Shop, Wanted};
    use crate::ids::{CategoryId, PassId};
    use crate::pass::tests::pass;
    use crate::pass::{Pass, Period};

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    /// All of each pass.
    pub(crate) fn cart_of(passes: &[Pass]) -> Cart<'_> {
        let shop = Shop { passes, participants: &[], games: &[] };
        let found: Vec<_> = passes
            .iter()
            .map(|pass| Found { kind: ItemType::Package, pass, event: None, parts: vec![Part::whole(pass.id)] })
            .collect();
        Cart::of(&found, &shop, Buyer { owned: &[], is_geo_blocked: false }).unwrap()
    }

    fn priced_at(prices: &[(i64, i64)]) -> Vec<Pass> {
        let of = |(id, (price, fee)): (i64, &(i64, i64))| Pass {
            price: Cents(*price),
            base_price: Cents(price - fee),
            service_fee: Cents(*fee),
            ..pass(id, &[1])
        };
        (1..).zip(prices).map(of).collect()
    }

    fn quote(passes: &[Pass], coupon: Option<&Coupon>) -> Quote {
        Quote::of(&cart_of(passes), Currency::Usd, coupon, NOW)
    }

    /// PAY-09: fee and base are shown apart, and a subscription says when it is charged again, and what.
    #[test]
    fn a_quote_says_what_is_charged_now_and_next() {
        let season = priced_at(&[(8499, 500)]);
        let once = quote(&season, None);
        assert_eq!((once.total(), once.next), (Cents(8499), None));
        assert_eq!((once.lines[0].base, once.lines[0].service_fee), (Cents(7999), Cents(500)));
        let monthly = [Pass { kind: PassKind::Subscription, period: Period::Monthly, ..season[0].clone() }];
        let half = coupon(Off::Percent(50));
        let renewed = quote(&monthly, Some(&half));
        let next = NextCharge { amount: Cents(8499), at: NOW.plus(30 * Timestamp::DAY) };
        assert_eq!((renewed.total(), renewed.next), (Cents(4249), Some(next)), "a coupon is for the first charge");
        let trial = Window { starts_at: NOW, ends_at: NOW.plus(7 * Timestamp::DAY) };
        let trial = Quote::trial(&cart_of(&monthly), Currency::Usd, trial);
        assert!(trial.is_free() && trial.is_trial);
        assert_eq!(trial.next, Some(NextCharge { amount: Cents(8499), at: NOW.plus(7 * Timestamp::DAY) }));
    }

    /// PAY-06: all of it off needs no payment; what no card is charged for is left off too.
    #[test]
    fn a_discount_never_leaves_what_cannot_be_charged() {
        let season = priced_at(&[(1000, 0)]);
        let left = |off| quote(&season, Some(&coupon(off))).total().0;
        assert_eq!(left(Off::Percent(100)), 0);
        assert_eq!(left(Off::Amount(Cents(5000))), 0);
        assert_eq!([left(Off::Amount(Cents(950))), left(Off::Amount(Cents(951)))], [50, 0]);
        assert_eq!([left(Off::Percent(0)), left(Off::Amount(Cents(-5)))], [1000, 1000]);
        let cheap = priced_at(&[(30, 0)]);
        assert_eq!(quote(&cheap, Some(&coupon(Off::Percent(0)))).total().0, 30, "only where something is taken off");
    }

    /// PAY-06: a coupon takes nothing off what it is not for.
    #[test]
    fn a_coupon_is_for_its_products() {
        let both = priced_at(&[(1000, 0), (2000, 0)]);
        let of_second = Coupon { passes: vec![PassId(2)], ..coupon(Off::Amount(Cents(9999))) };
        let quote = quote(&both, Some(&of_second));
        let discounts: Vec<_> = quote.lines.iter().map(|line| line.discount.0).collect();
        assert_eq!(discounts, [0, 2000]);
    }

    /// PAY-01, PAY-09: all sports are the whole pass at its one price, and fewer cost less.
    #[test]
    fn a_choice_costs_its_share_of_the_pass() {
        let season = [Pass { price: Cents(8499), service_fee: Cents(500), ..pass(1, &[1, 2, 3, 4, 5, 6, 7, 8]) }];
        let lines = |sports: &[i64]| {
            let quote = quote_of_sports(&season, &[sports]);
            (quote.total().0, quote.lines.iter().map(|line| line.service_fee.0).sum::<i64>(), quote.lines.len())
        };
        assert_eq!(lines(&[]), (8499, 500, 1));
        assert_eq!(lines(&[1, 2, 3, 4, 5, 6, 7, 8]), (8499, 500, 1), "all of them are the pass");
        assert_eq!(lines(&[3]), (1063, 63, 1));
        assert_eq!(lines(&[3, 5]), (2125, 126, 2));
        let cheap = [Pass { price: Cents(100), ..pass(1, &[1, 2, 3, 4]) }];
        let total = |sports: &[i64]| quote_of_sports(&cheap, &[sports]).total().0;
        assert_eq!([total(&[1]), total(&[1, 2]), total(&[1, 2, 3])], [50, 50, 75], "what a card can be charged");
        let monthly = [Pass { kind: PassKind::Subscription, ..season[0].clone() }];
        let renewed = quote_of_sports(&monthly, &[&[1, 2]]);
        assert_eq!(renewed.next.map(|next| next.amount), Some(renewed.total()), "so is what is renewed");
    }

    /// The sports of the first pass that were chosen, in as many wishes.
    fn quote_of_sports(passes: &[Pass], wishes: &[&[i64]]) -> Quote {
        let shop = Shop { passes, participants: &[], games: &[] };
        let is_renewed = passes[0].kind == PassKind::Subscription;
        let wanted = |sports: &&[i64]| Wanted {
            kind: if is_renewed { ItemType::Subscription } else { ItemType::Package },
            id: Some(passes[0].id.0),
            package_id: None,
            subscription_id: None,
            single_event_package_id: None,
            event_id: None,
            category_ids: sports.iter().copied().map(CategoryId).collect(),
            participant_ids: vec![],
        };
        let found: Vec<_> = wishes.iter().map(|sports| shop.find(&wanted(sports)).unwrap()).collect();
        let cart = Cart::of(&found, &shop, Buyer { owned: &[], is_geo_blocked: false }).unwrap();
        Quote::of(&cart, Currency::Usd, None, NOW)
    }

    proptest! {
        /// PAY-01, T11: no choice of sports costs more than the whole pass, more sports never cost less, and the lines add
        /// up, in one wish or in several.
        #[test]
        fn no_choice_costs_more_than_the_whole(
            price in 0_i64..2_000_000,
            fee in 0_i64..3_000_000,
            sold in 1_i64..12,
            chosen in proptest::collection::btree_set(0_i64..12, 1..12),
            split: proptest::sample::Index,
        ) {
            let sports: Vec<i64> = (0..sold).collect();
            let season = [Pass { price: Cents(price), service_fee: Cents(fee), ..pass(1, &sports) }];
            let chosen: Vec<i64> = chosen.into_iter().filter(|sport| *sport < sold).collect();
            prop_assume!(!chosen.is_empty());
            let quote = quote_of_sports(&season, &[&chosen]);
            let total = quote.total().0;
            prop_assert!(total <= price);
            prop_assert!(chosen.len() < sports.len() || (total, quote.lines.len()) == (price, 1));
            prop_assert!(total == price || total >= LEAST_CHARGE);
            prop_assert_eq!(quote.lines.iter().map(|line| line.base.0 + line.service_fee.0).sum::<i64>(), total);
            prop_assert!(quote.lines.iter().all(|line| line.base.0 >= 0 && line.service_fee.0 >= 0));
            let (one, other) = chosen.split_at(split.index(chosen.len()));
            if !one.is_empty() {
                prop_assert_eq!(quote_of_sports(&season, &[one, other]).total().0, total);
                prop_assert!(quote_of_sports(&season, &[one]).total().0 <= total);
            }
        }

        /// T11, I2: no cent appears or vanishes, whatever is taken off.
        #[test]
        fn money_neither_appears_nor_vanishes(
            prices in proptest::collection::vec((0_i64..2_000_000, 0_i64..3_000_000), 1..12),
            percent in proptest::option::of(0_u8..=120),
            amount in -10_i64..3_000_000,
            only in proptest::collection::vec(1_i64..12, 0..4),
        ) {
            let off = percent.map_or(Off::Amount(Cents(amount)), Off::Percent);
            let coupon = Coupon { passes: only.into_iter().map(PassId).collect(), ..coupon(off) };
            let passes = priced_at(&prices);
            let quote = quote(&passes, Some(&coupon));
            let price: i64 = prices.iter().map(|(price, _)| price).sum();
            prop_assert_eq!(quote.gross().0, price);
            prop_assert_eq!(quote.discount().0 + quote.total().0, price);
            for line in &quote.lines {
                prop_assert!(line.base.0 >= 0 && line.service_fee.0 >= 0 && line.discount.0 >= 0);
                prop_assert!(line.total().0 >= 0);
                prop_assert!(line.discount.0 == 0 || coupon.is_for(line.part.pass));
            }
        }

        /// A percentage of several lines is the percentage of their sum.
        #[test]
        fn parts_of_a_discount_add_up(shares in proptest::collection::vec(0_i64..1_000_000, 1..20), percent in 0_u8..=100) {
            let all = shares.iter().sum();
            let off = percent_of(all, percent);
            let parts = spread(off, &shares);
            prop_assert_eq!(parts.iter().sum::<i64>(), off);
            for (part, share) in parts.iter().zip(&shares) {
                prop_assert!((0..=*share).contains(part));
                let exact = i128::from(*share) * i128::from(off);
                prop_assert!(all == 0 || (i128::from(*part) * i128::from(all) - exact).abs() < i128::from(all));
            }
        }
    }
}
