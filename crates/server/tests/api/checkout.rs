//! Buying, from the call to the access.

use domain::channel::Language;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::Answer;
use crate::shop::{
    ADDON, ASKING, DECLINED, EXPIRED, GOOD, MONTHLY, NO_MONEY, OWN_GAME, PAID_GAME, SINGLE, Shop, WRONG_CODE, monthly,
    season,
};

/// PAY-04, PAY-20, I1: a good card pays, and the game opens at once.
#[tokio::test]
async fn a_good_card_opens_the_game_at_once() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    assert!(!fan.watches(PAID_GAME).await);
    let card = shop.card(GOOD).await;
    let bought = fan.buy(season(), Some(&card), "a").await;
    assert_eq!(bought.status, StatusCode::OK, "{}", bought.body);
    let order = &bought.body["data"]["order"];
    assert_eq!((&order["status"], &order["activity_status"]), (&json!("paid"), &json!("active")));
    assert_eq!((&order["price"], &order["currency"]), (&json!("49.99"), &json!("CAD")));
    assert_eq!((&order["base_price"], &order["service_fee"]), (&json!("48.99"), &json!("1.00")));
    assert!(fan.watches(PAID_GAME).await);
    assert!(!fan.watches(OWN_GAME).await);
    let kept = shop.kept().await;
    assert_eq!((kept.len(), &kept[0]["captured"]), (1, &json!(4999)));
    let listed = fan.get("orders?no_limit=1").await;
    assert_eq!((&listed.body["data"][0]["id"], &listed.body["meta"]["total"]), (&order["id"], &json!(1)));
    let stranger = shop.app.member("rival@demo.test").await;
    assert_eq!(stranger.get(&format!("orders/{}", order["id"])).await.status, StatusCode::NOT_FOUND);
}

/// PAY-16: a receipt and a word about a refund come by mail, once each, and name what was bought.
#[tokio::test]
async fn purchase_and_refund_are_mailed_once() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let card = shop.card(GOOD).await;
    assert_eq!(fan.buy(season(), Some(&card), "a").await.status, StatusCode::OK);
    let written = async |kind: &str| shop.app.last_mail("fan@demo.test", kind).await.is_some();
    shop.app.until(async || written("receipt").await).await;
    let receipt = shop.app.mail("fan@demo.test", "receipt").await;
    assert!(receipt.text.contains("Season pass") && receipt.text.contains("49.99 CAD"), "{}", receipt.text);
    let payment = shop.kept().await[0]["payment_intent"].as_str().unwrap().to_owned();
    shop.bank(Method::POST, "refunds", &format!("payment_intent={payment}")).await;
    shop.app.until(async || written("refunded").await).await;
    assert_eq!(shop.app.mails("fan@demo.test").await.iter().filter(|mail| mail.kind == "refunded").count(), 1);
}

/// T13, I2: pressed twice, in two tabs and afterwards: one order, one payment.
#[tokio::test]
async fn pressing_twice_pays_once() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let card = shop.card(GOOD).await;
    let (one, two, other) = tokio::join!(
        fan.buy(season(), Some(&card), "a"),
        fan.buy(season(), Some(&card), "a"),
        fan.buy(season(), Some(&card), "b")
    );
    assert_eq!((one.status, two.status), (StatusCode::OK, StatusCode::OK), "{} {}", one.body, two.body);
    assert_eq!(one.body["data"]["order"]["id"], two.body["data"]["order"]["id"]);
    let is_refused = other.body["code"] == "already_owned";
    assert!(is_refused || other.body["data"]["order"]["id"] == one.body["data"]["order"]["id"], "{}", other.body);
    // The order is known by the key of the press that came first; to the others it is owned by now.
    let again = [fan.buy(season(), Some(&card), "a").await, fan.buy(season(), Some(&card), "b").await];
    let is_order = |answer: &Answer| answer.body["data"]["order"]["id"] == one.body["data"]["order"]["id"];
    let (found, owned): (Vec<_>, Vec<_>) = again.iter().partition(|answer| is_order(answer));
    assert_eq!((found.len(), &found[0].body["data"]["order"]["status"]), (1, &json!("paid")));
    assert_eq!(owned[0].body["code"], "already_owned");
    assert_eq!(fan.buy(season(), Some(&card), "c").await.body["code"], "already_owned");
    assert_eq!(shop.kept().await.len(), 1);
}

/// PAY-04, VAL-09: a card that is declined is said so at its field; another one can be taken.
#[tokio::test]
async fn a_declined_card_can_be_changed() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let declined = shop.card(DECLINED).await;
    for _ in 0..2 {
        let refused = fan.buy(season(), Some(&declined), "a").await;
        assert_eq!((refused.status, &refused.body["code"]), (StatusCode::BAD_REQUEST, &json!("card_declined")));
        assert_eq!(refused.body["errors"]["payment_method"][0], "Your card was declined.");
        assert_eq!(refused.problems(), [json!(["payment_method", "card_declined", {}])]);
    }
    assert!(!fan.watches(PAID_GAME).await);
    let none = fan.buy(season(), None, "b").await;
    assert_eq!(none.body["message"], "Please select one of your saved cards or enter new one");
    let good = shop.card(GOOD).await;
    let bought = fan.buy(season(), Some(&good), "a").await;
    assert_eq!(bought.body["data"]["order"]["status"], "paid", "{}", bought.body);
    let orders = fan.get("orders").await.body["data"].clone();
    let statuses: Vec<_> = orders.as_array().unwrap().iter().map(|order| &order["status"]).collect();
    assert_eq!(statuses, ["paid", "failed"]);
}

/// PAY-13: a bank that asks is answered on its page, and the order follows.
#[tokio::test]
async fn a_bank_that_asks_is_answered_on_its_page() {
    let shop = Shop::open().await;
    for (email, action, status) in [("yes@demo.test", "approve", "paid"), ("no@demo.test", "fail", "failed")] {
        let fan = shop.app.member(email).await;
        let card = shop.card(ASKING).await;
        let asked = fan.buy(season(), Some(&card), "a").await.body["data"].clone();
        assert_eq!(asked["order"]["status"], "processing", "{asked}");
        assert!(!fan.watches(PAID_GAME).await);
        let again = fan.buy(season(), Some(&card), "a").await.body["data"].clone();
        assert_eq!(again["next_action"], asked["next_action"], "the second tab goes the same way");
        let left = shop.answer_bank(&asked["next_action"], action).await;
        assert_eq!(left.status(), StatusCode::SEE_OTHER);
        let back = left.headers()["location"].to_str().unwrap().to_owned();
        assert!(back.starts_with(&format!("https://demo.test/buy?order={}", asked["order"]["id"])), "{back}");
        shop.order_is(&fan, &asked["order"]["id"], status).await;
        assert_eq!(fan.watches(PAID_GAME).await, action == "approve");
    }
    assert_eq!(shop.kept().await.len(), 1);
}

/// PAY-04, VAL-09, T45: why a card was not charged is told at once and with the order, in English and by a code, whatever
/// the channel speaks. The order keeps brand and last four digits of the card.
#[tokio::test]
async fn a_failed_payment_says_why() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let mut told = Vec::new();
    shop.speak(Language::Fr).await;
    for (number, code, words) in [
        (DECLINED, "card_declined", "Your card was declined."),
        (NO_MONEY, "insufficient_funds", "Your card has insufficient funds."),
        (EXPIRED, "card_expired", "Your card has expired."),
        (WRONG_CODE, "wrong_cvc", "Your card's security code is incorrect."),
    ] {
        let card = shop.card(number).await;
        let refused = fan.buy(season(), Some(&card), "a").await;
        assert_eq!(refused.body["errors"]["payment_method"][0], words);
        assert_eq!(refused.problems(), [json!(["payment_method", code, {}])]);
        assert_eq!(fan.buy(season(), Some(&card), "a").await.body, refused.body, "pressed again");
        told.insert(0, (code, words, json!({ "brand": "visa", "last4": &number[12..] })));
    }
    let card = shop.card(ASKING).await;
    let asked = fan.buy(season(), Some(&card), "b").await.body["data"].clone();
    shop.answer_bank(&asked["next_action"], "fail").await;
    shop.order_is(&fan, &asked["order"]["id"], "failed").await;
    let unsure = "Your bank could not confirm that it is you. Please try again or use another card.";
    told.insert(0, ("not_confirmed", unsure, json!({ "brand": "visa", "last4": &ASKING[12..] })));
    // Left, and begun otherwise.
    assert_eq!(fan.buy(season(), Some(&card), "c").await.body["data"]["order"]["status"], "processing");
    shop.coupon("TEN", 10, None, None).await;
    let mut cheaper = season();
    cheaper["coupon"] = "ten".into();
    let bought = fan.buy(cheaper, Some(&shop.card(GOOD).await), "d").await.body["data"]["order"].clone();
    assert_eq!((&bought["card"]["last4"], &bought["failure"]), (&json!("4242"), &Value::Null), "{bought}");
    assert_eq!(bought["failure_code"], Value::Null);
    let left = "The payment was left unfinished. Nothing was charged.";
    told.insert(0, ("payment_abandoned", left, told[0].2.clone()));

    let orders = fan.get("orders").await.body["data"].as_array().unwrap()[1..].to_vec();
    for (order, (code, words, card)) in orders.iter().zip(&told) {
        let failure = (&order["failure_code"], &order["failure"]);
        assert_eq!((failure, &order["card"]), ((&json!(code), &json!(words)), card), "{order}");
    }
}

/// PAY-06, T14: a code takes something off, or everything; wrong and used-up ones are all the same, and are counted.
#[tokio::test]
async fn promo_codes_take_something_off() {
    let shop = Shop::open().await;
    shop.coupon("TEN", 10, None, None).await;
    shop.coupon("FREE", 100, Some(1), Some(1)).await;
    let fan = shop.app.member("fan@demo.test").await;
    let applied = fan.get(&format!("apply_coupon?code=ten&type=package&package_id={}", 1)).await.body["data"].clone();
    assert_eq!(
        (&applied["coupon"], &applied["discount"], &applied["total"]),
        (&json!("TEN"), &json!("5.00"), &json!("44.99"))
    );
    let mut free = season();
    free["coupon"] = "free".into();
    let bought = fan.buy(free.clone(), None, "a").await;
    assert_eq!(bought.body["data"]["order"]["status"], "paid", "{}", bought.body);
    assert_eq!(bought.body["data"]["order"]["coupon"], "FREE");
    assert!(fan.watches(PAID_GAME).await);
    assert_eq!(shop.kept().await, Vec::<Value>::new());
    let again = fan.buy(free.clone(), None, "a").await;
    assert_eq!(again.body["data"]["order"]["id"], bought.body["data"]["order"]["id"]);

    let late = shop.app.member("late@demo.test").await;
    let refused = late.buy(free, None, "b").await;
    assert_eq!((refused.status, &refused.body["message"]), (StatusCode::BAD_REQUEST, &json!("Wrong promo code")));
    assert_eq!(refused.problems(), [json!(["coupon", "wrong_promo_code", {}])]);
    let guess = async |code: &str| late.get(&format!("apply_coupon?code={code}&type=package&package_id=1")).await;
    assert_eq!(guess("nope").await.body, refused.body);
    let mut last = StatusCode::OK;
    for guessed in 0..10 {
        last = guess(&format!("guess{guessed}")).await.status;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
}

/// PAY-06, T14: a key that was used for another cart says nothing about promo codes, and guesses are counted whatever they
/// come with. A good code costs no try.
#[tokio::test]
async fn a_used_key_does_not_help_to_guess_promo_codes() {
    let shop = Shop::open().await;
    shop.coupon("RIGHT", 10, None, None).await;
    let (fan, rival) = (shop.app.member("fan@demo.test").await, shop.app.member("rival@demo.test").await);
    let declined = shop.card(DECLINED).await;
    let first = fan.buy(season(), Some(&declined), "a").await;
    assert_eq!(first.body["code"], "card_declined");
    let guess = async |code: &str| {
        let mut other = json!({ "type": "event", "single_event_package_id": SINGLE, "event_id": OWN_GAME });
        other["coupon"] = code.into();
        fan.buy(other, Some(&declined), "a").await
    };
    let (wrong, right) = (guess("wrong").await, guess("right").await);
    assert_eq!((wrong.status, &wrong.body["code"]), (StatusCode::BAD_REQUEST, &json!("key_taken")));
    assert_eq!((right.status, &right.body), (wrong.status, &wrong.body));
    let mut last = StatusCode::OK;
    for guessed in 0..9 {
        last = guess(&format!("guess{guessed}")).await.status;
    }
    assert_eq!(last, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(fan.buy(season(), Some(&declined), "a").await.body, first.body, "the same cart finds its order");
    assert_eq!(fan.get("orders").await.body["meta"]["total"], 1);

    // Another buyer, whose code is good: it costs no try, also when the card is declined.
    let mut cheaper = season();
    cheaper["coupon"] = "right".into();
    for number in 0..12 {
        let refused = rival.buy(cheaper.clone(), Some(&declined), &format!("{}", number / 2)).await;
        assert_eq!(refused.body["code"], "card_declined", "{}", refused.body);
    }
}

/// PAY-06, T14: a code that comes with something that is not sold, or with a trial, is not looked at, and costs a try all
/// the same.
#[tokio::test]
async fn every_code_that_was_not_good_costs_a_try() {
    let shop = Shop::open().await;
    shop.coupon("RIGHT", 10, None, None).await;
    let (fan, rival) = (shop.app.member("fan@demo.test").await, shop.app.member("rival@demo.test").await);
    let mut last = Value::Null;
    for _ in 0..11 {
        last = fan.get("apply_coupon?code=right&type=package&package_id=99").await.body["code"].clone();
    }
    assert_eq!(last, "too_many");
    for _ in 0..11 {
        let mut unsold = json!({ "type": "package", "id": 99 });
        unsold["coupon"] = "right".into();
        last = rival.buy(unsold, None, "a").await.body["code"].clone();
    }
    assert_eq!(last, "too_many");
    let late = shop.app.member("late@demo.test").await;
    for _ in 0..11 {
        let found = late.get("apply_coupon?code=right&type=package&package_id=1").await;
        assert_eq!(found.status, StatusCode::OK, "{}", found.body);
    }
}

/// T14, I5: four hundred buyers at once and a code for a hundred: exactly a hundred get it. A buyer told to ask again
/// has their order, and no second one.
#[tokio::test]
async fn a_code_is_redeemed_as_often_as_it_may() {
    const BUYERS: usize = 400;
    let shop = Shop::open().await;
    shop.coupon("HUNDRED", 100, Some(100), Some(1)).await;
    let client = shop.app.demo();
    let mut buying = tokio::task::JoinSet::new();
    for number in 0..BUYERS {
        let fan = shop.app.member_by_session(&client, shop.demo, &format!("fan{number}@demo.test")).await;
        buying.spawn(async move {
            let mut wanted = season();
            wanted["coupon"] = "hundred".into();
            let mut answer = fan.buy(wanted.clone(), None, "a").await;
            // On a slow machine the last ones wait longer than the server: they ask for the same order again.
            for _ in 0..10 {
                if answer.body["code"] == "provider_unavailable" {
                    answer = fan.buy(wanted.clone(), None, "a").await;
                }
            }
            let status = answer.body["data"]["order"]["status"].as_str().map(str::to_owned);
            status.unwrap_or_else(|| answer.body["code"].to_string())
        });
    }
    let answers = buying.join_all().await;
    let paid = answers.iter().filter(|answer| *answer == "paid").count();
    let refused = answers.iter().filter(|answer| answer.contains("wrong_promo_code")).count();
    assert_eq!((paid, refused), (100, 300), "{answers:?}");
    let redeemed = "coupon_redemptions WHERE redeemed_at IS NOT NULL AND released_at IS NULL";
    assert_eq!(shop.app.count(redeemed).await, 100);
    assert_eq!(shop.app.count("coupons WHERE used = 100").await, 1);
    assert_eq!(shop.app.count("entitlements WHERE ended_at IS NULL").await, 100);
    assert_eq!(shop.app.count("orders").await, 100);
    shop.books_hold().await;
}

/// PAY-05: a bundle is one payment, and all of it or nothing.
#[tokio::test]
async fn a_bundle_is_bought_whole() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let game = json!({ "type": "event", "single_event_package_id": SINGLE, "event_id": OWN_GAME });
    let addon = json!({ "type": "addon", "id": ADDON });
    let bundle = |card: String, key: &str| json!({ "items": [season(), game, addon], "payment_method": card, "idempotency_key": key });
    let refused = fan.post("stripe/buy_bundle", bundle(shop.card(DECLINED).await, "a")).await;
    assert_eq!(refused.body["code"], "card_declined");
    assert!(!fan.watches(PAID_GAME).await && !fan.watches(OWN_GAME).await);
    let bought = fan.post("stripe/buy_bundle", bundle(shop.card(GOOD).await, "b")).await;
    assert_eq!(bought.body["data"]["order"]["price"], "60.97", "{}", bought.body);
    assert_eq!(bought.body["data"]["order"]["products"].as_array().unwrap().len(), 3);
    assert!(fan.watches(PAID_GAME).await && fan.watches(OWN_GAME).await);
    assert_eq!(shop.kept().await.len(), 1);
}

/// T11, VAL-12: prices of the client count for nothing, and what is not sold is refused by name.
#[tokio::test]
async fn prices_are_the_channels_own() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let card = shop.card(GOOD).await;
    let cheap = json!({ "type": "package", "package_id": 1, "price": "0.01", "total": 1, "amount": 1, "currency": "BGN", "discount": "49.98" });
    let bought = fan.buy(cheap, Some(&card), "a").await;
    assert_eq!(bought.body["data"]["order"]["price"], "49.99");
    assert_eq!(shop.kept().await[0]["captured"], 4999);
    for (wanted, message, code) in [
        (json!({ "type": "package" }), "id not selected", "id_not_selected"),
        (json!({ "type": "package", "id": 99 }), "Pass not found", "pass_not_found"),
        (json!({ "type": "event", "event_id": OWN_GAME }), "id not selected", "id_not_selected"),
    ] {
        let refused = fan.buy(wanted.clone(), Some(&card), "b").await;
        assert_eq!((&refused.body["message"], &refused.body["code"]), (&json!(message), &json!(code)), "{wanted}");
    }
    let anonymous = shop.app.demo();
    let key = anonymous.api_key().await;
    let quote = anonymous.post("stripe/invoice-preview", &json!({ "api_key": key, "items": [season()] })).await;
    assert_eq!((quote.status, &quote.body["data"]["total"]), (StatusCode::OK, &json!("49.99")));
    let refused = anonymous.post("stripe/buy", &json!({ "api_key": key, "type": "package", "id": 1 })).await;
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
}

/// T45: a card number is refused in whatever field, and is in no table.
#[tokio::test]
async fn card_numbers_are_refused() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    for (field, number) in [("payment_method", GOOD), ("idempotency_key", "4242 4242 4242 4242"), ("trk", GOOD)] {
        let mut wanted = season();
        wanted[field] = number.into();
        let refused = fan.post("stripe/buy", wanted).await;
        assert_eq!((refused.status, &refused.body["code"]), (StatusCode::BAD_REQUEST, &json!("card_number")));
        assert!(!refused.body.to_string().contains("4242"), "{}", refused.body);
    }
    let card = shop.card(GOOD).await;
    assert_eq!(fan.buy(season(), Some(&card), "a").await.status, StatusCode::OK);
    if shop.app.database.is_sqlite() {
        for file in ["touchline.db", "touchline.db-wal", "testbank/bank.redb"] {
            let bytes = std::fs::read(shop.app.database.folder.path().join(file)).unwrap();
            assert!(!bytes.windows(GOOD.len()).any(|part| part == GOOD.as_bytes()), "{file}");
        }
    }
}

/// I2, T13: an answer that is lost after the money was taken, and a provider that is away, lose nothing.
#[tokio::test]
async fn a_provider_that_is_away_loses_nothing() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let card = shop.card(GOOD).await;
    shop.chaos("down=true").await;
    let away = fan.buy(season(), Some(&card), "a").await;
    assert_eq!((away.status, &away.body["code"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("provider_unavailable")));
    assert!(away.headers.contains_key("retry-after"));
    shop.chaos("lose_next=1").await;
    let bought = fan.buy(season(), Some(&card), "a").await;
    assert_eq!(bought.status, StatusCode::OK, "{}", bought.body);
    shop.order_is(&fan, &bought.body["data"]["order"]["id"], "paid").await;
    assert!(fan.watches(PAID_GAME).await);
    assert_eq!(shop.kept().await.len(), 1);
    assert_eq!(fan.get("orders").await.body["meta"]["total"], 1);
    shop.books_hold().await;
}

/// ANA-07: the tracking value that a buyer came with is kept on the order, of a trial too.
#[tokio::test]
async fn the_tracking_value_is_kept() {
    let shop = Shop::open().await;
    let fan = shop.app.member("fan@demo.test").await;
    let mut wanted = monthly();
    wanted["trk"] = "spring-mail".into();
    let card = shop.card(GOOD).await;
    assert_eq!(fan.buy(wanted, Some(&card), "a").await.status, StatusCode::OK);
    assert_eq!(shop.app.count("orders WHERE trk = 'spring-mail'").await, 1);
    let rival = shop.app.member("rival@demo.test").await;
    let card = shop.card("5555555555554444").await;
    let trial = json!({ "subscription_id": MONTHLY, "payment_method": card, "trk": "summer-mail" });
    assert_eq!(rival.post("stripe/subscription/start_trial", trial).await.status, StatusCode::OK);
    assert_eq!(shop.app.count("orders WHERE trk = 'summer-mail' AND occasion = 'trial'").await, 1);
}
