//! Tests of cart prices.

use proptest::prelude::*;

use super::*;
use crate::commerce::coupon::tests::coupon;
use crate::commerce::item::{Buyer, ItemError, ItemRequest, Shop, SoldItem};
use crate::commerce::tests::part;
use crate::ids::CategoryId;
use crate::pass::Period;
use crate::pass::tests::pass;

const NOW: Timestamp = Timestamp(1_800_000_000_000);

/// All of each pass.
pub(crate) fn cart_of(passes: &[Pass]) -> Cart<'_> {
    let shop = Shop { passes, participants: &[], games: &[] };
    let found: Vec<_> = passes
        .iter()
        .map(|pass| SoldItem { kind: ItemType::Package, pass, event: None, parts: vec![Part::whole(pass.id)] })
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

/// PAY-14, PAY-09: a buyer with some sports of a pass pays for the whole what the others cost, now and when it is renewed.
#[test]
fn the_rest_of_a_pass_costs_what_is_missing() {
    let season = Pass { price: Cents(8499), service_fee: Cents(500), ..pass(1, &[1, 2, 3, 4, 5, 6, 7, 8]) };
    let held = [part(1, Some(3)), part(1, Some(5))];
    let rest = quote_for(std::slice::from_ref(&season), &[&[]], &held).unwrap();
    assert_eq!((rest.total(), rest.lines.len()), (Cents(8499 - 2125), 6));
    assert_eq!(rest.rest, Some(Rest { pass: PassId(1), held: 2, of: 8 }));
    assert_eq!(rest_of(&season, &held), Some(rest.total()));
    let some = quote_for(std::slice::from_ref(&season), &[&[1, 2]], &held).unwrap();
    assert_eq!((some.total().0, some.rest), (4250 - 2125, None));
    let monthly = Pass { kind: PassKind::Subscription, ..season.clone() };
    let renewed = quote_for(&[monthly], &[&[]], &held).unwrap();
    assert_eq!(renewed.next.map(|next| next.amount), Some(Cents(8499 - 2125)));
    let all: Vec<_> = (1..=8).map(|sport| part(1, Some(sport))).collect();
    assert_eq!(quote_for(std::slice::from_ref(&season), &[&[]], &all), Err(ItemError::AlreadyOwned));
    assert_eq!([rest_of(&season, &[]), rest_of(&season, &all), rest_of(&season, &[part(1, None)])], [None; 3]);
    let teams = Pass { is_team_pass: true, ..season };
    assert_eq!(rest_of(&teams, &held), None, "teams are sold one by one, at one price");
}

/// The sports of the first pass that were chosen, in as many wishes.
fn quote_of_sports(passes: &[Pass], wishes: &[&[i64]]) -> Quote {
    quote_for(passes, wishes, &[]).unwrap()
}

/// The same for a buyer who has these parts.
fn quote_for(passes: &[Pass], wishes: &[&[i64]], owned: &[Part]) -> Result<Quote, ItemError> {
    let shop = Shop { passes, participants: &[], games: &[] };
    let is_renewed = passes[0].kind == PassKind::Subscription;
    let wanted = |sports: &&[i64]| ItemRequest {
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
    let cart = Cart::of(&found, &shop, Buyer { owned, is_geo_blocked: false })?;
    Ok(Quote::of(&cart, Currency::Usd, None, NOW))
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

    /// PAY-14, T11: however a pass is bought in parts, the last of them by asking for the whole, all of it is had in the
    /// end, nothing is sold twice, and the parts cost the pass's price: more only where a card cannot be charged less.
    #[test]
    fn a_pass_in_parts_costs_what_it_costs(
        price in 0_i64..2_000_000,
        fee in 0_i64..3_000_000,
        order in Just((0_i64..9).collect::<Vec<_>>()).prop_shuffle(),
        sold in 1_usize..9,
        steps in proptest::collection::vec(1_usize..4, 0..8),
    ) {
        let sports: Vec<i64> = order.into_iter().filter(|sport| usize::try_from(*sport).unwrap() < sold).collect();
        let season = [Pass { price: Cents(price), service_fee: Cents(fee), ..pass(1, &sports) }];
        let (mut owned, mut paid, mut payments): (Vec<Part>, _, _) = (Vec::new(), 0, 0);
        let mut left = sports.as_slice();
        for step in steps {
            // The last ones are bought as the rest.
            if step >= left.len() {
                break;
            }
            let (chosen, others) = left.split_at(step);
            left = others;
            let quote = quote_for(&season, &[chosen], &owned).unwrap();
            prop_assert!(quote.total().0 <= quote_of_sports(&season, &[chosen]).total().0, "dearer than for a newcomer");
            (paid, payments) = (paid + quote.total().0, payments + 1);
            owned.extend(quote.lines.iter().map(|line| line.part));
        }
        let rest = quote_for(&season, &[&[]], &owned).unwrap();
        prop_assert!(rest_of(&season[0], &owned).is_none_or(|amount| amount == rest.total()));
        prop_assert_eq!(rest.rest.is_some(), !owned.is_empty());
        paid += rest.total().0;
        owned.extend(rest.lines.iter().map(|line| line.part));
        prop_assert!(shelf(&season[0], &[], &owned).is_purchased);
        prop_assert_eq!(owned.len(), if payments == 0 { 1 } else { sold }, "nothing is sold twice");
        let can_be_charged = price / i64::try_from(sold).unwrap() >= LEAST_CHARGE;
        let most = if can_be_charged { price } else { price + (payments + 1) * LEAST_CHARGE };
        prop_assert!(paid <= most && (paid == price || !can_be_charged), "paid {} of {}", paid, price);
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
