//! What each buyer is going to do, decided by the seed alone.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use testkit::shop::{ADDON, MONTHLY, OWN_GAME, SEASON_PASS, SINGLE};

pub const GOOD: [&str; 8] = [
    "4242424242424242",
    "4000056655665556",
    "5555555555554444",
    "2223003122003222",
    "378282246310005",
    "6011111111111117",
    "3566002020360505",
    "6200000000000005",
];
const DECLINED: [&str; 4] = ["4000000000000002", "4000000000009995", "4000000000000119", "4000000000000341"];
const ASKING: [&str; 2] = ["4000000000003220", "4000002760003184"];

/// A card, by its number or by the bank's name for it.
#[derive(Clone, Copy, Debug)]
pub enum Card {
    Number(&'static str),
    /// Its payments take the bank some seconds.
    Slow,
}

/// What is done on the page of the bank that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Approve,
    Fail,
    /// The page is closed.
    Nothing,
    /// The page is closed, and another card is taken.
    OtherCard,
}

#[derive(Clone, Copy, Debug)]
pub enum Manner {
    Once,
    /// The button is pressed again before there is an answer.
    Twice,
    /// In two tabs, which know nothing of each other.
    TwoTabs,
    /// In two tabs, with a card in each.
    TwoCards,
    /// The browser is closed so long after the button was pressed.
    Leaves(Duration),
}

/// What becomes of the money afterwards.
#[derive(Clone, Copy, Debug)]
pub enum After {
    Nothing,
    Refund,
    RefundPart,
    Dispute,
    DisputeWon,
    DisputeLost,
    Unsubscribe,
}

#[derive(Clone, Debug)]
pub struct Plan {
    pub call: &'static str,
    pub body: Value,
    /// One after the other, as long as they are declined.
    pub cards: Vec<Card>,
    pub manner: Manner,
    /// How often they come back when there was no answer.
    pub patience: u32,
    pub answer: Answer,
    pub after: After,
    /// How long they look around before they buy.
    pub pause: Duration,
}

impl Plan {
    pub fn of(seed: u64, buyer: usize) -> Self {
        let mut random = StdRng::seed_from_u64(seed.wrapping_mul(1_000_003).wrapping_add(buyer as u64));
        let mut chance = |percent: u32| random.random_range(0..100) < percent;
        let mut cards = vec![];
        if chance(15) {
            cards.push(Card::Number(DECLINED[buyer % DECLINED.len()]));
        }
        cards.push(match (chance(20), chance(8)) {
            (true, _) => Card::Number(ASKING[buyer % ASKING.len()]),
            (_, true) => Card::Slow,
            _ => Card::Number(GOOD[buyer % GOOD.len()]),
        });
        let answer = match (chance(50), chance(50)) {
            (true, _) => Answer::Approve,
            (_, true) => Answer::Fail,
            _ if chance(60) => Answer::OtherCard,
            _ => Answer::Nothing,
        };
        let coupon = match (chance(20), chance(15)) {
            (true, _) => Some("TEN"),
            (_, true) => Some("FREE"),
            _ => None,
        };
        let (call, body) = wish(random.random_range(0..100), coupon);
        let manner = match random.random_range(0..100) {
            0..40 => Manner::Once,
            40..55 => Manner::Twice,
            55..70 => Manner::TwoTabs,
            70..78 => Manner::TwoCards,
            _ => Manner::Leaves(Duration::from_millis(random.random_range(1..400))),
        };
        let patience = if random.random_range(0..100) < 35 { 0 } else { random.random_range(1..30) };
        let after = match random.random_range(0..100) {
            0..8 => After::Refund,
            8..12 => After::RefundPart,
            12..16 => After::Dispute,
            16..18 => After::DisputeWon,
            18..20 => After::DisputeLost,
            20..26 => After::Unsubscribe,
            _ => After::Nothing,
        };
        let pause = Duration::from_millis(random.random_range(0..100));
        Self { call, body, cards, manner, patience, answer, after, pause }
    }
}

/// What is bought, and by which call.
fn wish(number: u32, coupon: Option<&str>) -> (&'static str, Value) {
    let season = json!({ "type": "package", "package_id": SEASON_PASS });
    let single = json!({ "type": "event", "single_event_package_id": SINGLE, "event_id": OWN_GAME });
    let monthly = json!({ "type": "subscription", "subscription_id": MONTHLY });
    let addon = json!({ "type": "addon", "id": ADDON });
    let (call, mut body) = match number {
        0..35 => ("stripe/buy", season),
        35..55 => ("stripe/buy", single),
        55..70 => ("stripe/buy_bundle", json!({ "items": [season, single, addon] })),
        70..78 => ("stripe/buy_bundle", json!({ "items": [monthly, single] })),
        78..94 => ("stripe/buy", monthly),
        _ => return ("stripe/subscription/start_trial", json!({ "subscription_id": MONTHLY })),
    };
    body["coupon"] = coupon.into();
    (call, body)
}

/// What goes wrong at the bank from now on.
pub fn knobs(random: &mut StdRng) -> String {
    let mut chance = |most: u64| random.random_range(0..=most);
    format!(
        "seed={}&webhook_duplicate={}&webhook_drop={}&webhook_reorder={}&webhook_delay_ms={}&lose_answer={}&error={}&latency_ms={}",
        chance(1 << 40),
        chance(40),
        chance(60),
        chance(50),
        chance(1_500),
        chance(15),
        chance(10),
        chance(20),
    )
}
