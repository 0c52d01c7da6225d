//! The one checker of the invariants of selling (I1 to I6): our database against the bank's ledger. Whatever breaks one
//! is said in words, with the order or the payment that it is about.

mod access;
mod limits;
mod money;
mod read;
mod whole;

use std::collections::BTreeMap;
use std::fmt;

use domain::commerce::ownership::Part;
use domain::time::Timestamp;
use serde_json::Value;

/// What is promised of money and access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Invariant {
    /// Every captured, unrefunded payment has exactly one active entitlement for each thing that it is for.
    I1,
    /// Nothing is captured twice, no product sold twice to one person.
    I2,
    /// Whatever was acknowledged is still there.
    I3,
    /// No entitlement without payment, free pass, trial or an audited grant; refund and dispute end it.
    I4,
    /// Limits are never exceeded.
    I5,
    /// Stores are whole, nothing hangs for ever, every money and access change has an audit row.
    I6,
}

/// One promise that is not kept.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Breach {
    pub invariant: Invariant,
    pub what: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.invariant, self.what)
    }
}

/// What a buyer was told of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Told {
    pub order: i64,
    pub is_paid: bool,
}

/// What our database says about all that a channel sold.
pub struct Books {
    orders: BTreeMap<i64, Order>,
    lines: Vec<Line>,
    entitlements: Vec<Entitlement>,
    coupons: Vec<Coupon>,
    redemptions: Vec<Redemption>,
    trials: Vec<Trial>,
    subscriptions: Vec<Subscription>,
    /// By what they are about, in their order: where it went.
    audit: BTreeMap<String, Vec<Value>>,
    commerce_jobs: Vec<CommerceJob>,
    /// What the database itself has to complain about.
    damage: Vec<String>,
}

struct Order {
    id: i64,
    /// What the provider is told to call it.
    name: Option<String>,
    account: Option<i64>,
    state: String,
    version: i64,
    occasion: String,
    total: i64,
    coupon: Option<i64>,
    subscription: Option<i64>,
    payment: Option<String>,
    created_at: i64,
    changed_at: i64,
    paid_at: Option<i64>,
}

struct Line {
    order: i64,
    part: Part,
    ends_at: Option<i64>,
}

struct Entitlement {
    id: i64,
    account: i64,
    part: Part,
    source: String,
    order: Option<i64>,
    /// Until it was ended.
    is_open: bool,
}

struct Coupon {
    id: i64,
    code: String,
    most_uses: Option<i32>,
    most_uses_per_user: Option<i32>,
    used: i64,
}

struct Redemption {
    coupon: i64,
    account: Option<i64>,
    order: i64,
    is_redeemed: bool,
    is_released: bool,
}

struct Trial {
    account: Option<i64>,
    mailbox: Vec<u8>,
    card: String,
    order: i64,
}

struct Subscription {
    id: i64,
    version: i64,
}

struct CommerceJob {
    id: i64,
    payload: Value,
    /// When it could be taken up at the latest.
    due_at: i64,
    is_dead: bool,
}

/// A charge that the bank has captured.
struct Charge {
    id: String,
    payment: String,
    /// The order that is written on it: where an invoice was paid, on its subscription.
    order: Option<String>,
    subscription: Option<String>,
    captured: i64,
    money: Money,
}

/// Where the money of a charge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Money {
    Kept,
    GivenBack,
    /// Held by the bank, or lost to the holder of the card.
    Disputed,
}

impl Charge {
    /// From the ledger of the test bank.
    fn of(entry: &Value) -> Self {
        let text = |name: &str| entry[name].as_str().map(str::to_owned);
        let number = |name: &str| entry[name].as_i64().unwrap_or_default();
        let order = |metadata: &Value| metadata["touchline_order"].as_str().map(str::to_owned);
        let money = match entry["dispute_status"].as_str() {
            _ if number("refunded") >= number("captured") => Money::GivenBack,
            Some("needs_response" | "under_review" | "lost") => Money::Disputed,
            _ => Money::Kept,
        };
        Self {
            id: text("charge").unwrap_or_default(),
            payment: text("payment_intent").unwrap_or_default(),
            order: order(&entry["metadata"]).or_else(|| order(&entry["subscription_metadata"])),
            subscription: text("subscription"),
            captured: number("captured"),
            money,
        }
    }
}

impl Books {
    /// Everything that is not as promised; `ledger` is the bank's, `told` what buyers were told.
    pub fn breaches(&self, ledger: &[Value], told: &[Told], now: Timestamp) -> Vec<Breach> {
        let charges: Vec<_> = ledger.iter().map(Charge::of).collect();
        let mut found = Found(Vec::new());
        self.check_money(&charges, &mut found);
        self.check_sold_once(&charges, now, &mut found);
        self.check_told(told, &mut found);
        self.check_access(&charges, &mut found);
        self.check_coupons(&mut found);
        self.check_trials(&mut found);
        self.check_audit(&mut found);
        self.check_ends(now, &mut found);
        found.0.sort();
        found.0.dedup();
        found.0
    }

    /// What an account has paid for, or was given, by its orders and the ledger alone.
    pub fn paid_for(&self, account: i64, ledger: &[Value]) -> Vec<Part> {
        let charges: Vec<_> = ledger.iter().map(Charge::of).collect();
        let is_kept = |order: &Order| match &order.payment {
            Some(payment) => charges.iter().any(|charge| charge.payment == *payment && charge.money == Money::Kept),
            None => order.total == 0 && order.paid_at.is_some(),
        };
        let is_theirs = |order: &&Order| order.account == Some(account) && is_kept(order);
        self.orders.values().filter(is_theirs).flat_map(|order| self.parts_of(order.id)).collect()
    }

    fn lines_of(&self, order: i64) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.order == order)
    }

    fn parts_of(&self, order: i64) -> impl Iterator<Item = Part> {
        self.lines_of(order).map(|line| line.part)
    }

    fn open_entitlements(&self, order: i64) -> impl Iterator<Item = &Entitlement> {
        self.entitlements.iter().filter(move |held| held.is_open && held.order == Some(order))
    }
}

struct Found(Vec<Breach>);

impl Found {
    fn add(&mut self, invariant: Invariant, what: String) {
        self.0.push(Breach { invariant, what });
    }
}
