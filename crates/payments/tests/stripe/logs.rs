//! What is logged and printed.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use payments::stripe::{Confirm, Step};

use crate::fake::{Fake, Reply};
use crate::support::{KEY, client, key, pay};

static LINES: AtomicUsize = AtomicUsize::new(0);
static LEAKS: AtomicUsize = AtomicUsize::new(0);

const SECRETS: [&str; 4] = [KEY, "secret_of_the_browser", "three_d_secure_token", "portal_token"];

/// Looks at each line instead of keeping it.
struct Lookout;

impl Write for Lookout {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        LINES.fetch_add(1, Ordering::Relaxed);
        if leaks(&String::from_utf8_lossy(line)) {
            LEAKS.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn leaks(text: &str) -> bool {
    SECRETS.iter().any(|secret| text.contains(secret))
}

/// T44: neither our key nor what lets a browser go on is in a line of any log, in what is printed, or in an error.
#[tokio::test]
async fn no_log_shows_a_secret() {
    let all = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(|| Lookout);
    all.try_init().unwrap();
    let payment = r#"{"id":"pi_1","status":"requires_action","amount":4999,"currency":"usd","created":1,
        "client_secret":"pi_1_secret_of_the_browser",
        "next_action":{"type":"redirect_to_url","redirect_to_url":{"url":"https://bank.test/three_d_secure_token"}}}"#;
    let echo = format!(
        r#"{{"error":{{"type":"invalid_request_error","code":"{KEY}","param":"{KEY} x","message":"Invalid API Key: {KEY}"}}}}"#
    );
    let mut printed = Vec::new();
    for reply in [
        Reply::json(200, payment),
        Reply::json(200, &payment.replace("4999", "\"secret_of_the_browser\"")),
        Reply::json(401, &echo),
        Reply::with(401, &format!("request-id: {KEY} x\r\n"), &echo),
        Reply::json(500, &echo),
        Reply::Close,
    ] {
        let fake = Fake::start([reply]).await;
        let client = client(&fake.address);
        let outcome = pay(&client, &"cus_1".parse().unwrap(), &"pm_1".parse().unwrap(), Confirm::OffSession).await;
        printed.push(format!("{outcome:?} {}", outcome.as_ref().map_or_else(ToString::to_string, |_| String::new())));
        if let Ok(payment) = outcome {
            assert_eq!(payment.client_secret.unwrap().expose(), "pi_1_secret_of_the_browser");
            assert_eq!(payment.next_action.unwrap().url().unwrap().expose(), "https://bank.test/three_d_secure_token");
        }
        assert_eq!(fake.seen()[0].header("authorization"), Some(format!("Bearer {KEY}").as_str()));
    }
    let fake = Fake::start([Reply::json(200, r#"{"url":"https://stripe.test/portal_token"}"#)]).await;
    let client = client(&fake.address);
    let portal =
        client.create_portal_session(&key(Step::OpenPortal, 1), &"cus_1".parse().unwrap(), "https://a.test/").await;
    printed.push(format!("{:?}", portal.unwrap()));

    for text in &printed {
        assert!(!leaks(text), "{text}");
    }
    assert!(LINES.load(Ordering::Relaxed) > 10);
    assert_eq!(LEAKS.load(Ordering::Relaxed), 0);
}
