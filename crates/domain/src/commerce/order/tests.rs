//! Tests of orders, by single steps and by whole histories of a provider that repeats, reorders and loses its webhooks.

use proptest::prelude::*;

use super::*;

const PAID: Fact = Fact::Succeeded { amount: Cents(999), currency: Currency::Usd };
const REFUNDED: Fact = Fact::Refunded { amount: Cents(999) };

fn order() -> Order {
    Order {
        total: Cents(999),
        currency: Currency::Usd,
        occasion: Occasion::Purchase,
        is_subscription: false,
        known: PaymentFacts::default(),
    }
}

fn after(facts: &[Fact]) -> (Order, Vec<Effect>) {
    facts.iter().fold((order(), vec![]), |(order, _), fact| {
        let step = order.apply(*fact, Availability::Free).unwrap();
        (step.next, step.effects)
    })
}

fn state(facts: &[Fact]) -> State {
    after(facts).0.state()
}

/// PAY-13, PAY-17: each fact leads where it should.
#[test]
fn facts_move_an_order() {
    use Fact::*;
    assert_eq!(state(&[]), State::Created);
    assert_eq!(state(&[RequiresAction]), State::Processing);
    assert_eq!(state(&[RequiresAction, Processing]), State::Processing);
    assert_eq!(state(&[Unanswered]), State::Unknown);
    assert_eq!(state(&[Unanswered, PAID]), State::Paid);
    assert_eq!(state(&[Failed]), State::Failed);
    assert_eq!(state(&[Failed, Processing, Unanswered]), State::Failed, "older than what is known");
    assert_eq!(state(&[PAID, Failed, Canceled, Abandoned]), State::Paid);
    assert_eq!(state(&[PAID, Refunded { amount: Cents(500) }]), State::Paid, "a part");
    assert_eq!(state(&[PAID, DisputeOpened]), State::Disputed);
    assert_eq!(state(&[PAID, DisputeOpened, DisputeWon, DisputeOpened]), State::Paid);
    assert_eq!(state(&[PAID, DisputeOpened, DisputeLost, DisputeWon]), State::Disputed);
}

/// What the buyer left is given up; what the provider may be about to charge is asked for first.
#[test]
fn order_under_payment_is_not_abandoned() {
    assert_eq!(state(&[Fact::Abandoned]), State::Failed);
    assert_eq!(state(&[Fact::RequiresAction, Fact::Abandoned]), State::Failed);
    assert_eq!(state(&[Fact::Processing, Fact::Abandoned]), State::Processing);
    assert_eq!(state(&[Fact::Unanswered, Fact::Abandoned]), State::Unknown);
}

/// T16: money that went back does not come back by an old message.
#[test]
fn a_late_paid_never_gives_back_what_was_revoked() {
    for revoked in [REFUNDED, Fact::DisputeOpened, Fact::DisputeLost] {
        for facts in [[PAID, revoked, PAID], [revoked, PAID, PAID]] {
            let (order, effects) = after(&facts);
            assert!(matches!(order.state(), State::Refunded | State::Disputed), "{facts:?}");
            assert!(!effects.contains(&Effect::Grant), "{facts:?}");
        }
    }
}

/// I1, PAY-17: money that came back buys what it was for again, or goes back again when that was sold since; an older
/// word changes nothing of it.
#[test]
fn a_refund_that_fails_gives_access_back_or_is_tried_again() {
    const FAILED: Fact = Fact::RefundFailed { amount: Cents(999) };
    let (refunded, _) = after(&[PAID, REFUNDED]);
    let back = refunded.apply(FAILED, Availability::Free).unwrap();
    assert_eq!((back.next.state(), back.effects), (State::Paid, vec![Effect::Grant]));
    for facts in [&[PAID, REFUNDED, FAILED, REFUNDED, PAID][..], &[FAILED, REFUNDED], &[PAID, FAILED, REFUNDED]] {
        assert_eq!(state(facts), State::Paid, "{facts:?}");
    }
    let again = Fact::Refunded { amount: Cents(2 * 999) };
    assert_eq!(state(&[PAID, REFUNDED, FAILED, again]), State::Refunded);
    assert_eq!(refunded.apply(again, Availability::Free), Err(AmountMismatch), "more than was paid");
    let part = Fact::RefundFailed { amount: Cents(400) };
    assert_eq!(state(&[PAID, REFUNDED, part]), State::Paid, "a part is kept");

    let mut owing = refunded;
    for time in 1..=3 {
        let failed = Fact::RefundFailed { amount: Cents(time * 999) };
        let step = owing.apply(failed, Availability::Taken).unwrap();
        let stands = if time < 3 { Refund::UnderWay } else { Refund::Failed };
        assert_eq!((step.next.state(), step.next.refund()), (State::Failed, Some(stands)));
        assert_eq!(step.effects, if time < 3 { vec![Effect::RefundPayment] } else { vec![] }, "time {time}");
        assert_eq!(step.next.apply(failed, Availability::Taken).unwrap().effects, [], "the same again does nothing");
        owing = step.next.apply(Fact::Refunded { amount: Cents((time + 1) * 999) }, Availability::Taken).unwrap().next;
        assert_eq!(owing.state(), State::Refunded);
    }
}

/// PAY-16: an operator's refund is begun once, ends access when the money has gone, and can be asked for again only when it
/// failed or was given up.
#[test]
fn an_operator_sends_money_back() {
    use Fact::{RefundAsked, RefundGivenUp};
    let (asked, effects) = after(&[PAID, RefundAsked]);
    assert_eq!((asked.state(), asked.refund()), (State::Paid, Some(Refund::UnderWay)));
    assert_eq!(effects, [Effect::RefundPayment]);
    assert!(after(&[PAID]).0.can_be_refunded() && !asked.can_be_refunded());
    let again = asked.apply(RefundAsked, Availability::Free).unwrap();
    assert_eq!((again.next, again.effects), (asked, vec![]), "pressed twice");
    let (refunded, effects) = after(&[PAID, RefundAsked, REFUNDED]);
    assert_eq!((refunded.state(), refunded.refund()), (State::Refunded, None));
    assert!(effects.contains(&Effect::EndAccess) && !refunded.can_be_refunded());

    let failed = Fact::RefundFailed { amount: Cents(999) };
    for facts in [&[PAID, RefundAsked, RefundGivenUp][..], &[PAID, RefundAsked, REFUNDED, failed]] {
        let (kept, effects) = after(facts);
        assert_eq!((kept.state(), kept.refund()), (State::Paid, Some(Refund::Failed)), "{facts:?}");
        assert!(!effects.contains(&Effect::RefundPayment), "{facts:?}");
        let again = kept.apply(RefundAsked, Availability::Free).unwrap();
        assert_eq!((again.next.refund(), again.next.refunds_asked()), (Some(Refund::UnderWay), 2), "{facts:?}");
        assert_eq!(again.effects, [Effect::RefundPayment], "{facts:?}");
    }
    let (disputed, _) = after(&[PAID, RefundAsked, Fact::DisputeOpened]);
    assert_eq!((disputed.refund(), disputed.can_be_refunded()), (None, false), "the bank has the money");
    let won = disputed.apply(Fact::DisputeWon, Availability::Free).unwrap();
    assert!(won.effects.contains(&Effect::RefundPayment));
    assert_eq!(after(&[PAID, RefundGivenUp]).0.refund(), None, "nobody has asked");
    assert_eq!(order().apply(RefundAsked, Availability::Free), Err(AmountMismatch), "nothing is paid");
    let free = Order { total: Cents(0), ..order() }.apply(Fact::NothingDue, Availability::Free).unwrap().next;
    assert_eq!((free.can_be_refunded(), free.apply(RefundAsked, Availability::Free)), (false, Err(AmountMismatch)));
}

/// I1: what cannot be sent back of its own accord is an operator's to send.
#[test]
fn an_operator_sends_back_what_was_stuck() {
    let stuck = order()
        .apply(PAID, Availability::Taken)
        .unwrap()
        .next
        .apply(Fact::RefundGivenUp, Availability::Taken)
        .unwrap()
        .next;
    assert_eq!((stuck.state(), stuck.refund()), (State::Failed, Some(Refund::Failed)));
    let again = stuck.apply(Fact::RefundAsked, Availability::Taken).unwrap();
    assert_eq!((again.next.state(), again.effects), (State::Failed, vec![Effect::RefundPayment]));
}

/// T12: a payment of another amount or currency is not this order's.
#[test]
fn another_payment_is_refused() {
    let other = [
        Fact::Succeeded { amount: Cents(1), currency: Currency::Usd },
        Fact::Succeeded { amount: Cents(999), currency: Currency::Eur },
        Fact::NothingDue,
        Fact::Refunded { amount: Cents(1000) },
        Fact::Refunded { amount: Cents(-1) },
    ];
    assert!(other.iter().all(|fact| order().apply(*fact, Availability::Free) == Err(AmountMismatch)));
}

/// PAY-06: what costs nothing is paid by saying so, and can be taken back.
#[test]
fn a_free_order_needs_no_payment() {
    let free = Order { total: Cents(0), ..order() };
    let paid = free.apply(Fact::NothingDue, Availability::Free).unwrap();
    assert_eq!(paid.next.state(), State::Paid);
    assert!(paid.effects.contains(&Effect::Grant) && paid.effects.contains(&Effect::RedeemCoupon));
    let back = paid.next.apply(Fact::Refunded { amount: Cents(0) }, Availability::Free).unwrap();
    assert_eq!((back.next.state(), back.effects.contains(&Effect::EndAccess)), (State::Refunded, true));
}

/// I1: a payment for an order that was given up buys what it was for, or goes back when that was bought again.
#[test]
fn a_late_payment_is_fulfilled_or_sent_back() {
    let (given_up, effects) = after(&[Fact::Abandoned]);
    assert!(effects.contains(&Effect::CancelPayment) && effects.contains(&Effect::ReleaseCoupon));
    assert!(given_up.is_late(PAID) && !order().is_late(PAID));
    let fulfilled = given_up.apply(PAID, Availability::Free).unwrap();
    assert_eq!((fulfilled.next.state(), fulfilled.effects.contains(&Effect::Grant)), (State::Paid, true));
    let sent_back = given_up.apply(PAID, Availability::Taken).unwrap();
    assert_eq!((sent_back.next.state(), sent_back.effects), (State::Failed, vec![Effect::RefundPayment]));
    assert_eq!(sent_back.next.apply(PAID, Availability::Free).unwrap().effects, [], "decided once");
    assert_eq!(sent_back.next.apply(REFUNDED, Availability::Free).unwrap().next.state(), State::Refunded);
    let for_nobody = order().apply(PAID, Availability::Taken).unwrap();
    assert_eq!(
        (for_nobody.next.state(), for_nobody.next.holds_place()),
        (State::Failed, false),
        "their account is gone"
    );
    assert!(for_nobody.effects.contains(&Effect::RefundPayment));
}

/// PAY-16: what was given back is not charged again.
#[test]
fn a_refund_ends_the_subscription() {
    let monthly = Order { is_subscription: true, ..order() };
    let paid = monthly.apply(PAID, Availability::Free).unwrap().next;
    for fact in [REFUNDED, Fact::DisputeOpened] {
        let effects = paid.apply(fact, Availability::Free).unwrap().effects;
        assert!(effects.contains(&Effect::EndAccess) && effects.contains(&Effect::CancelSubscription), "{fact:?}");
    }
}

/// What is true at the provider in the end.
#[derive(Clone, Debug)]
struct Story {
    /// In the order in which it happened.
    facts: Vec<Fact>,
    is_captured: bool,
    is_ours: bool,
}

fn stories() -> impl Strategy<Value = Story> {
    let before = proptest::collection::vec(
        prop_oneof![Just(Fact::RequiresAction), Just(Fact::Processing), Just(Fact::Failed), Just(Fact::Unanswered)],
        0..4,
    );
    let after = prop_oneof![
        3 => Just((vec![], true)),
        1 => Just((vec![Fact::Refunded { amount: Cents(400) }], true)),
        2 => Just((vec![Fact::Refunded { amount: Cents(400) }, REFUNDED], false)),
        1 => Just((vec![REFUNDED, Fact::RefundFailed { amount: Cents(999) }], true)),
        1 => Just((vec![Fact::DisputeOpened], false)),
        1 => Just((vec![Fact::DisputeOpened, Fact::DisputeWon], true)),
        1 => Just((vec![Fact::DisputeOpened, Fact::DisputeLost], false)),
    ];
    (before, proptest::option::weighted(0.8, after)).prop_map(|(mut facts, money)| match money {
        Some((after, is_ours)) => {
            facts.push(PAID);
            facts.extend(after);
            Story { facts, is_captured: true, is_ours }
        }
        None => {
            facts.push(Fact::Canceled);
            Story { facts, is_captured: false, is_ours: false }
        }
    })
}

/// Carries effects out, as the store and the provider would.
#[derive(Default)]
struct World {
    active: i32,
    refunds_asked: u32,
    receipts: u32,
    redeemed: i32,
}

impl World {
    fn carry_out(&mut self, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Grant => self.active += 1,
                Effect::EndAccess => self.active -= 1,
                Effect::RefundPayment => self.refunds_asked += 1,
                Effect::RedeemCoupon => self.redeemed += 1,
                Effect::Mail(Letter::Receipt) => self.receipts += 1,
                _ => {}
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// I1, I4, PAY-17: whatever was repeated, reordered or lost, after the provider was read again there is one active
    /// entitlement if the money is ours, and none otherwise.
    #[test]
    fn money_and_access_agree_in_the_end(
        story in stories(),
        heard in proptest::collection::vec(any::<prop::sample::Index>(), 0..12),
        abandoned in proptest::option::of(any::<prop::sample::Index>()),
        taken: bool,
    ) {
        let mut order = order();
        let mut world = World::default();
        let room = if taken { Availability::Taken } else { Availability::Free };
        let mut messages: Vec<Fact> = heard.iter().map(|index| *index.get(&story.facts)).collect();
        if let Some(index) = abandoned {
            messages.insert(index.index(messages.len() + 1), Fact::Abandoned);
        }
        // The last reading tells everything in order.
        messages.extend(&story.facts);
        for fact in messages {
            let step = order.apply(fact, room).unwrap();
            world.carry_out(&step.effects);
            order = step.next;
            prop_assert!((0..=1).contains(&world.active), "one entitlement at most");
            prop_assert_eq!(world.active == 1, order.state() == State::Paid, "access is for what is paid");
            prop_assert!(order.apply(fact, room).unwrap().effects.is_empty(), "the same again does nothing");
        }
        prop_assert!(!order.state().is_undecided());
        prop_assert_eq!(order.is_captured(), story.is_captured);
        prop_assert!(world.receipts <= 1 && world.redeemed <= 1);
        let sent_back = world.refunds_asked > 0;
        prop_assert_eq!(world.active == 1, story.is_ours && !sent_back);
        prop_assert!(!sent_back || taken, "nothing is sent back that can be given");
    }
}
