//! A buyer, by the calls that a browser makes.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use testkit::books::Told;
use testkit::shop::Fan;

use super::bank::Bank;
use super::plan::{After, Answer, Card, GOOD, Manner, Plan};

/// Between two tries, and two looks at an order.
const PAUSE: Duration = Duration::from_millis(150);
/// Looks at an order that is not decided before the buyer goes away.
const LOOKS: u32 = 20;

pub struct Buyer {
    pub number: usize,
    pub fan: Fan,
    pub http: Client,
    /// Where the program is.
    pub base: String,
    pub bank: Bank,
    pub told: Arc<Mutex<Vec<Told>>>,
}

/// What the buyer was answered.
enum Said {
    Order(Value),
    Declined,
    /// It is not sold to them, and never will be.
    Refused,
    /// Nothing is known: they may come back.
    Nothing,
}

impl Buyer {
    pub async fn buy(&self, mut plan: Plan) {
        tokio::time::sleep(plan.pause).await;
        let mut said = Said::Declined;
        let mut cards = std::mem::take(&mut plan.cards).into_iter();
        while matches!(said, Said::Declined) {
            let Some(card) = cards.next() else { return };
            let card = self.bank.card(card).await;
            said = self.press(&plan, &card).await;
            if matches!(said, Said::Nothing) {
                said = self.press_again(&mut plan, &card).await;
            }
        }
        let Said::Order(mut answer) = said else { return };
        if let Some(page) = answer["next_action"]["url"].as_str() {
            if plan.answer == Answer::OtherCard {
                let other = self.bank.card(Card::Number(GOOD[self.number % GOOD.len()])).await;
                if let Said::Order(paid) = self.press_again(&mut plan, &other).await {
                    answer = paid;
                }
            } else {
                self.answer_bank(page, plan.answer).await;
            }
        }
        let Some(order) = answer["order"]["id"].as_i64() else { return };
        self.wait_for(order, plan.patience).await;
        self.afterwards(order, plan.after).await;
    }

    /// Presses the button until there is an answer, with the same key and card.
    async fn press_again(&self, plan: &mut Plan, card: &str) -> Said {
        let mut said = Said::Nothing;
        while matches!(said, Said::Nothing) && plan.patience > 0 {
            plan.patience -= 1;
            tokio::time::sleep(PAUSE).await;
            said = self.send(self.body(plan, card, "a"), plan.call).await;
        }
        said
    }

    /// The first press, however it is done.
    async fn press(&self, plan: &Plan, card: &str) -> Said {
        let send = |card: &str, key: &str| self.send(self.body(plan, card, key), plan.call);
        match plan.manner {
            Manner::Once => send(card, "a").await,
            Manner::Twice => {
                let (first, second) = tokio::join!(send(card, "a"), send(card, "a"));
                first.or(second)
            }
            Manner::TwoTabs => {
                let (first, second) = tokio::join!(send(card, "a"), send(card, "b"));
                first.or(second)
            }
            Manner::TwoCards => {
                let other = self.bank.card(Card::Number("4242424242424242")).await;
                let (first, second) = tokio::join!(send(card, "a"), send(&other, "b"));
                first.or(second)
            }
            Manner::Leaves(after) => tokio::time::timeout(after, send(card, "a")).await.unwrap_or(Said::Nothing),
        }
    }

    fn body(&self, plan: &Plan, card: &str, key: &str) -> Value {
        let mut body = plan.body.clone();
        body["api_key"] = self.fan.key.as_str().into();
        body["payment_method"] = card.into();
        body["idempotency_key"] = key.into();
        body
    }

    async fn send(&self, body: Value, call: &str) -> Said {
        let request = self.asking(self.http.post(format!("{}/api/{call}", self.base))).json(&body);
        let Ok(answer) = request.send().await else { return Said::Nothing };
        let status = answer.status();
        let Ok(body) = answer.json::<Value>().await else { return Said::Nothing };
        match status.as_u16() {
            200 => {
                self.note(&body["data"]["order"]);
                Said::Order(body["data"].clone())
            }
            400 if body["code"] == "card_declined" => Said::Declined,
            400 if body["code"] != "payment_under_way" => Said::Refused,
            400 | 503 => Said::Nothing,
            status => panic!("a buyer was answered {status}: {body}"),
        }
    }

    /// From an address of one's own, at the channel's host.
    fn asking(&self, request: RequestBuilder) -> RequestBuilder {
        let from = format!("10.0.{}.{}", self.number / 250, self.number % 250 + 1);
        request.header("host", "localhost").header("x-forwarded-for", from)
    }

    fn note(&self, order: &Value) {
        let told = Told { order: order["id"].as_i64().unwrap(), is_paid: order["status"] == "paid" };
        self.told.lock().unwrap().push(told);
    }

    async fn answer_bank(&self, page: &str, answer: Answer) {
        let action = match answer {
            Answer::Approve => "approve",
            Answer::Fail => "fail",
            Answer::Nothing | Answer::OtherCard => return,
        };
        let (origin, path) = page.split_once("/testbank/").unwrap_or_else(|| panic!("{page}"));
        let form = self.asking(self.http.post(format!("{}/testbank/{path}", self.base))).header("origin", origin);
        let form = form.header("content-type", "application/x-www-form-urlencoded").body(format!("action={action}"));
        for _ in 0..LOOKS {
            let sent = form.try_clone().unwrap().send().await;
            if sent.is_ok_and(|answer| answer.status().is_redirection()) {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Looks at the order until it is decided, or they have had enough.
    async fn wait_for(&self, order: i64, patience: u32) {
        for _ in 0..LOOKS.min(patience) {
            let call = format!("{}/api/orders/{order}?api_key={}", self.base, self.fan.key);
            if let Ok(answer) = self.asking(self.http.get(call)).send().await
                && answer.status().is_success()
                && let Ok(body) = answer.json::<Value>().await
            {
                self.note(&body["data"]);
                if !matches!(body["data"]["status"].as_str(), Some("created" | "processing")) {
                    return;
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn afterwards(&self, order: i64, after: After) {
        if matches!(after, After::Nothing) {
            return;
        }
        if matches!(after, After::Unsubscribe) {
            let body = json!({ "api_key": self.fan.key, "order_id": order });
            let call = format!("{}/api/stripe/unsubscribe", self.base);
            let _ = self.asking(self.http.post(call)).json(&body).send().await;
            return;
        }
        let Some(payment) = self.bank.payment_of(order).await else { return };
        match after {
            After::Refund => self.bank.refund(&payment, None).await,
            After::RefundPart => self.bank.refund(&payment, Some(100)).await,
            After::Dispute => self.bank.dispute(&payment, None).await,
            After::DisputeWon => self.bank.dispute(&payment, Some("winning_evidence")).await,
            After::DisputeLost => self.bank.dispute(&payment, Some("losing_evidence")).await,
            After::Nothing | After::Unsubscribe => {}
        }
    }

    /// Whether the player opens a game for them.
    pub async fn opens(&self, game: i64) -> bool {
        let call = format!("{}/api/events/{game}/playback?api_key={}", self.base, self.fan.key);
        let answer = self.asking(self.http.get(call)).send().await.unwrap();
        match answer.status().as_u16() {
            200 => true,
            403 => false,
            status => panic!("the player was answered {status}: {}", answer.text().await.unwrap()),
        }
    }
}

impl Said {
    /// Of two answers the one that leads on.
    fn or(self, other: Self) -> Self {
        match (&self, &other) {
            (Self::Order(_), _) | (_, Self::Refused | Self::Declined) => self,
            _ => other,
        }
    }
}
