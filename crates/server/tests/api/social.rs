//! Logging in through other sites, with a real provider on this machine that can also misbehave.

use std::time::{Duration, Instant};

use reqwest::StatusCode;
use serde_json::{Value, json};
use store::NewAccount;
use testkit::{PASSWORD, account};

use crate::app::{Answer, Client, TestApp};
use crate::provider::{CLIENT, Fault, Provider, parameters};

/// A server whose channel `demo` lets people in through a provider.
pub async fn start() -> (TestApp, Provider) {
    let provider = Provider::start().await;
    let settings = provider.settings();
    let app = TestApp::start_with(|config| {
        config.social.insert("demo".into(), settings);
    })
    .await;
    (app, provider)
}

pub fn person(email: &str) -> Value {
    json!({
        "sub": format!("sub-{email}"), "id": format!("id-{email}"), "email": email, "email_verified": true,
        "given_name": "Frankie", "family_name": "Fan", "first_name": "Frankie", "last_name": "Fan",
    })
}

pub fn without_password(email: &str) -> NewAccount {
    NewAccount { password: None, ..account(email) }
}

/// A visitor's browser, and the key that it holds.
pub struct Visit {
    pub client: Client,
    key: String,
}

impl Visit {
    pub async fn new(app: &TestApp) -> Self {
        Self::at(app.demo()).await
    }

    pub async fn at(client: Client) -> Self {
        Self { key: client.api_key().await, client }
    }

    pub async fn call(&self, call: &str, mut body: Value) -> Answer {
        body["api_key"] = self.key.as_str().into();
        self.client.post(call, &body).await
    }

    /// Leaves for the provider: the address that it is asked at.
    pub async fn leave(&mut self, provider: &str, body: Value) -> String {
        let answer = self.call(&format!("v2/auth/social/{provider}"), body).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        self.client = self.client.keeping(&answer.headers);
        answer.body["data"]["url"].as_str().unwrap().to_owned()
    }

    /// Comes back: what the login screen is told behind `#`.
    pub async fn come_back(&self, provider: &str, query: &str) -> Value {
        let answer = self.client.raw(&format!("/auth/login/{provider}/callback?{query}")).await;
        assert_eq!(answer.status(), StatusCode::SEE_OTHER);
        assert_eq!(answer.headers()["cache-control"], "no-store");
        assert_eq!(answer.headers()["referrer-policy"], "no-referrer");
        let location = answer.headers()["location"].to_str().unwrap();
        let told = location.strip_prefix("/login#").expect("a step to this site's own login");
        json!(parameters(told.as_bytes()))
    }

    /// The whole way there and back: the code.
    pub async fn by(&mut self, provider: &Provider, word: &str) -> String {
        let url = self.leave(word, json!({})).await;
        let told = self.come_back(word, &provider.agree(&url)).await;
        told["social"].as_str().unwrap_or_else(|| panic!("{told}")).to_owned()
    }

    pub async fn add_session(&self, code: &str, password: Option<&str>) -> Answer {
        self.call("auth/add_session", json!({ "code": code, "password": password })).await
    }

    pub async fn is_in(&self, answer: &Answer, email: &str) {
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        let key = answer.body["data"]["api_key"].as_str().unwrap();
        assert_ne!(key, self.key, "the key changes");
        let profile = self.client.get(&format!("profile?api_key={key}")).await;
        assert_eq!(profile.body["data"]["email"], email);
    }
}

pub fn assert_refused(answer: &Answer, code: &str) {
    assert_eq!((answer.status, &answer.body["code"]), (StatusCode::BAD_REQUEST, &json!(code)), "{}", answer.body);
}

/// Nobody was let in, and nobody could be.
async fn assert_nothing_came_of_it(app: &TestApp) {
    assert_eq!(app.count("sessions").await, 0);
    assert_eq!(app.count("identities").await, 0);
    assert_eq!(app.count("tickets WHERE purpose = 'social_code'").await, 0);
}

/// AUTH-04, AUTH-05: an unknown visitor is told so, accepts the terms, and is logged in from then on.
#[tokio::test]
async fn new_member_registers_with_the_code_of_the_provider() {
    let (app, provider) = start().await;
    let settings = app.demo().get_keyed("settings").await;
    let ways = json!({ "social": ["google", "facebook"], "registration_by_mail": false });
    assert_eq!(settings.body["data"]["auth"], ways);
    provider.is_visited_by(person("New@demo.test"));
    let mut visit = Visit::new(&app).await;
    let code = visit.by(&provider, "google").await;

    let unknown = visit.add_session(&code, None).await;
    assert_refused(&unknown, "not_registered");
    let words = "You are not registered yet. Please accept terms and conditions and click Register to continue.";
    assert_eq!(unknown.body["message"], words);
    let refused = visit.call("v2/auth/register", json!({ "code": code, "terms": false })).await;
    assert_refused(&refused, "invalid");
    assert_eq!(refused.body["errors"]["terms"][0], "Please accept terms & conditions");
    assert_eq!(app.count("accounts").await, 0);

    let made = visit.call("v2/auth/register", json!({ "code": code, "terms": true, "language": "fr" })).await;
    visit.is_in(&made, "New@demo.test").await;
    let user = &made.body["data"]["user"];
    assert_eq!((&user["first_name"], &user["last_name"]), (&json!("Frankie"), &json!("Fan")));
    assert_eq!((&user["email_verified"], &user["has_password"]), (&json!(true), &json!(false)));
    assert_eq!((&user["basic_pass_selected"], &user["language"]), (&json!(true), &json!("fr")));
    assert_eq!(app.count("mails").await, 0, "the other site has seen that the address is theirs");
    assert_refused(&visit.call("v2/auth/register", json!({ "code": code, "terms": true })).await, "wrong_code");
    assert_eq!(app.count("accounts").await, 1);

    let mut again = Visit::new(&app).await;
    let code = again.by(&provider, "google").await;
    again.is_in(&again.add_session(&code, None).await, "New@demo.test").await;
    assert_refused(&again.add_session(&code, None).await, "wrong_code");
    assert_eq!(app.count("identities").await, 1);
}

/// AUTH-04, T21: whatever the other site says of an address, the account that has it opens by its password alone.
#[tokio::test]
async fn an_account_with_a_password_is_connected_by_it() {
    let (app, provider) = start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    provider.is_visited_by(person("Fan@demo.test"));
    let mut visit = Visit::new(&app).await;
    let code = visit.by(&provider, "google").await;

    let asked = visit.add_session(&code, None).await;
    assert_refused(&asked, "proof_needed");
    let words = "This email address has an account. Enter its password to connect the two.";
    assert_eq!(asked.body["errors"]["password"][0], words);
    assert_refused(&visit.add_session(&code, Some("guess")).await, "wrong_auth_data");
    assert_refused(&visit.call("v2/auth/register", json!({ "code": code, "terms": true })).await, "email_taken");
    assert_eq!((app.count("identities").await, app.count("sessions").await), (0, 0));

    visit.is_in(&visit.add_session(&code, Some(PASSWORD)).await, "fan@demo.test").await;
    assert_eq!(app.count("identities").await, 1);
    provider.is_visited_by(json!({ "email": "moved@demo.test", "sub": "sub-Fan@demo.test" }));
    let mut again = Visit::new(&app).await;
    let code = again.by(&provider, "google").await;
    again.is_in(&again.add_session(&code, None).await, "fan@demo.test").await;
}

/// T21: an account without a password is connected when both sides know its address, and never otherwise.
#[tokio::test]
async fn an_account_without_a_password_is_connected_by_an_address_that_both_sides_know() {
    let (app, provider) = start().await;
    app.account_create("demo", without_password("known@demo.test")).await;
    let unproved = NewAccount { email_verified_at: None, ..without_password("unproved@demo.test") };
    app.account_create("demo", unproved).await;
    let claimed = json!({ "sub": "claims", "email": "known@demo.test", "email_verified": false });
    for stranger in [person("unproved@demo.test"), claimed] {
        provider.is_visited_by(stranger.clone());
        let mut visit = Visit::new(&app).await;
        let code = visit.by(&provider, "google").await;
        assert_refused(&visit.add_session(&code, None).await, "proof_needed");
        assert_refused(&visit.add_session(&code, Some("")).await, "wrong_auth_data");
        assert_eq!((app.count("identities").await, app.count("sessions").await), (0, 0), "{stranger}");
    }
    provider.is_visited_by(person("known@demo.test"));
    let mut visit = Visit::new(&app).await;
    let code = visit.by(&provider, "google").await;
    visit.is_in(&visit.add_session(&code, None).await, "known@demo.test").await;
}

/// Guesses at a password count here as they do at the login.
#[tokio::test]
async fn proofs_are_throttled() {
    let (app, provider) = start().await;
    app.account_create("demo", account("fan@demo.test")).await;
    provider.is_visited_by(person("fan@demo.test"));
    let mut visit = Visit::new(&app).await;
    let code = visit.by(&provider, "google").await;
    for _ in 0..3 {
        assert_refused(&visit.add_session(&code, Some("guess")).await, "wrong_auth_data");
    }
    assert_refused(&visit.add_session(&code, Some("guess")).await, "captcha_required");
    assert_refused(&visit.add_session(&code, Some(PASSWORD)).await, "captcha_required");
    assert_eq!(app.count("identities").await, 0);
}

/// T21: what leaves this site is fresh, is not the api key, and leads back to one address of this very host.
#[tokio::test]
async fn provider_redirect_carries_single_use_values_alone() {
    let (app, provider) = start().await;
    let mut visit = Visit::new(&app).await;
    let [first, second] = [visit.leave("google", json!({})).await, visit.leave("google", json!({})).await];
    for url in [&first, &second] {
        assert!(url.starts_with(&format!("{}/authorize?", provider.issuer())));
        assert!(!url.contains(&visit.key), "{url}");
        let asked = parameters(url.split_once('?').unwrap().1.as_bytes());
        assert_eq!(asked["redirect_uri"], "https://demo.test/auth/login/google/callback");
        assert_eq!((asked["client_id"].as_str(), asked["code_challenge_method"].as_str()), (CLIENT, "S256"));
        assert_eq!(asked["scope"], "openid email profile");
        assert!(asked["state"].len() >= 43 && asked["nonce"].len() >= 43, "{url}");
    }
    for part in ["state", "nonce", "code_challenge"] {
        let [first, second] = [&first, &second].map(|url| parameters(url.as_bytes())[part].clone());
        assert_ne!(first, second, "{part}");
    }
    let answer = visit.call("v2/auth/social/google", json!({})).await;
    let cookie = answer.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("__Host-touchline-social="), "{cookie}");
    assert!(cookie.ends_with("; Path=/; Max-Age=600; Secure; HttpOnly; SameSite=Lax"), "{cookie}");
}

/// T21: a state is good once, at its own provider, and in the browser that left with it.
#[tokio::test]
async fn a_state_is_good_once_and_in_one_browser() {
    let (app, provider) = start().await;
    provider.is_visited_by(person("fan@demo.test"));
    let failed = json!({ "social_error": "failed" });

    let mut visit = Visit::new(&app).await;
    let url = visit.leave("google", json!({})).await;
    let stranger = Visit { client: app.demo(), key: visit.key.clone() };
    assert_eq!(stranger.come_back("google", &provider.agree(&url)).await, failed, "no cookie");
    assert_eq!(visit.come_back("google", &provider.agree(&url)).await, failed, "tried before");

    let url = visit.leave("google", json!({})).await;
    let mut other = Visit::new(&app).await;
    other.leave("google", json!({})).await;
    assert_eq!(other.come_back("google", &provider.agree(&url)).await, failed, "another browser's cookie");

    let url = visit.leave("google", json!({})).await;
    assert_eq!(visit.come_back("facebook", &provider.agree(&url)).await, failed, "another provider");
    for query in ["", "code=x", "state=x&code=x", "error=access_denied", "error=access_denied&state=x"] {
        assert_eq!(visit.come_back("google", query).await, failed, "{query}");
    }
    let url = visit.leave("google", json!({})).await;
    let back = provider.agree(&url);
    let elsewhere = Visit { client: app.at("other.test"), ..Visit::new(&app).await };
    assert_eq!(elsewhere.come_back("google", &back).await, failed, "another channel");
    let from_elsewhere = format!("{}&iss=https://accounts.test", back.split_once("&iss=").unwrap().0);
    assert_eq!(visit.come_back("google", &from_elsewhere).await, failed, "from another provider");
    assert_nothing_came_of_it(&app).await;

    let url = visit.leave("google", json!({})).await;
    let back = provider.agree(&url);
    assert!(visit.come_back("google", &back).await["social"].is_string());
    assert_eq!(visit.come_back("google", &back).await, failed, "once");
    assert_eq!(app.count("tickets WHERE purpose = 'social_code'").await, 1);
}

/// AUTH-05, T21, T26: a code logs in nobody but the browser that left, at its own channel.
#[tokio::test]
async fn a_code_is_good_in_the_browser_that_left() {
    let (app, provider) = start().await;
    app.account_create("demo", without_password("fan@demo.test")).await;
    app.account_create("other", without_password("fan@demo.test")).await;
    provider.is_visited_by(person("fan@demo.test"));
    let mut visit = Visit::new(&app).await;
    let code = visit.by(&provider, "google").await;
    let mut other = Visit::new(&app).await;
    other.leave("google", json!({})).await;
    let elsewhere = app.at("other.test");
    let elsewhere = Visit { key: elsewhere.api_key().await, client: elsewhere };
    for stranger in [Visit::new(&app).await, other, elsewhere] {
        assert_refused(&stranger.add_session(&code, None).await, "wrong_code");
        assert_refused(&stranger.call("v2/auth/register", json!({ "code": code, "terms": true })).await, "wrong_code");
    }
    for wrong in ["", "x", &code[1..]] {
        assert_refused(&visit.add_session(wrong, None).await, "wrong_code");
    }
    assert_eq!((app.count("identities").await, app.count("sessions").await), (0, 0));
    visit.is_in(&visit.add_session(&code, None).await, "fan@demo.test").await;
}

/// T26: each channel has providers of its own; one that has none has no such way in.
#[tokio::test]
async fn ways_in_are_a_channels_own() {
    let (app, _) = start().await;
    let other = app.at("other.test");
    let body = json!({ "api_key": other.api_key().await });
    assert_eq!(other.post("v2/auth/social/google", &body).await.status, StatusCode::NOT_FOUND);
    let visit = Visit::new(&app).await;
    assert_eq!(visit.call("v2/auth/social/myspace", json!({})).await.status, StatusCode::NOT_FOUND);
    let nowhere = app.demo().raw("/auth/login/myspace/callback?state=x").await;
    assert_eq!(nowhere.status(), StatusCode::NOT_FOUND);
    assert_eq!(other.get_keyed("settings").await.body["data"]["auth"]["social"], json!([]));
    assert_eq!(app.count("tickets").await, 0);
}

/// T21: whatever is wrong with what the provider says, nobody is let in by it.
#[tokio::test]
async fn a_provider_that_is_wrong_lets_nobody_in() {
    let (app, provider) = start().await;
    app.account_create("demo", without_password("fan@demo.test")).await;
    provider.is_visited_by(person("fan@demo.test"));
    for fault in [
        Fault::WrongNonce,
        Fault::WrongAudience,
        Fault::WrongIssuer,
        Fault::Expired,
        Fault::WrongKey,
        Fault::SharedKey,
        Fault::Unsigned,
        Fault::NoToken,
        Fault::CodeRefused,
        Fault::Endless,
        Fault::Redirects,
        Fault::OtherPage,
    ] {
        provider.fail_by(fault);
        let mut visit = Visit::new(&app).await;
        let url = visit.leave("google", json!({})).await;
        let told = visit.come_back("google", &provider.agree(&url)).await;
        assert_eq!(told, json!({ "social_error": "failed" }), "{fault:?}");
        assert_nothing_came_of_it(&app).await;
    }
    provider.fail_by(Fault::None);
    let mut visit = Visit::new(&app).await;
    let url = visit.leave("google", json!({})).await;
    let stolen = provider.agree(&url);
    let url = visit.leave("google", json!({})).await;
    let (code, state) = (parameters(stolen.as_bytes()), parameters(provider.agree(&url).as_bytes()));
    let mixed = format!("code={}&state={}", code["code"], state["state"]);
    assert_eq!(visit.come_back("google", &mixed).await, json!({ "social_error": "failed" }), "another trip's code");
    assert_nothing_came_of_it(&app).await;
}

/// AUTH-04: a provider that tells of people on a page alone lets them in as well.
#[tokio::test]
async fn a_provider_may_tell_of_people_on_a_page() {
    let (app, provider) = start().await;
    app.account_create("demo", without_password("fan@demo.test")).await;
    provider.is_visited_by(person("fan@demo.test"));
    provider.fail_by(Fault::PageOnly);
    let mut visit = Visit::new(&app).await;
    let code = visit.by(&provider, "google").await;
    visit.is_in(&visit.add_session(&code, None).await, "fan@demo.test").await;
}

/// A provider that has changed its key since is asked for the new one.
#[tokio::test]
async fn a_provider_may_change_its_key() {
    let (app, provider) = start().await;
    app.account_create("demo", without_password("fan@demo.test")).await;
    provider.is_visited_by(person("fan@demo.test"));
    for name in ["first", "second"] {
        provider.change_key(name);
        let mut visit = Visit::new(&app).await;
        let code = visit.by(&provider, "google").await;
        visit.is_in(&visit.add_session(&code, None).await, "fan@demo.test").await;
    }
    // Not for every token that names a key which nobody knows.
    provider.change_key("third");
    let mut visit = Visit::new(&app).await;
    let url = visit.leave("google", json!({})).await;
    assert_eq!(visit.come_back("google", &provider.agree(&url)).await, json!({ "social_error": "failed" }));
}

/// AUTH-04: a visitor who cancels at the provider is told that, and nothing else happens.
#[tokio::test]
async fn cancelled_provider_login_changes_nothing() {
    let (app, _) = start().await;
    let mut visit = Visit::new(&app).await;
    let url = visit.leave("google", json!({ "return": "/vod" })).await;
    let state = &parameters(url.as_bytes())["state"];
    let told = visit.come_back("google", &format!("error=access_denied&state={state}")).await;
    assert_eq!(told, json!({ "social_error": "cancelled", "return": "/vod" }));
    let url = visit.leave("google", json!({})).await;
    let state = &parameters(url.as_bytes())["state"];
    let told = visit.come_back("google", &format!("error=server_error&state={state}")).await;
    assert_eq!(told, json!({ "social_error": "failed" }));
    assert_nothing_came_of_it(&app).await;
}

/// A provider that is away, slow or an impostor is a failure that says so, soon, and nobody waits for ever.
#[tokio::test]
async fn a_provider_that_is_away_holds_nobody_up() {
    let (app, provider) = start().await;
    provider.is_visited_by(person("fan@demo.test"));
    let begun = Instant::now();
    for fault in [Fault::OtherDescription, Fault::Silent] {
        provider.fail_by(fault);
        let answer = Visit::new(&app).await.call("v2/auth/social/google", json!({})).await;
        assert_eq!((answer.status, &answer.body["code"]), (StatusCode::SERVICE_UNAVAILABLE, &json!("unavailable")));
    }
    provider.fail_by(Fault::None);
    let mut visit = Visit::new(&app).await;
    let url = visit.leave("google", json!({})).await;
    let back = provider.agree(&url);
    provider.fail_by(Fault::Slow);
    assert_eq!(visit.come_back("google", &back).await, json!({ "social_error": "failed" }));
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    assert_nothing_came_of_it(&app).await;

    let gone = TestApp::start_with(|config| {
        let mut settings = provider.settings();
        settings.google.as_mut().unwrap().issuer = "http://127.0.0.1:1".into();
        config.social.insert("demo".into(), settings);
    })
    .await;
    let answer = Visit::new(&gone).await.call("v2/auth/social/google", json!({})).await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
}

/// T30: people are led back to where they were on this site, and to nowhere else.
#[tokio::test]
async fn return_path_leads_to_this_site_alone() {
    let (app, provider) = start().await;
    provider.is_visited_by(person("fan@demo.test"));
    for (wanted, led) in [
        ("/watch/1", Some("/watch/1")),
        ("/vod?sort=new&x=1", Some("/vod?sort=new&x=1")),
        ("//evil.test", None),
        ("/\\evil.test", None),
        ("https://evil.test", None),
        ("/a\r\nSet-Cookie: x=1", None),
    ] {
        let mut visit = Visit::new(&app).await;
        let url = visit.leave("google", json!({ "return": wanted })).await;
        let told = visit.come_back("google", &format!("{}&return=//evil.test", provider.agree(&url))).await;
        assert!(told["social"].is_string(), "{told}");
        assert_eq!(told["return"].as_str(), led, "{wanted:?}");
    }
}

/// AUTH-04: Facebook signs nothing and confirms no address: the account is made, and its address is still to be confirmed.
#[tokio::test]
async fn facebook_account_has_to_confirm_its_address() {
    let (app, provider) = start().await;
    provider.is_visited_by(person("new@demo.test"));
    let mut visit = Visit::new(&app).await;
    let code = visit.by(&provider, "facebook").await;
    assert_refused(&visit.add_session(&code, None).await, "not_registered");
    let made = visit.call("v2/auth/register", json!({ "code": code, "terms": true })).await;
    visit.is_in(&made, "new@demo.test").await;
    assert_eq!(made.body["data"]["user"]["email_verified"], false);
    assert_eq!(
        app.count("mails WHERE kind = 'verify_email' AND recipient = 'new@demo.test' AND account_id > 0").await,
        1
    );
    assert_eq!(app.count("tickets WHERE purpose = 'verify_email' AND account_id > 0").await, 1);

    let mut again = Visit::new(&app).await;
    let code = again.by(&provider, "facebook").await;
    again.is_in(&again.add_session(&code, None).await, "new@demo.test").await;
    let mut google = Visit::new(&app).await;
    let code = google.by(&provider, "google").await;
    assert_refused(&google.add_session(&code, None).await, "proof_needed");

    for fault in [Fault::CodeRefused, Fault::Redirects] {
        provider.fail_by(fault);
        let mut visit = Visit::new(&app).await;
        let url = visit.leave("facebook", json!({})).await;
        let told = visit.come_back("facebook", &provider.agree(&url)).await;
        assert_eq!(told, json!({ "social_error": "failed" }), "{fault:?}");
    }
}

/// A visitor whose address the other site does not tell enters it, and confirms it.
#[tokio::test]
async fn provider_account_without_address_asks_for_one() {
    let (app, provider) = start().await;
    app.account_create("demo", account("taken@demo.test")).await;
    provider.is_visited_by(json!({ "id": "7", "first_name": "Frankie" }));
    let mut visit = Visit::new(&app).await;
    let code = visit.by(&provider, "facebook").await;
    assert_refused(&visit.add_session(&code, None).await, "not_registered");
    let register = async |email: &str| {
        visit.call("v2/auth/register", json!({ "code": code, "terms": true, "email": email })).await
    };
    let refused = register("").await;
    assert_eq!(refused.body["errors"]["email"][0], "A valid email address is required");
    assert_refused(&register("taken@demo.test").await, "email_taken");
    let made = register("new@demo.test").await;
    visit.is_in(&made, "new@demo.test").await;
    assert_eq!(made.body["data"]["user"]["email_verified"], false);
}

/// AUTH-02: a logged-in member is not logged in a second time.
#[tokio::test]
async fn a_member_is_told_that_they_are_in() {
    let (app, provider) = start().await;
    let fan = app.member("fan@demo.test").await;
    provider.is_visited_by(person("fan@demo.test"));
    let mut visit = Visit::new(&app).await;
    let code = visit.by(&provider, "google").await;
    visit.key = fan.key.clone();
    assert_refused(&visit.add_session(&code, Some(PASSWORD)).await, "already_logged_in");
    assert_eq!(fan.get("profile").await.status, StatusCode::OK);
}
