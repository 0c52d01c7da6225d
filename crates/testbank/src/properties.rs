//! What holds whatever is done, in whatever order: money neither appears nor vanishes.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde_json::Value;

use crate::error::ApiError;
use crate::objects::{
    Answer, Call, billing, customers, disputes, invoices, payment_intents, payment_methods, prices, refunds,
    subscriptions, test_clocks,
};
use crate::params::Params;
use crate::state::State;

const START: i64 = 1_800_000_000;
const DAY: i64 = 86_400;

fn bank() -> State {
    let mut state = State::new("http://127.0.0.1:1".into(), [7; 32]);
    state.wall = START * 1_000;
    state.now = START;
    state
}

fn call(state: &mut State, work: fn(&mut State, &Call) -> Answer, id: &str, form: &str) -> Answer {
    let params = Params::parse(form.as_bytes()).unwrap();
    state.set_time(state.wall);
    billing::run_due(state);
    work(state, &Call { id: id.into(), params, reads: false, publishable: false, path: "/v1/x".into() })
}

fn id(answer: Result<Value, ApiError>) -> String {
    answer.unwrap()["id"].as_str().unwrap().to_owned()
}

const CARDS: [&str; 9] = [
    "pm_card_visa",
    "pm_card_amex",
    "pm_card_chargeDeclined",
    "pm_card_chargeCustomerFail",
    "pm_card_createDispute",
    "pm_card_threeDSecure2Required",
    "pm_card_refundFail",
    "pm_card_processing",
    "pm_card_createDisputeInquiry",
];

#[derive(Clone, Debug)]
enum Deed {
    Pay { card: usize, amount: i64, saves: bool },
    Confirm { intent: usize, card: usize },
    Approve { intent: usize, yes: bool },
    Refund { charge: usize, amount: i64 },
    Dispute { charge: usize },
    Cancel { intent: usize },
    Wait { seconds: i64 },
}

fn deed() -> impl Strategy<Value = Deed> {
    let place = 0..8_usize;
    prop_oneof![
        3 => (0..CARDS.len(), 50..10_000_i64, any::<bool>()).prop_map(|(card, amount, saves)| Deed::Pay { card, amount, saves }),
        3 => (place.clone(), 0..CARDS.len()).prop_map(|(intent, card)| Deed::Confirm { intent, card }),
        2 => (place.clone(), any::<bool>()).prop_map(|(intent, yes)| Deed::Approve { intent, yes }),
        3 => (place.clone(), 1..12_000_i64).prop_map(|(charge, amount)| Deed::Refund { charge, amount }),
        1 => place.clone().prop_map(|charge| Deed::Dispute { charge }),
        1 => place.prop_map(|intent| Deed::Cancel { intent }),
        2 => (0..20_i64).prop_map(|seconds| Deed::Wait { seconds }),
    ]
}

/// The id of the row at a place, counted from the newest.
fn nth<'a>(mut ids: impl Iterator<Item = &'a String>, place: usize) -> String {
    ids.nth(place).cloned().unwrap_or_default()
}

fn perform(state: &mut State, deed: Deed) {
    let intent_at = |state: &State, place| nth(state.payment_intents.newest().map(|intent| &intent.id), place);
    let charge_at = |state: &State, place| nth(state.charges.newest().map(|charge| &charge.id), place);
    // Whatever is refused must leave the books whole too, so answers do not matter.
    let _ = match deed {
        Deed::Pay { card, amount, saves } => {
            // A card that is saved can be charged again, which is where a second capture would come from.
            let customer = if saves { id(call(state, customers::create, "", "")) } else { String::new() };
            let form = format!(
                "amount={amount}&currency=usd&confirm=true&payment_method={}&customer={customer}&setup_future_usage={}",
                CARDS[card],
                if saves { "off_session" } else { "" }
            );
            call(state, payment_intents::create, "", &form)
        }
        Deed::Confirm { intent, card } => {
            let intent = intent_at(state, intent);
            call(state, payment_intents::confirm, &intent, &format!("payment_method={}", CARDS[card]))
        }
        Deed::Approve { intent, yes } => {
            let intent = state.payment_intents.get(&intent_at(state, intent)).cloned();
            if let Some(intent) = intent.filter(|intent| intent.status == "requires_action") {
                crate::objects::payments::authenticated(state, intent, yes);
            }
            Ok(Value::Null)
        }
        Deed::Refund { charge, amount } => {
            let charge = charge_at(state, charge);
            call(state, refunds::create, "", &format!("charge={charge}&amount={amount}"))
        }
        Deed::Dispute { charge } => {
            let charge = charge_at(state, charge);
            call(state, disputes::create, "", &format!("charge={charge}"))
        }
        Deed::Cancel { intent } => {
            let intent = intent_at(state, intent);
            call(state, payment_intents::cancel, &intent, "")
        }
        Deed::Wait { seconds } => call(state, test_clocks::move_bank, "", &format!("advance={seconds}")),
    };
}

/// Captured is what intents received; refunded is what refunds gave; nothing is captured twice.
fn books_are_whole(state: &State) -> Result<(), TestCaseError> {
    let mut paid = HashSet::new();
    for charge in state.charges.newest() {
        let given: i64 =
            state.refunds.newest().filter(|r| r.charge == charge.id && r.status != "failed").map(|r| r.amount).sum();
        prop_assert_eq!(charge.amount_refunded, given);
        prop_assert!(charge.amount_refunded <= charge.amount_captured);
        prop_assert_eq!(charge.refunded, charge.captured && charge.amount_refunded == charge.amount_captured);
        prop_assert_eq!(charge.amount_captured, if charge.captured { charge.amount } else { 0 });
        if charge.captured {
            prop_assert!(paid.insert(charge.payment_intent.clone()), "captured twice: {:?}", charge.payment_intent);
        }
    }
    for intent in state.payment_intents.newest() {
        let captured: i64 = state
            .charges
            .newest()
            .filter(|c| c.payment_intent.as_ref() == Some(&intent.id))
            .map(|c| c.amount_captured)
            .sum();
        prop_assert_eq!(captured, intent.amount_received);
        prop_assert_eq!(intent.status == "succeeded", captured == intent.amount);
    }
    Ok(())
}

/// A subscription of a customer with a card, monthly or daily or so.
fn subscribed(state: &mut State, card: &str, interval: &str, trial_days: i64) -> String {
    let customer = id(call(state, customers::create, "", ""));
    let method = id(call(state, payment_methods::attach, card, &format!("customer={customer}")));
    call(state, customers::update, &customer, &format!("invoice_settings[default_payment_method]={method}")).unwrap();
    let price = id(call(
        state,
        prices::create,
        "",
        &format!("currency=usd&unit_amount=999&product_data[name]=P&recurring[interval]={interval}"),
    ));
    let trial = if trial_days > 0 { format!("&trial_period_days={trial_days}") } else { String::new() };
    id(call(state, subscriptions::create, "", &format!("customer={customer}&items[0][price]={price}{trial}")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// I2: money neither appears nor vanishes, whatever is done.
    #[test]
    fn the_books_are_whole(deeds in prop::collection::vec(deed(), 1..40)) {
        let mut state = bank();
        for deed in deeds {
            perform(&mut state, deed);
            books_are_whole(&state)?;
        }
    }

    /// T17: one invoice for each period and none left out, however the clock jumps.
    #[test]
    fn each_period_has_one_invoice(
        jumps in prop::collection::vec(0..40 * DAY, 1..5),
        interval in prop::sample::select(vec!["day", "week", "month"]),
        card in prop::sample::select(vec!["pm_card_visa", "pm_card_chargeCustomerFail", "pm_card_authenticationRequired"]),
        trial in 1..20_i64,
    ) {
        let mut state = bank();
        let sub = subscribed(&mut state, card, interval, trial);
        for jump in jumps {
            call(&mut state, test_clocks::move_bank, "", &format!("advance={jump}")).unwrap();
            let row = state.subscriptions.get(&sub).unwrap();
            if matches!(row.status.as_str(), "active" | "trialing") {
                prop_assert!(row.current_period_start <= state.now && state.now < row.current_period_end);
            }
        }
        let mut periods: Vec<_> = state.invoices.newest().map(|invoice| invoice.lines.data[0].period).collect();
        periods.reverse();
        prop_assert!(periods.windows(2).all(|pair| pair[0].end == pair[1].start), "{periods:?}");
        let days = match interval { "day" => 1..=1, "week" => 7..=7, _ => 28..=31 };
        prop_assert!(periods[1..].iter().all(|paid| days.contains(&((paid.end - paid.start) / DAY))), "{periods:?}");
        books_are_whole(&state)?;
    }

    /// T17: one big jump and many small ones lead to the same invoices.
    #[test]
    fn jumps_and_steps_agree(steps in prop::collection::vec(1..40 * DAY, 1..6), fails in any::<bool>()) {
        let card = if fails { "pm_card_chargeCustomerFail" } else { "pm_card_visa" };
        let run = |moves: &[i64]| {
            let mut state = bank();
            let sub = subscribed(&mut state, card, "month", 3);
            for by in moves {
                call(&mut state, test_clocks::move_bank, "", &format!("advance={by}")).unwrap();
            }
            let seen: Vec<_> = state.invoices.newest().map(|i| (i.created, i.total, i.status.clone(), i.attempt_count)).collect();
            (seen, state.subscriptions.get(&sub).unwrap().status.clone())
        };
        prop_assert_eq!(run(&steps), run(&[steps.iter().sum()]));
    }
}

/// A subscription that nobody pays for expires after 23 hours, and its intent cannot be paid any more.
#[test]
fn an_unpaid_subscription_expires() {
    let mut state = bank();
    let customer = id(call(&mut state, customers::create, "", ""));
    let price = id(call(
        &mut state,
        prices::create,
        "",
        "currency=usd&unit_amount=999&product_data[name]=P&recurring[interval]=month",
    ));
    let form = format!("customer={customer}&items[0][price]={price}&payment_behavior=default_incomplete");
    let sub = id(call(&mut state, subscriptions::create, "", &form));
    call(&mut state, test_clocks::move_bank, "", "advance=82799").unwrap();
    assert_eq!(state.subscriptions.get(&sub).unwrap().status, "incomplete");
    call(&mut state, test_clocks::move_bank, "", "advance=1").unwrap();
    assert_eq!(state.subscriptions.get(&sub).unwrap().status, "incomplete_expired");
    let intent = state.payment_intents.newest().next().unwrap().clone();
    assert_eq!(intent.status, "canceled");
    assert!(call(&mut state, payment_intents::confirm, &intent.id, "payment_method=pm_card_visa").is_err());
}

/// PAY-17: a renewal that was refused is paid with another card, and goes on.
#[test]
fn a_late_payment_brings_a_subscription_back() {
    let mut state = bank();
    let sub = subscribed(&mut state, "pm_card_chargeCustomerFail", "month", 1);
    call(&mut state, test_clocks::move_bank, "", &format!("advance={}", 2 * DAY)).unwrap();
    let row = state.subscriptions.get(&sub).unwrap().clone();
    assert_eq!(row.status, "past_due");
    let invoice = row.latest_invoice.unwrap();
    call(&mut state, invoices::pay, &invoice, "payment_method=pm_card_visa").unwrap();
    assert_eq!(state.subscriptions.get(&sub).unwrap().status, "active");
    assert!(call(&mut state, invoices::pay, &invoice, "").is_err());
}

/// T17: stopping the renewal twice is the same as once; access lasts until the end of the period.
#[test]
fn a_stopped_renewal_ends_with_its_period() {
    let mut state = bank();
    let sub = subscribed(&mut state, "pm_card_visa", "month", 0);
    for _ in 0..2 {
        call(&mut state, subscriptions::update, &sub, "cancel_at_period_end=true").unwrap();
    }
    let end = state.subscriptions.get(&sub).unwrap().current_period_end;
    call(&mut state, test_clocks::move_bank, "", &format!("now={}", end - 1)).unwrap();
    assert_eq!(state.subscriptions.get(&sub).unwrap().status, "active");
    call(&mut state, test_clocks::move_bank, "", "advance=1").unwrap();
    assert_eq!(state.subscriptions.get(&sub).unwrap().status, "canceled");
    assert_eq!(state.invoices.len(), 1);
}

/// I1: money that is on its way when a subscription would expire still opens it.
#[test]
fn a_slow_payment_is_not_taken_for_nothing() {
    let mut state = bank();
    let customer = id(call(&mut state, customers::create, "", ""));
    let price = "currency=usd&unit_amount=999&product_data[name]=P&recurring[interval]=month";
    let price = id(call(&mut state, prices::create, "", price));
    let form = format!("customer={customer}&items[0][price]={price}&payment_behavior=default_incomplete");
    let sub = id(call(&mut state, subscriptions::create, "", &form));
    call(&mut state, test_clocks::move_bank, "", &format!("advance={}", 23 * 3_600 - 1)).unwrap();
    let intent = state.payment_intents.newest().next().unwrap().id.clone();
    let paying = call(&mut state, payment_intents::confirm, &intent, "payment_method=pm_card_processing").unwrap();
    assert_eq!(paying["status"], "processing");
    call(&mut state, test_clocks::move_bank, "", "advance=60").unwrap();
    assert_eq!(state.payment_intents.get(&intent).unwrap().status, "succeeded");
    assert_eq!(state.subscriptions.get(&sub).unwrap().status, "active");
    books_are_whole(&state).unwrap();
}

/// A trial that was told to end without a card does, and takes nothing.
#[test]
fn a_trial_without_a_card_ends_when_told_so() {
    let mut state = bank();
    let customer = id(call(&mut state, customers::create, "", ""));
    let price = "currency=usd&unit_amount=999&product_data[name]=P&recurring[interval]=month";
    let price = id(call(&mut state, prices::create, "", price));
    let form = format!(
        "customer={customer}&items[0][price]={price}&trial_period_days=2&trial_settings[end_behavior][missing_payment_method]=cancel"
    );
    let sub = id(call(&mut state, subscriptions::create, "", &form));
    call(&mut state, test_clocks::move_bank, "", &format!("advance={}", 2 * DAY)).unwrap();
    assert_eq!(state.subscriptions.get(&sub).unwrap().status, "canceled");
    assert_eq!(state.charges.len(), 0);
}
