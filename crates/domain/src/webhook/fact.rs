//! Facts as they are told: ids and what is public. Of people only the number of their account.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::WebhookEventType;
use crate::clip::Clip;
use crate::commerce::order::{Order, Refund, State};
use crate::event::StreamStatus;
use crate::ids::{AccountId, ChannelId, ClipId, EventId, OrderId};
use crate::time::Timestamp;

/// Something that happened on a channel.
#[derive(Clone, Debug, PartialEq)]
pub struct WebhookFact {
    pub kind: WebhookEventType,
    /// The account that it is about, for as long as there is one.
    pub account: Option<AccountId>,
    data: Map<String, Value>,
}

/// Why a clip is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ClipRemover {
    Owner,
    Operator,
    AccountDeletion,
}

impl WebhookFact {
    fn new(kind: WebhookEventType, account: Option<AccountId>, data: Value) -> Self {
        let Value::Object(data) = data else { unreachable!("the data of a fact is an object") };
        Self { kind, account, data }
    }

    /// A game moved from one state to another.
    pub fn game(id: EventId, name: &str, starts_at: Timestamp, from: StreamStatus, to: StreamStatus) -> Self {
        let kind = match to {
            StreamStatus::Upcoming => WebhookEventType::GameUpcoming,
            StreamStatus::Live => WebhookEventType::GameLive,
            StreamStatus::Finished => WebhookEventType::GameEnded,
        };
        let data = json!({
            "game_id": id, "name": name, "starts_at": iso(starts_at), "status": to, "previous_status": from
        });
        Self::new(kind, None, data)
    }

    /// An order moved. `items` says what was bought, by ids.
    pub fn order(
        kind: WebhookEventType,
        id: OrderId,
        account: Option<AccountId>,
        moved: [&Order; 2],
        items: Value,
    ) -> Self {
        let [before, after] = moved;
        let data = json!({
            "order_id": id,
            "account_id": account,
            "status": after.state(),
            "previous_status": before.state(),
            "occasion": after.occasion,
            "total": after.total,
            "currency": after.currency,
            "items": items,
        });
        Self::new(kind, account, data)
    }

    /// A member cut a clip. Neither its name, which people write, nor its link, which opens it.
    pub fn clip_created(clip: &Clip) -> Self {
        let data = json!({
            "clip_id": clip.id,
            "game_id": clip.event,
            "account_id": clip.account,
            "is_public": clip.is_public,
            "duration_ms": clip.range.duration_ms,
        });
        Self::new(WebhookEventType::ClipCreated, Some(clip.account), data)
    }

    pub fn clip_removed(id: ClipId, game: EventId, account: AccountId, by: ClipRemover) -> Self {
        // With the account its clips go too, and no row may name it any more.
        let account = Some(account).filter(|_| by != ClipRemover::AccountDeletion);
        let data = json!({ "clip_id": id, "game_id": game, "account_id": account, "removed_by": by });
        Self::new(WebhookEventType::ClipRemoved, account, data)
    }

    /// The receiver is to forget the account, too: of this fact the number stays until it was delivered.
    pub fn account_deleted(id: AccountId) -> Self {
        Self::new(WebhookEventType::AccountDeleted, None, json!({ "account_id": id }))
    }

    pub fn test() -> Self {
        Self::new(WebhookEventType::Test, None, json!({}))
    }

    /// The body that is sent.
    pub fn payload(&self, channel: ChannelId, at: Timestamp) -> String {
        let mut data = self.data.clone();
        data.insert("channel_id".to_owned(), json!(channel));
        json!({ "type": self.kind, "timestamp": iso(at), "data": data }).to_string()
    }
}

/// Which facts follow from an order's change: the state that it came to, and a refund that is not tried again.
pub fn order_events(before: &Order, after: &Order) -> Vec<WebhookEventType> {
    let mut events = Vec::new();
    let has_failed = |order: &Order| order.refund() == Some(Refund::Failed);
    if has_failed(after) && !has_failed(before) {
        events.push(WebhookEventType::RefundFailed);
    }
    let to = after.state();
    events.extend(match to {
        _ if to == before.state() => None,
        State::Paid => Some(WebhookEventType::OrderPaid),
        State::Disputed => Some(WebhookEventType::OrderDisputed),
        State::Refunded => Some(WebhookEventType::OrderRefunded),
        State::Created | State::Processing | State::Unknown | State::Failed => None,
    });
    events
}

/// Whether the payload of such a delivery keeps the number of an account that is no more.
pub fn names_its_account(kind: WebhookEventType) -> bool {
    kind == WebhookEventType::AccountDeleted
}

/// A payload that names no account any more.
pub fn without_account(payload: &str) -> String {
    let Ok(mut payload) = serde_json::from_str::<Value>(payload) else { return "{}".to_owned() };
    if let Some(account) = payload.pointer_mut("/data/account_id") {
        *account = Value::Null;
    }
    payload.to_string()
}

fn iso(at: Timestamp) -> String {
    jiff::Timestamp::from_millisecond(at.0).unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commerce::order::{Availability, Fact, Occasion, PaymentFacts};
    use crate::money::{Cents, Currency};

    const AT: Timestamp = Timestamp(1_800_000_000_123);

    fn order() -> Order {
        Order {
            total: Cents(900),
            currency: Currency::Usd,
            occasion: Occasion::Purchase,
            is_subscription: false,
            known: PaymentFacts::default(),
        }
    }

    fn events_of(facts: &[Fact]) -> Vec<Vec<WebhookEventType>> {
        let mut before = order();
        facts
            .iter()
            .map(|fact| {
                let after = before.apply(*fact, Availability::Free).unwrap().next;
                let events = order_events(&before, &after);
                before = after;
                events
            })
            .collect()
    }

    #[test]
    fn payload_has_type_time_and_data() {
        let (away, game) = (EventId(4), "Bears at Lions");
        let fact = WebhookFact::game(away, game, Timestamp(0), StreamStatus::Upcoming, StreamStatus::Live);
        let payload: Value = serde_json::from_str(&fact.payload(ChannelId(2), AT)).unwrap();
        let expected = json!({
            "type": "game.live",
            "timestamp": "2027-01-15T08:00:00.123Z",
            "data": {
                "channel_id": 2, "game_id": 4, "name": "Bears at Lions", "starts_at": "1970-01-01T00:00:00Z",
                "status": "live", "previous_status": "upcoming"
            }
        });
        assert_eq!(payload, expected);
    }

    /// PAY-17: each state that an order comes to is told once, and messages that change nothing are not.
    #[test]
    fn orders_are_told_when_they_move() {
        use WebhookEventType::{OrderDisputed, OrderPaid, OrderRefunded, RefundFailed};
        let paid = Fact::Succeeded { amount: Cents(900), currency: Currency::Usd };
        let all = Cents(900);
        assert_eq!(
            events_of(&[Fact::Processing, paid, paid, Fact::RefundAsked, Fact::Refunded { amount: all }]),
            [vec![], vec![OrderPaid], vec![], vec![], vec![OrderRefunded]]
        );
        assert_eq!(
            events_of(&[paid, Fact::RefundAsked, Fact::Refunded { amount: all }, Fact::RefundFailed { amount: all }]),
            [vec![OrderPaid], vec![], vec![OrderRefunded], vec![RefundFailed, OrderPaid]]
        );
        assert_eq!(
            events_of(&[paid, Fact::RefundAsked, Fact::RefundGivenUp, Fact::RefundGivenUp]),
            [vec![OrderPaid], vec![], vec![RefundFailed], vec![]]
        );
        assert_eq!(
            events_of(&[paid, Fact::DisputeOpened, Fact::DisputeWon]),
            [vec![OrderPaid], vec![OrderDisputed], vec![OrderPaid]]
        );
        assert_eq!(events_of(&[Fact::Failed, Fact::Abandoned]), [vec![], vec![]]);
    }

    /// T43: a payload loses its account, and nothing else.
    #[test]
    fn payload_loses_its_account() {
        let account = Some(AccountId(7));
        let fact =
            WebhookFact::order(WebhookEventType::OrderPaid, OrderId(3), account, [&order(), &order()], json!([]));
        let payload = fact.payload(ChannelId(2), AT);
        let [with, without] = [payload.clone(), without_account(&payload)]
            .map(|payload| serde_json::from_str::<Value>(&payload).unwrap());
        assert_eq!((&with["data"]["account_id"], &without["data"]["account_id"]), (&json!(7), &Value::Null));
        assert_eq!((&with["data"]["order_id"], &with["type"]), (&without["data"]["order_id"], &without["type"]));
        let game = WebhookFact::test().payload(ChannelId(2), AT);
        assert_eq!(serde_json::from_str::<Value>(&without_account(&game)).unwrap()["data"], json!({ "channel_id": 2 }));
    }
}
