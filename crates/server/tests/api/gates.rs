//! What members may call before they have done what is asked of them first.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use testkit::account;

use crate::app::{DOCUMENT, Member, TestApp};
use crate::shop::{DECLINED, GOOD, PAID_GAME, Shop, season};
use crate::subscriptions::start_trial;

/// Calls that members may make whatever they have yet to do. Every other call, and every new one, is closed to them.
const OPEN: [(&str, &str); 28] = [
    // Their key is not looked at: they tell everybody the same.
    ("get", "/channel-key"),
    ("post", "/get_api_key"),
    ("get", "/channel-bootstrap-data"),
    ("get", "/settings"),
    ("get", "/menu"),
    ("get", "/slides/web"),
    ("get", "/pages"),
    ("get", "/pages/{alias}"),
    ("get", "/color-settings/web"),
    ("get", "/faq"),
    ("get", "/events-locations"),
    ("get", "/participants"),
    ("get", "/participant-groups"),
    ("post", "/delete-account-confirm"),
    // What everybody with the link of a clip sees.
    ("get", "/shared-clip/{id}"),
    ("get", "/oembed"),
    // The provider's, which proves itself by a signature.
    ("post", "/stripe/webhook"),
    // What is sold, which everybody sees.
    ("get", "/packages"),
    ("get", "/packages/{id}"),
    ("get", "/subscriptions"),
    ("get", "/subscriptions/{id}"),
    // What members need to do what is asked of them, or to leave.
    ("get", "/profile"),
    ("post", "/profile"),
    ("get", "/custom-forms/{alias}"),
    ("post", "/custom-forms/{alias}"),
    ("get", "/geo"),
    ("post", "/v2/auth/login"),
    ("post", "/auth/logout"),
];

/// Calls of the shop, open to members who have yet to choose the basic pass: buying something chooses it.
const BEFORE_PASS: [(&str, &str); 8] = [
    ("get", "/apply_coupon"),
    ("get", "/orders/{id}"),
    ("get", "/stripe/list-cards"),
    ("post", "/stripe/buy"),
    ("post", "/stripe/buy_bundle"),
    ("post", "/stripe/invoice-preview"),
    ("post", "/stripe/setup-intent"),
    ("post", "/stripe/subscription/start_trial"),
];

/// Status and code of every call of the document, made by this member.
async fn call_all(member: &Member) -> Vec<(String, String, StatusCode, Value)> {
    let mut answers = Vec::new();
    for (path, calls) in DOCUMENT["paths"].as_object().unwrap() {
        // Logging out would end it; it has a test of its own.
        for method in calls.as_object().unwrap().keys().filter(|_| path != "/auth/logout") {
            let filled: Vec<&str> =
                path.split('/').map(|part| if part.starts_with('{') { "987654" } else { part }).collect();
            let verb = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let path_and_key = format!("/api{}?api_key={}", filled.join("/"), member.key);
            let request = member.client.request(verb, &path_and_key).json(&json!({ "api_key": member.key }));
            let answer = request.send().await.unwrap();
            let status = answer.status();
            // A stream that was opened never ends.
            let body = if status.is_success() { Value::Null } else { answer.json().await.unwrap_or_default() };
            answers.push((method.clone(), path.clone(), status, body["code"].clone()));
        }
    }
    answers
}

/// NAV-01, NAV-02, NAV-08, T24: a member who has to choose a pass or change a temporary password gets 403 from every
/// call but those that let them do so.
#[tokio::test]
async fn member_with_a_pending_step_is_refused_every_other_call() {
    let app = TestApp::start().await;
    for (email, temporary_password, basic_pass_selected, code) in [
        ("new@demo.test", false, false, "basic_pass_required"),
        ("temp@demo.test", true, true, "temporary_password"),
        ("both@demo.test", true, false, "temporary_password"),
    ] {
        let new = store::NewAccount { temporary_password, basic_pass_selected, ..account(email) };
        app.account_create("demo", new).await;
        let member = Member::log_in(app.demo(), email).await;
        let answers = call_all(&member).await;
        for (method, path) in OPEN.into_iter().chain(BEFORE_PASS) {
            assert!(DOCUMENT["paths"][path].get(method).is_some(), "{method} {path} is no call");
        }
        for (method, path, status, answered) in answers {
            let call = (method.as_str(), path.as_str());
            if OPEN.contains(&call) || code == "basic_pass_required" && BEFORE_PASS.contains(&call) {
                assert_ne!(status, StatusCode::FORBIDDEN, "{method} {path}");
            } else {
                assert_eq!((status, &answered), (StatusCode::FORBIDDEN, &json!(code)), "{method} {path}");
            }
        }
        assert_eq!(member.get("profile").await.body["data"]["email"], email);
    }
}

/// NAV-01, NAV-08, PAY-15: a fresh member prices, pays and owns before the basic pass is chosen, which has chosen it; another
/// who has bought nothing is asked as before.
#[tokio::test]
async fn a_fresh_member_buys_at_once() {
    let shop = Shop::open().await;
    let fresh = async |email: &str| {
        let new = store::NewAccount { basic_pass_selected: false, ..account(email) };
        shop.app.account_create("demo", new).await;
        Member::log_in(shop.app.demo(), email).await
    };
    let (fan, other) = (fresh("fan@demo.test").await, fresh("other@demo.test").await);
    let chosen = async |member: &Member| member.get("profile").await.body["data"]["basic_pass_selected"].clone();
    let price = fan.post("stripe/invoice-preview", json!({ "items": [season()] })).await;
    assert_eq!(price.body["data"]["total"], "49.99", "{}", price.body);
    assert_eq!(fan.get("stripe/list-cards").await.status, StatusCode::OK);
    let declined = fan.buy(season(), Some(&shop.card(DECLINED).await), "a").await;
    assert_eq!((declined.status, chosen(&fan).await), (StatusCode::BAD_REQUEST, json!(false)), "{}", declined.body);
    let bought = fan.buy(season(), Some(&shop.card(GOOD).await), "b").await;
    assert_eq!(bought.body["data"]["order"]["status"], "paid", "{}", bought.body);
    let order = fan.get(&format!("orders/{}", bought.body["data"]["order"]["id"])).await;
    assert_eq!((order.status, chosen(&fan).await), (StatusCode::OK, json!(true)));
    assert!(fan.watches(PAID_GAME).await);
    assert_eq!(chosen(&other).await, false);
    assert_eq!(other.get("orders").await.body["code"], "basic_pass_required");
    shop.books_hold().await;
}

/// PAY-15: a free trial chooses it too.
#[tokio::test]
async fn a_trial_chooses_the_basic_pass() {
    let shop = Shop::open().await;
    shop.app.account_create("demo", store::NewAccount { basic_pass_selected: false, ..account("fan@demo.test") }).await;
    let fan = Member::log_in(shop.app.demo(), "fan@demo.test").await;
    let begun = start_trial(&shop, &fan, GOOD, "a").await;
    assert_eq!(begun.status, StatusCode::OK, "{}", begun.body);
    assert_eq!(fan.get("profile").await.body["data"]["basic_pass_selected"], true);
}

/// NAV-08: nobody else is refused: not members who are done, and not those without an account.
#[tokio::test]
async fn callers_without_a_pending_step_are_not_refused() {
    let app = TestApp::start().await;
    let done = app.member("fan@demo.test").await;
    let anonymous = Member { client: app.demo(), key: app.demo().api_key().await };
    for member in [done, anonymous] {
        for (method, path, status, _) in call_all(&member).await {
            assert_ne!(status, StatusCode::FORBIDDEN, "{method} {path}");
        }
    }
}

/// AUTH-03, NAV-08: a temporary password keeps nobody from leaving; a pass that is not chosen does. Login is open.
#[tokio::test]
async fn a_temporary_password_keeps_nobody_from_leaving() {
    let app = TestApp::start().await;
    let new = store::NewAccount { temporary_password: true, ..account("temp@demo.test") };
    app.account_create("demo", new).await;
    let member = Member::log_in(app.demo(), "temp@demo.test").await;
    assert_eq!(member.post("auth/logout", json!({})).await.status, StatusCode::OK);
}
