//! What must hold when things go wrong: lost answers, restarts, endpoints that are away.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops at once")]

mod support;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use support::{PUBLISHABLE, Served, answer, serve, with_form};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

const PAYING: [(&str, &str); 4] =
    [("amount", "4999"), ("currency", "usd"), ("payment_method", "pm_card_visa"), ("confirm", "true")];

/// I2, T13: the answer is lost after the money was taken; the same key finds it, and nothing is taken twice.
#[tokio::test]
async fn a_lost_answer_is_found_by_its_key() {
    let folder = tempfile::tempdir().unwrap();
    let bank = serve(folder.path()).await;
    bank.post("/v1/testbank/chaos", &[("lose_next", "1")]).await;
    let paying =
        || with_form(bank.request("POST", "/v1/payment_intents").header("idempotency-key", "order-7"), &PAYING);
    assert!(answer(paying()).await.is_err(), "the connection closes without an answer");
    assert_eq!(bank.books().await, (1, 4_999));
    let again = answer(paying()).await.unwrap();
    assert_eq!((again.status, again.text("status")), (200, "succeeded"));
    assert_eq!(again.headers["idempotent-replayed"], "true");
    assert_eq!(bank.books().await, (1, 4_999));
    bank.stop().await;
}

/// I3: whatever was acknowledged is there after a restart, and so are keys, the clock and what is due.
#[tokio::test]
async fn acknowledged_changes_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let bank = serve(folder.path()).await;
    let customer = bank.customer().await;
    let keyed =
        |bank: &Served| with_form(bank.request("POST", "/v1/payment_intents").header("idempotency-key", "k"), &PAYING);
    let paid = answer(keyed(&bank)).await.unwrap().id();
    let processing = bank.charge("pm_card_processing").await;
    assert_eq!(processing.text("status"), "processing");
    bank.post("/v1/testbank/clock", &[("advance", "3600")]).await;
    let settled = bank.get(&format!("/v1/payment_intents/{}", processing.id())).await;
    assert_eq!(settled.text("status"), "succeeded");
    let still_processing = bank.charge("pm_card_processing").await.id();
    let time = bank.get("/v1/testbank/clock").await.body["now"].as_i64().unwrap();
    bank.stop().await;

    let bank = serve(folder.path()).await;
    assert_eq!(bank.get(&format!("/v1/customers/{customer}")).await.id(), customer);
    assert_eq!(answer(keyed(&bank)).await.unwrap().id(), paid);
    assert!(bank.get("/v1/testbank/clock").await.body["now"].as_i64().unwrap() >= time);
    bank.post("/v1/testbank/clock", &[("advance", "60")]).await;
    assert_eq!(bank.get(&format!("/v1/payment_intents/{still_processing}")).await.text("status"), "succeeded");
    assert_eq!(bank.books().await, (3, 3 * 4_999));
    bank.stop().await;
}

/// T45: no published number either is in the file, only what may be shown of it.
#[tokio::test]
async fn card_numbers_are_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let bank = serve(folder.path()).await;
    let card = [
        ("type", "card"),
        ("card[number]", "4242424242424242"),
        ("card[exp_month]", "1"),
        ("card[exp_year]", "2040"),
        ("card[cvc]", "987"),
    ];
    let keyed = bank.request("POST", "/v1/payment_methods").header("idempotency-key", "card");
    assert_eq!(answer(with_form(keyed, &card)).await.unwrap().status, 200);
    let real = card.map(|(key, value)| (key, if key == "card[number]" { "4111111111111111" } else { value }));
    let keyed = bank.request("POST", "/v1/payment_methods").header("idempotency-key", "real");
    assert_eq!(answer(with_form(keyed, &real)).await.unwrap().status, 402);
    bank.stop().await;
    let file = std::fs::read(folder.path().join("bank.redb")).unwrap();
    let holds = |text: &str| file.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(holds("\"last4\":\"4242\""));
    assert!(!holds("4242424242424242") && !holds("4111111111111111") && !holds("\"987\""));
}

/// A browser's key makes cards, and reads and confirms intents by their secret; nothing else.
#[tokio::test]
async fn a_publishable_key_opens_little() {
    let folder = tempfile::tempdir().unwrap();
    let bank = serve(folder.path()).await;
    let intent = bank.post("/v1/payment_intents", &PAYING[..2]).await;
    let path = format!("/v1/payment_intents/{}", intent.id());
    let browser = |method: &str, path: &str| {
        bank.client.request(method.parse().unwrap(), format!("{}{path}", bank.base)).bearer_auth(PUBLISHABLE)
    };
    for (method, path) in [
        ("GET", "/v1/customers"),
        ("POST", "/v1/refunds"),
        ("POST", "/v1/testbank/clock"),
        ("POST", "/v1/testbank/chaos"),
        ("GET", "/v1/testbank/chaos"),
        ("GET", "/v1/testbank/ledger"),
        ("GET", "/v1/payment_intents"),
        ("POST", path.as_str()),
    ] {
        assert_eq!(answer(browser(method, path)).await.unwrap().status, 401, "{method} {path}");
    }
    assert_eq!(answer(browser("GET", &path)).await.unwrap().status, 400);
    assert_eq!(answer(browser("GET", &format!("{path}?client_secret=x"))).await.unwrap().status, 400);
    let secret = intent.text("client_secret");
    assert_eq!(answer(browser("GET", &format!("{path}?client_secret={secret}"))).await.unwrap().status, 200);
    let confirm = with_form(
        browser("POST", &format!("{path}/confirm")),
        &[("client_secret", secret), ("payment_method", "pm_card_visa")],
    );
    assert_eq!(answer(confirm).await.unwrap().text("status"), "succeeded");
    bank.stop().await;
}

/// T13: while the first call with a key is under way, a second one with it is told so.
#[tokio::test]
async fn a_key_in_use_is_a_conflict() {
    let folder = tempfile::tempdir().unwrap();
    let bank = Arc::new(serve(folder.path()).await);
    let calls = (0..40).map(|_| {
        let bank = bank.clone();
        tokio::spawn(async move {
            let keyed = bank.request("POST", "/v1/payment_intents").header("idempotency-key", "one");
            answer(with_form(keyed, &PAYING)).await.unwrap()
        })
    });
    let mut ids = HashSet::new();
    for answer in futures::future::join_all(calls).await {
        let answer = answer.unwrap();
        if answer.status == 200 {
            ids.insert(answer.id());
        } else {
            assert_eq!((answer.status, answer.body["error"]["code"].as_str()), (409, Some("idempotency_key_in_use")));
        }
    }
    assert_eq!(ids.len(), 1);
    assert_eq!(bank.books().await, (1, 4_999));
    Arc::into_inner(bank).unwrap().stop().await;
}

/// I2: two hundred checkouts at once, each captured once.
#[tokio::test(flavor = "multi_thread")]
async fn concurrent_checkouts_are_captured_once_each() {
    let folder = tempfile::tempdir().unwrap();
    let bank = Arc::new(serve(folder.path()).await);
    let checkouts = (0..200).map(|_| {
        let bank = bank.clone();
        tokio::spawn(async move {
            let customer = bank.customer().await;
            let form = [&PAYING[..], &[("customer", customer.as_str())]].concat();
            bank.post("/v1/payment_intents", &form).await.text("status").to_owned()
        })
    });
    for status in futures::future::join_all(checkouts).await {
        assert_eq!(status.unwrap(), "succeeded");
    }
    assert_eq!(bank.books().await, (200, 200 * 4_999));
    Arc::into_inner(bank).unwrap().stop().await;
}

/// A shop that takes webhooks, after it refused the first `refusals`; answers where it is and what it took.
async fn shop(refusals: usize, status: StatusCode) -> (String, mpsc::UnboundedReceiver<serde_json::Value>) {
    let (took, taken) = mpsc::unbounded_channel();
    let refused = Arc::new(AtomicUsize::new(0));
    let hook = move |body: String| {
        let (took, refused) = (took.clone(), refused.clone());
        async move {
            if refused.fetch_add(1, Ordering::SeqCst) < refusals {
                return status;
            }
            took.send(serde_json::from_str(&body).unwrap()).unwrap();
            StatusCode::OK
        }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let router = axum::Router::new().route("/hook", axum::routing::post(hook));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    (url, taken)
}

/// The next webhook; none in a minute is a failure, not a wait for ever.
async fn next(taken: &mut mpsc::UnboundedReceiver<serde_json::Value>) -> serde_json::Value {
    let come = tokio::time::timeout(Duration::from_secs(60), taken.recv()).await;
    come.expect("a webhook comes").expect("the shop is open")
}

async fn subscribe(bank: &Served, url: &str, kind: &str) {
    let answer = bank.post("/v1/webhook_endpoints", &[("url", url), ("enabled_events[]", kind)]).await;
    assert!(answer.text("secret").starts_with("whsec_"));
}

/// PAY-17: a webhook that was refused, by a redirect too, comes again after a restart of the bank.
#[tokio::test]
async fn webhooks_come_until_they_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let bank = serve(folder.path()).await;
    let (url, mut taken) = shop(1, StatusCode::FOUND).await;
    subscribe(&bank, &url, "payment_intent.succeeded").await;
    bank.post("/v1/testbank/chaos", &[("down", "true")]).await;
    assert!(answer(bank.request("GET", "/v1/customers")).await.is_err(), "a bank that is down answers nothing");
    bank.post("/v1/testbank/chaos", &[]).await;
    let paid = bank.charge("pm_card_visa").await.id();
    bank.stop().await;
    let bank = serve(folder.path()).await;
    let event = next(&mut taken).await;
    assert_eq!(event["data"]["object"]["id"], paid.as_str());
    assert_eq!(event["type"], "payment_intent.succeeded");
    bank.stop().await;
}

/// PAY-17: doubled and mixed up, but all of them; the same seed drops the same ones.
#[tokio::test]
async fn knobs_double_mix_and_drop_webhooks() {
    let folder = tempfile::tempdir().unwrap();
    let bank = serve(folder.path()).await;
    let (url, mut taken) = shop(0, StatusCode::OK).await;
    subscribe(&bank, &url, "customer.created").await;
    let knobs = [("seed", "7"), ("webhook_duplicate", "100"), ("webhook_reorder", "50"), ("webhook_delay_ms", "20")];
    assert_eq!(bank.post("/v1/testbank/chaos", &knobs).await.body["webhook_duplicate"], 100);
    let mut expected = Vec::new();
    for _ in 0..5 {
        let customer = bank.customer().await;
        expected.extend([customer.clone(), customer]);
    }
    let mut seen = Vec::new();
    while seen.len() < expected.len() {
        seen.push(next(&mut taken).await["data"]["object"]["id"].as_str().unwrap().to_owned());
    }
    seen.sort();
    expected.sort();
    assert_eq!(seen, expected);
    bank.post("/v1/testbank/chaos", &[("webhook_drop", "100")]).await;
    let dropped = bank.customer().await;
    assert_eq!(
        bank.get("/v1/events?type=customer.created&limit=1").await.body["data"][0]["data"]["object"]["id"],
        dropped.as_str()
    );
    assert!(taken.try_recv().is_err());
    bank.stop().await;
}

/// A call that fails on purpose did nothing, and its key is free.
#[tokio::test]
async fn an_error_on_purpose_does_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let bank = serve(folder.path()).await;
    bank.post("/v1/testbank/chaos", &[("error_next", "1")]).await;
    let keyed = || with_form(bank.request("POST", "/v1/payment_intents").header("idempotency-key", "k"), &PAYING);
    let failed = answer(keyed()).await.unwrap();
    assert_eq!((failed.status, failed.body["error"]["type"].as_str()), (500, Some("api_error")));
    assert_eq!(bank.books().await, (0, 0));
    assert_eq!(answer(keyed()).await.unwrap().text("status"), "succeeded");
    assert_eq!(bank.post("/v1/testbank/chaos", &[("error", "101")]).await.status, 400);
    bank.stop().await;
}

/// A read that is held back tells of what was so when it came.
#[tokio::test]
async fn an_answer_can_be_out_of_date() {
    let folder = tempfile::tempdir().unwrap();
    let bank = Arc::new(serve(folder.path()).await);
    let path = format!("/v1/customers/{}", bank.customer().await);
    bank.post("/v1/testbank/chaos", &[("hold_next", "1")]).await;
    let late = tokio::spawn({
        let (bank, path) = (bank.clone(), path.clone());
        async move { bank.get(&path).await }
    });
    while bank.get("/v1/testbank/chaos").await.body["held"] != 1 {
        tokio::task::yield_now().await;
    }
    bank.post(&path, &[("name", "Somebody else")]).await;
    assert_eq!(bank.get(&path).await.text("name"), "Somebody else", "only the next one waits");
    assert!(!late.is_finished());
    bank.post("/v1/testbank/chaos", &[]).await;
    assert_ne!(late.await.unwrap().body["name"], "Somebody else");
    Arc::into_inner(bank).unwrap().stop().await;
}

/// Requests that make no sense are refused, and none of them ends the bank.
#[tokio::test]
async fn nonsense_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bank = serve(folder.path()).await;
    let large = "x".repeat(200_000);
    for (path, form, status) in [
        ("/v1/nothing", &[][..], 404),
        ("/v1/customers", &[("name", large.as_str())], 413),
        ("/v1/payment_intents", &[("amount", "-1"), ("currency", "usd")], 400),
        ("/v1/payment_intents", &[("amount", "99999999999999999999"), ("currency", "usd")], 400),
        ("/v1/payment_intents", &[("amount", "100"), ("currency", "💶")], 400),
        ("/v1/subscriptions", &[("customer", "cus_no"), ("items[0][price]", "x")], 400),
        ("/v1/testbank/clock", &[("advance", "-1")], 400),
        ("/v1/testbank/clock", &[("advance", "9223372036854775807")], 400),
        ("/v1/webhook_endpoints", &[("url", "http://192.168.0.1/"), ("enabled_events[]", "*")], 400),
    ] {
        let answer = bank.post(path, form).await;
        assert_eq!(answer.status, status, "{path} {}", answer.body);
        assert!(answer.body["error"]["message"].is_string());
    }
    let old = answer(bank.request("GET", "/v1/customers").header("stripe-version", "2019-01-01")).await.unwrap();
    assert_eq!(old.status, 400);
    bank.stop().await;
}

/// I2: a field that cannot be expanded does not hide that the money was taken.
#[tokio::test]
async fn an_unknown_expansion_does_not_undo_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let bank = serve(folder.path()).await;
    let form = [&PAYING[..], &[("expand[]", "nonsense"), ("expand[]", "latest_charge")]].concat();
    let paid = bank.post("/v1/payment_intents", &form).await;
    assert_eq!((paid.status, paid.body["latest_charge"]["captured"].as_bool()), (200, Some(true)));
    assert_eq!(bank.get(&format!("/v1/payment_intents/{}?expand[]=nonsense", paid.id())).await.status, 400);
    assert_eq!(
        bank.post("/v1/payment_intents", &[&PAYING[..], &[("expand[]", "a.b.c.d.e")]].concat()).await.status,
        400
    );
    assert_eq!(bank.books().await, (1, 4_999));
    bank.stop().await;
}

/// I3: what was acknowledged is in the file already, without a clean end.
#[tokio::test]
async fn acknowledged_changes_survive_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let bank = serve(folder.path()).await;
    for paid in 1..=5 {
        assert_eq!(bank.charge("pm_card_visa").await.text("status"), "succeeded");
        let after_crash = tempfile::tempdir().unwrap();
        std::fs::copy(folder.path().join("bank.redb"), after_crash.path().join("bank.redb")).unwrap();
        let revived = serve(after_crash.path()).await;
        assert_eq!(revived.books().await, (paid, paid as i64 * 4_999));
        revived.stop().await;
    }
    bank.stop().await;
}

/// The bank works under a path of its product, and its pages name it.
#[tokio::test]
async fn bank_can_be_mounted_below_a_path() {
    let folder = tempfile::tempdir().unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let options = testbank::Options {
        secret_key: support::SECRET.into(),
        publishable_key: PUBLISHABLE.into(),
        public_url: format!("{base}/testbank/"),
        returns: support::own_shop(),
    };
    let bank = testbank::Bank::open(folder.path(), options).unwrap();
    let router = axum::Router::new().nest("/testbank", bank.router());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let form = PAYING
        .map(|(key, value)| (key, if value == "pm_card_visa" { "pm_card_authenticationRequired" } else { value }));
    let paying =
        with_form(client.post(format!("{base}/testbank/v1/payment_intents")).bearer_auth(support::SECRET), &form);
    let asked = answer(paying).await.unwrap();
    let page = asked.body["next_action"]["use_stripe_sdk"]["stripe_js"].as_str().unwrap().to_owned();
    assert!(page.starts_with(&format!("{base}/testbank/3ds/")), "{page}");
    let shown = client.get(&page).send().await.unwrap();
    assert_eq!(shown.status(), 200);
    let style = url::Url::parse(&page).unwrap().join("../../style.css").unwrap();
    assert_eq!(client.get(style).send().await.unwrap().headers()["content-type"], "text/css; charset=utf-8");
    bank.close().await;
    assert_eq!(client.get(&page).send().await.unwrap().status(), 503);
}

/// Two banks never share a file, and live keys are refused: this is no place for them.
#[tokio::test]
async fn a_bank_opens_once_and_for_tests_only() {
    let folder = tempfile::tempdir().unwrap();
    let open = |secret: &str| {
        let options = testbank::Options {
            secret_key: secret.into(),
            publishable_key: PUBLISHABLE.into(),
            public_url: "http://127.0.0.1:1".into(),
            returns: support::own_shop(),
        };
        testbank::Bank::open(folder.path(), options)
    };
    assert!(matches!(open("sk_live_x"), Err(testbank::OpenError::Keys)));
    let bank = open("sk_test_x").unwrap();
    assert!(matches!(open("sk_test_x"), Err(testbank::OpenError::Disk(_))));
    assert!(bank.send_events_to("http://10.0.0.1/".into(), "whsec_x".into()).await.is_err());
    bank.send_events_to("http://127.0.0.1:1/".into(), "whsec_x".into()).await.unwrap();
    bank.close().await;
    assert!(open("sk_test_x").is_ok());
}

/// For what is there at once, or never.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A call whose body never comes; `head` has what stands before it.
async fn begun(bank: &Served, head: &str) -> TcpStream {
    let mut stream = TcpStream::connect(bank.base.trim_start_matches("http://")).await.unwrap();
    stream.write_all(format!("{head}\r\nHost: bank\r\nContent-Length: 100\r\n\r\n").as_bytes()).await.unwrap();
    stream
}

/// T55: bodies that never come hold no place that the shop needs, however many there are, and those without a right key
/// are not waited for.
#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_never_come_keep_nobody_out() {
    let folder = tempfile::tempdir().unwrap();
    let bank = serve(folder.path()).await;
    let (customer, other) = (bank.customer().await, bank.customer().await);
    for key in
        ["Authorization: Bearer sk_test_wrong", "X-Nothing: none", &format!("Authorization: Bearer {PUBLISHABLE}")]
    {
        let mut stranger = begun(&bank, &format!("POST /v1/customers/{customer} HTTP/1.1\r\n{key}")).await;
        let mut said = [0; 12];
        let answered = tokio::time::timeout(TIMEOUT, stranger.read_exact(&mut said)).await;
        answered.expect("no body is waited for").unwrap();
        assert_eq!(&said, b"HTTP/1.1 401", "{key}");
    }
    let mut strangers = Vec::new();
    for n in 0..600 {
        strangers.push(match n % 3 {
            0 => begun(&bank, "POST /v1/payment_methods HTTP/1.1\r\nX-Nothing: none").await,
            1 => {
                let key = format!("Authorization: Bearer {PUBLISHABLE}");
                begun(&bank, &format!("POST /v1/payment_methods HTTP/1.1\r\n{key}")).await
            }
            _ => begun(&bank, "POST /portal/bps_nobody HTTP/1.1").await,
        });
    }
    let path = format!("/v1/customers/{customer}");
    let changed = tokio::time::timeout(TIMEOUT, bank.post(&path, &[("email", "new@demo.test")])).await;
    assert_eq!(changed.expect("the shop does not wait").text("email"), "new@demo.test");
    assert_eq!(bank.get(&format!("/v1/customers/{other}")).await.text("email"), "fan@demo.test");
    let card = [
        ("type", "card"),
        ("card[number]", "4242424242424242"),
        ("card[exp_month]", "12"),
        ("card[exp_year]", "2040"),
        ("card[cvc]", "987"),
        ("key", PUBLISHABLE),
    ];
    let browser = bank.client.post(format!("{}/v1/payment_methods", bank.base));
    assert_eq!(answer(with_form(browser, &card)).await.unwrap().status, 200, "a browser gets in as well");
    drop(strangers);
    bank.stop().await;
}
