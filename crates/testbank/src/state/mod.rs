//! Everything that the bank knows. Time and random source are handed in, so that the rules can be tried without a clock.

pub mod table;

use std::collections::BTreeSet;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::objects::charges::Charge;
use crate::objects::coupons::Coupon;
use crate::objects::customers::{Customer, DeletedCustomer};
use crate::objects::disputes::Dispute;
use crate::objects::events::{Delivery, Event};
use crate::objects::invoices::Invoice;
use crate::objects::payment_intents::PaymentIntent;
use crate::objects::payment_methods::PaymentMethod;
use crate::objects::portal::PortalSession;
use crate::objects::prices::Price;
use crate::objects::products::Product;
use crate::objects::refunds::Refund;
use crate::objects::setup_intents::SetupIntent;
use crate::objects::subscriptions::Subscription;
use crate::objects::test_clocks::TestClock;
use crate::objects::webhook_endpoints::WebhookEndpoint;
use crate::replay::Replay;
use table::{Change, Row, Table, wire};

/// Rows in all; a bank for tests never needs as many.
const ROWS: usize = 300_000;
/// The oldest events go first.
const EVENTS: usize = 30_000;

/// What a bank keeps of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    pub id: String,
    /// Seconds by which the bank's clock is ahead of the machine's.
    pub ahead: i64,
    /// Makes fingerprints of cards this bank's own.
    pub salt: String,
    pub invoices: u64,
}

impl Row for Settings {
    const OBJECT: &'static str = "settings";
    const NAME: &'static str = "settings";
    fn id(&self) -> &str {
        &self.id
    }
}

/// The request that a change comes from; events tell it.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    pub request: Option<String>,
    pub idempotency_key: Option<String>,
}

pub struct State {
    /// The bank's time in Unix seconds.
    pub now: i64,
    /// The machine's time in milliseconds, for what must not follow a clock that is moved.
    pub wall: i64,
    pub origin: Origin,
    /// Where people find the bank's pages.
    pub public_url: String,
    random: StdRng,
    /// What is to happen by itself: when, and to which object. An entry that came to nothing is passed over.
    pub due: BTreeSet<(i64, String)>,
    pub settings: Table<Settings>,
    pub charges: Table<Charge>,
    pub coupons: Table<Coupon>,
    pub customers: Table<Customer>,
    pub deleted_customers: Table<DeletedCustomer>,
    pub deliveries: Table<Delivery>,
    pub disputes: Table<Dispute>,
    pub events: Table<Event>,
    pub invoices: Table<Invoice>,
    pub payment_intents: Table<PaymentIntent>,
    pub payment_methods: Table<PaymentMethod>,
    pub portal_sessions: Table<PortalSession>,
    pub prices: Table<Price>,
    pub products: Table<Product>,
    pub refunds: Table<Refund>,
    pub replays: Table<Replay>,
    pub setup_intents: Table<SetupIntent>,
    pub subscriptions: Table<Subscription>,
    pub test_clocks: Table<TestClock>,
    pub webhook_endpoints: Table<WebhookEndpoint>,
}

/// Does the same with every table.
macro_rules! each_table {
    ($state:ident, $table:ident => $action:expr) => {
        each_table!(@ $state, $table => $action; settings charges coupons customers deleted_customers deliveries disputes events
            invoices payment_intents payment_methods portal_sessions prices products refunds replays setup_intents subscriptions
            test_clocks webhook_endpoints)
    };
    (@ $state:ident, $table:ident => $action:expr; $($name:ident)*) => { $({ let $table = &mut $state.$name; $action; })* };
}

impl State {
    pub fn new(public_url: String, seed: [u8; 32]) -> Self {
        Self {
            now: 0,
            wall: 0,
            origin: Origin::default(),
            public_url,
            random: StdRng::from_seed(seed),
            due: BTreeSet::new(),
            settings: Table::default(),
            charges: Table::default(),
            coupons: Table::default(),
            customers: Table::default(),
            deleted_customers: Table::default(),
            deliveries: Table::default(),
            disputes: Table::default(),
            events: Table::default(),
            invoices: Table::default(),
            payment_intents: Table::default(),
            payment_methods: Table::default(),
            portal_sessions: Table::default(),
            prices: Table::default(),
            products: Table::default(),
            refunds: Table::default(),
            replays: Table::default(),
            setup_intents: Table::default(),
            subscriptions: Table::default(),
            test_clocks: Table::default(),
            webhook_endpoints: Table::default(),
        }
    }

    /// Takes a row back from disk by its key, `object/place`.
    pub fn load(&mut self, key: &str, bytes: &[u8]) -> Result<(), String> {
        let (object, place) = key.split_once('/').ok_or("a key without a kind")?;
        each_table!(self, table => if object_of(table) == object { return table.load(place, bytes); });
        Err(format!("an unknown kind of row: {object}"))
    }

    /// What changed since it was last asked.
    pub fn changes(&mut self) -> Vec<Change> {
        while self.events.len() > EVENTS {
            let Some(id) = self.events.oldest().map(|event| event.id.clone()) else { break };
            self.events.remove(&id);
        }
        let mut changes = Vec::new();
        each_table!(self, table => table.changes(&mut changes));
        changes
    }

    pub fn is_full(&mut self) -> bool {
        let mut rows = 0;
        each_table!(self, table => rows += table.len());
        rows >= ROWS
    }

    pub fn settings(&self) -> Settings {
        self.settings.get("bank").cloned().unwrap_or(Settings {
            id: "bank".into(),
            ahead: 0,
            salt: String::new(),
            invoices: 0,
        })
    }

    /// Sets the time from the machine's.
    pub fn set_time(&mut self, wall_ms: i64) {
        self.wall = wall_ms;
        self.now = wall_ms / 1_000 + self.settings().ahead;
    }

    /// A new id, or anything else that nobody should guess.
    pub fn id(&mut self, prefix: &str) -> String {
        const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        let random = &mut self.random;
        prefix.chars().chain((0..24).map(|_| char::from(LETTERS[random.random_range(0..LETTERS.len())]))).collect()
    }

    /// Goes over to the time of a customer's own clock, if there is one, for the rest of the call.
    pub fn at_clock_of(&mut self, customer: &str) {
        let clock = self.customers.get(customer).and_then(|customer| customer.test_clock.as_deref());
        if let Some(clock) = clock.and_then(|clock| self.test_clocks.get(clock)) {
            self.now = clock.frozen_time;
        }
    }

    /// Tells the world that something happened.
    pub fn emit(&mut self, kind: &str, object: Value) {
        self.emit_with(kind, object, None);
    }

    /// Tells of a change, with what was before.
    pub fn emit_update<T: Row>(&mut self, kind: &str, before: &T, after: &T) {
        let (before, after) = (wire(before), wire(after));
        let was: Map<String, Value> = before
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(key, value)| after.get(key.as_str()) != Some(value))
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        if !was.is_empty() {
            self.emit_with(kind, after, Some(was.into()));
        }
    }

    fn emit_with(&mut self, kind: &str, object: Value, previous: Option<Value>) {
        let mut data = json!({ "object": object });
        if let Some(previous) = previous {
            data["previous_attributes"] = previous;
        }
        let event = Event {
            id: self.id("evt_"),
            created: self.now,
            api_version: crate::API_VERSION.into(),
            kind: kind.into(),
            data,
            pending_webhooks: 0,
            request: json!({ "id": self.origin.request, "idempotency_key": self.origin.idempotency_key }),
        };
        crate::objects::events::record(self, event);
    }
}

fn object_of<T: Row>(_: &Table<T>) -> &'static str {
    T::OBJECT
}
