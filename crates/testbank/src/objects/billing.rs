//! What happens by itself as time goes by: renewals, retries, ends of trials, payments that take a while.

use super::lines::{self, Period};
use super::subscriptions::{self, Subscription};
use super::{invoices, payments, refunds};
use crate::state::State;
use crate::state::table::wire;

const DAY: i64 = 86_400;
/// A subscription that nobody paid for is given up.
const INCOMPLETE: i64 = 23 * 3_600;
/// Days after the first refusal on which a renewal is tried again; after the last one it ends.
const RETRIES: [i64; 4] = [1, 3, 5, 7];

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    TellTrialEnd,
    TellRenewal,
    Expire,
    Retry,
    Renew,
}

/// When a subscription next moves by itself.
pub fn next_at(subscription: &Subscription) -> Option<i64> {
    next_step(subscription).map(|(at, _)| at)
}

fn next_step(subscription: &Subscription) -> Option<(i64, Step)> {
    let sub = subscription;
    let end = sub.current_period_end;
    match sub.status.as_str() {
        "incomplete" => Some((sub.created + INCOMPLETE, Step::Expire)),
        "past_due" => {
            let day = RETRIES.get(sub.bank.retries)?;
            Some((sub.bank.refused_at? + day * DAY, Step::Retry))
        }
        "trialing" | "active" => {
            let trial = sub.status == "trialing" && !sub.bank.told_trial_end;
            let trial = trial.then(|| ((end - 3 * DAY).max(sub.start_date), Step::TellTrialEnd));
            let tell = !sub.cancel_at_period_end && sub.bank.told_renewal != Some(end);
            let tell = tell.then(|| ((end - 7 * DAY).max(sub.current_period_start), Step::TellRenewal));
            [trial, tell, Some((end, Step::Renew))].into_iter().flatten().min()
        }
        _ => None,
    }
}

/// Does everything that is due on the bank's own clock, each thing at its own time.
pub fn run_due(state: &mut State) {
    let now = state.now;
    while let Some((at, id)) = state.due.first().cloned().filter(|(at, _)| *at <= now) {
        state.due.remove(&(at, id.clone()));
        state.now = at;
        if let Some(intent) =
            state.payment_intents.get(&id).filter(|intent| intent.bank.settles_at == Some(at)).cloned()
        {
            payments::settle(state, intent);
        } else if let Some(refund) = state.refunds.get(&id).filter(|refund| refund.bank.settles_at == Some(at)).cloned()
        {
            refunds::settle(state, refund);
        } else {
            catch_up(state, &id, at);
        }
    }
    state.now = now;
}

/// Notes what is to happen by itself, after a restart.
pub fn restore_due(state: &mut State) {
    let intents =
        state.payment_intents.newest().filter_map(|intent| Some((intent.bank.settles_at?, intent.id.clone())));
    let refunds = state.refunds.newest().filter_map(|refund| Some((refund.bank.settles_at?, refund.id.clone())));
    let own_clock = |sub: &&Subscription| sub.test_clock.is_none();
    let subscriptions =
        state.subscriptions.newest().filter(own_clock).filter_map(|sub| Some((next_at(sub)?, sub.id.clone())));
    let due = intents.chain(refunds).chain(subscriptions).collect();
    state.due = due;
}

/// Brings one subscription up to a moment, step by step.
pub fn catch_up(state: &mut State, id: &str, until: i64) {
    let now = state.now;
    while let Some(subscription) = state.subscriptions.get(id).cloned() {
        let Some((at, step)) = next_step(&subscription).filter(|(at, _)| *at <= until) else { break };
        state.now = at;
        match step {
            Step::TellTrialEnd => tell_trial_end(state, subscription),
            Step::TellRenewal => tell_renewal(state, subscription),
            Step::Expire => expire(state, subscription),
            Step::Retry => retry(state, subscription),
            Step::Renew if subscription.cancel_at_period_end || ends_without_card(state, &subscription) => {
                subscriptions::end(state, subscription);
            }
            Step::Renew => renew(state, subscription),
        }
    }
    state.now = now;
}

/// A trial may be told to end by itself when nobody left a card.
fn ends_without_card(state: &State, subscription: &Subscription) -> bool {
    subscription.status == "trialing"
        && subscription.trial_settings["end_behavior"]["missing_payment_method"] == "cancel"
        && subscriptions::method_for(state, subscription).is_none()
}

fn tell_trial_end(state: &mut State, mut subscription: Subscription) {
    subscription.bank.told_trial_end = true;
    subscriptions::save(state, &subscription);
    state.emit("customer.subscription.trial_will_end", wire(&subscription));
}

fn tell_renewal(state: &mut State, mut subscription: Subscription) {
    subscription.bank.told_renewal = Some(subscription.current_period_end);
    subscriptions::save(state, &subscription);
    let period = next_period(&subscription);
    let lines = lines::of_items(state, &subscription.items.data, &subscription, period, false);
    if let Ok(sum) = lines::sum(lines, subscription.coupon(period.start).as_ref()) {
        let invoice = invoices::draft(state, &subscription, sum, subscription.period(), "upcoming");
        state.emit("invoice.upcoming", wire(&invoice));
    }
}

fn expire(state: &mut State, mut subscription: Subscription) {
    let invoice = subscription
        .latest_invoice
        .as_ref()
        .and_then(|id| state.invoices.get(id))
        .filter(|invoice| invoice.is_open())
        .cloned();
    // Money that is on its way comes first: it must not arrive for something that has expired.
    let intent =
        invoice.as_ref().and_then(|invoice| state.payment_intents.get(invoice.payment_intent.as_ref()?)).cloned();
    if let Some(intent) = intent.filter(|intent| intent.status == "processing") {
        payments::settle(state, intent);
    }
    if state.subscriptions.get(&subscription.id).is_some_and(|now| now.status != "incomplete") {
        return;
    }
    let before = subscription.clone();
    subscription.status = "incomplete_expired".into();
    subscription.ended_at = Some(state.now);
    subscriptions::save(state, &subscription);
    if let Some(invoice) = invoice {
        invoices::void(state, invoice);
    }
    state.emit_update("customer.subscription.updated", &before, &subscription);
}

fn next_period(subscription: &Subscription) -> Period {
    let start = subscription.current_period_end;
    let end = subscription
        .recurring()
        .map_or(i64::MAX, |every| every.after(subscription.billing_cycle_anchor, subscription.bank.periods + 1));
    // Whatever the calendar says, a period goes forward.
    Period { start, end: end.max(start + 3_600) }
}

/// Begins the next period with one invoice of its own.
fn renew(state: &mut State, before: Subscription) {
    let mut subscription = before.clone();
    let period = next_period(&subscription);
    let billed = before.period();
    subscription.bank.periods += 1;
    subscription.current_period_start = period.start;
    subscription.current_period_end = period.end;
    subscription.status = "active".into();
    let lines = lines::of_items(state, &subscription.items.data, &subscription, period, false);
    let Ok(sum) = lines::sum(lines, subscription.coupon(period.start).as_ref()) else {
        // Nothing that is too large to be charged renews for ever.
        subscriptions::end(state, before);
        return;
    };
    let invoice = invoices::draft(state, &subscription, sum, billed, "subscription_cycle");
    subscriptions::use_up_discount(&mut subscription, &invoice);
    let invoice = invoices::finalize(state, invoice);
    subscription.latest_invoice = Some(invoice.id.clone());
    subscriptions::save(state, &subscription);
    state.emit_update("customer.subscription.updated", &before, &subscription);
    if invoice.is_open() {
        collect(state, &subscription, &invoice);
    }
}

/// Asks the card of a subscription for an invoice, without its holder.
fn collect(state: &mut State, subscription: &Subscription, invoice: &invoices::Invoice) {
    let refused = match subscriptions::method_for(state, subscription) {
        // A refusal is noted in intent, invoice and subscription; there is nobody to tell it to.
        Some(method) => invoices::attempt(state, invoice, &method, false).is_err_and(|error| error.status != 402),
        None => true,
    };
    if refused {
        invoices::on_refused(state, &invoice.id);
    }
}

fn retry(state: &mut State, mut subscription: Subscription) {
    subscription.bank.retries += 1;
    subscriptions::save(state, &subscription);
    let invoice = subscription
        .latest_invoice
        .as_ref()
        .and_then(|id| state.invoices.get(id))
        .filter(|invoice| invoice.is_open())
        .cloned();
    if let Some(invoice) = invoice {
        collect(state, &subscription, &invoice);
    }
    let given_up = |sub: &&Subscription| sub.status == "past_due" && sub.bank.retries >= RETRIES.len();
    if let Some(subscription) = state.subscriptions.get(&subscription.id).filter(given_up).cloned() {
        subscriptions::end(state, subscription);
    }
}
