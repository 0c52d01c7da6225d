//! A running server with two small channels, and a client that checks every answer against the OpenAPI document.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::channel::AccountRules;
use domain::ids::ChannelId;
use domain::secret::Secret;
use domain::session_key;
use domain::time::Timestamp;
use jsonschema::Validator;
use live::Hub;
use media::storage::{Images, Objects};
use reqwest::{Method, Response, StatusCode};
use sea_orm::{ConnectionTrait, Database, QueryResult, Statement};
use serde_json::{Value, json};
use server::config::{CaptchaConfig, Config, OptionalPort, ProviderUrls};
use server::{Clock, LiveStreams, RunError, Running};
use sha2::{Digest, Sha256};
use store::NewAccount;
use testkit::{PASSWORD, Relay, TestDatabase, account, channel};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub static DOCUMENT: LazyLock<Value> = LazyLock::new(|| serde_json::to_value(server::openapi()).unwrap());
pub static CONSOLE: LazyLock<Value> = LazyLock::new(|| serde_json::to_value(server::console_openapi()).unwrap());

/// The machine's time of day, until a test stops it or moves it on. What the server measures by the machine's uptime, such
/// as how long a cache holds, goes on without it.
#[derive(Clone, Default)]
pub struct TestClock(Arc<Mutex<Moved>>);

#[derive(Clone, Copy, Default)]
struct Moved {
    stopped: Option<Timestamp>,
    ahead_ms: i64,
}

impl TestClock {
    pub fn now(&self) -> Timestamp {
        let Moved { stopped, ahead_ms } = *self.0.lock().unwrap();
        stopped.unwrap_or_else(|| server::system_clock().now()).plus(ahead_ms)
    }

    /// From here on time passes only by `advance`: however busy the machine is, a test sees the moment before an end.
    pub fn stop(&self) {
        self.0.lock().unwrap().stopped.get_or_insert(server::system_clock().now());
    }

    pub fn advance(&self, ms: i64) {
        self.0.lock().unwrap().ahead_ms += ms;
    }

    fn handed_in(&self) -> Clock {
        let clock = self.clone();
        Clock::new(move || clock.now())
    }
}

pub struct TestApp {
    pub address: SocketAddr,
    pub metrics: Option<SocketAddr>,
    pub database: TestDatabase,
    pub images: Images,
    pub clock: TestClock,
    pub live_streams: Arc<LiveStreams>,
    pub hub: Hub,
    password_work: Arc<AtomicU64>,
    config: Config,
    stop: Option<oneshot::Sender<()>>,
    running: JoinHandle<Result<(), RunError>>,
}

impl TestApp {
    /// Channels `demo` at `demo.test` and `other` at `other.test`.
    pub async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    pub async fn start_with(change: impl FnOnce(&mut Config)) -> Self {
        let database = TestDatabase::new().await;
        database.store.channel_import(channel("demo", 1)).await.unwrap();
        database.store.channel_import(channel("other", 1001)).await.unwrap();
        let media = format!("file:{}", database.folder.path().join("media").display());
        let images = Images::new(Objects::open(&media).unwrap(), 1024 * 1024);
        let mut config = config(&database, media);
        change(&mut config);
        Self::run(database, images, config, TestClock::default()).await
    }

    async fn run(database: TestDatabase, images: Images, config: Config, clock: TestClock) -> Self {
        let (store, stand_ins) = (database.store.clone(), demo::stand_ins::of(&config, config.has_dev_mailbox));
        let server: Running =
            server::start(&config, store, images.clone(), stand_ins, clock.handed_in()).await.unwrap();
        let (address, metrics, live_streams) = (server.address, server.metrics_address, server.live_streams());
        let (hub, password_work) = (server.hub().clone(), server.password_work());
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(server.until(async {
            let _ = stopped.await;
        }));
        let stop = Some(stop);
        Self { address, metrics, database, images, clock, live_streams, hub, password_work, config, stop, running }
    }

    /// What the server's hashing cost since this was asked last: unlike a time, it is the same on a busy machine.
    pub fn password_work(&self) -> u64 {
        self.password_work.swap(0, Ordering::Relaxed)
    }

    /// Another server beside this one, on the same database and bucket.
    pub async fn beside(&self) -> Self {
        let database = self.database.shared().await;
        let config = Config { data_dir: PathBuf::from(database.folder.path()), ..self.config.clone() };
        Self::run(database, self.images.clone(), config, self.clock.clone()).await
    }

    /// Another server on the same database, when this one has stopped.
    pub async fn restarted(self) -> Self {
        self.restarted_with(|_| {}).await
    }

    /// The same, when something was done to the database while no server ran.
    pub async fn restarted_after(mut self, work: impl AsyncFnOnce()) -> Self {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        self.running.await.unwrap().unwrap();
        work().await;
        Self::run(self.database, self.images, self.config, self.clock).await
    }

    /// The same with other settings.
    pub async fn restarted_with(mut self, change: impl FnOnce(&mut Config)) -> Self {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        self.running.await.unwrap().unwrap();
        change(&mut self.config);
        Self::run(self.database, self.images, self.config, self.clock).await
    }

    /// A copy of the database as it is now, beside it. Of one file alone.
    pub async fn copy_database(&self) -> PathBuf {
        let copy = self.database.folder.path().join("older.db");
        self.database.execute(&format!("VACUUM INTO '{}'", copy.display())).await;
        copy
    }

    /// Another server on such a copy, when this one has stopped: as if it had been put back.
    pub async fn restarted_on(mut self, copy: PathBuf) -> Self {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        self.running.await.unwrap().unwrap();
        self.database.url = format!("sqlite:{}", copy.display());
        self.database.store = store::Store::open(&self.database.url).await.unwrap();
        self.config.database_url = Secret::new(self.database.url.clone());
        Self::run(self.database, self.images, self.config, self.clock).await
    }

    /// Another server that reaches its database by a way that can be cut, when this one has stopped. Not to a file.
    pub async fn restarted_behind_relay(mut self) -> (Self, Relay) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        self.running.await.unwrap().unwrap();
        let (before, rest) = self.database.url.split_once('@').unwrap();
        let (server, name) = rest.split_once('/').unwrap();
        let relay = Relay::to(server.to_owned()).await;
        let url = format!("{before}@{}/{name}", relay.address);
        self.database.store = store::Store::open(&url).await.unwrap();
        self.config.database_url = Secret::new(url);
        (Self::run(self.database, self.images, self.config, self.clock).await, relay)
    }

    pub fn data_dir(&self) -> &std::path::Path {
        &self.config.data_dir
    }

    /// A client of the channel `demo`.
    pub fn demo(&self) -> Client {
        self.at("demo.test")
    }

    pub fn at(&self, host: &str) -> Client {
        // It speaks plain HTTP: reading the system's certificates would take longer than most calls.
        let http = reqwest::Client::builder().no_proxy().tls_certs_only([]);
        let http = http.redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Client { http, address: self.address, host: host.into(), cookie: None, header: None }
    }

    /// Waits until the server, which follows the database, shows a change.
    pub async fn until(&self, mut shown: impl AsyncFnMut() -> bool) {
        let seen = async {
            while !shown().await {
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(testkit::TIMEOUT, seen).await.expect("the change is shown");
    }

    /// Makes an account on the channel of that alias.
    pub async fn account_create(&self, alias: &str, new: NewAccount) {
        let channels = self.database.store.channels().await.unwrap();
        let channel = channels.iter().find(|channel| channel.identity.alias == alias).unwrap();
        self.database.store.account_create(channel.identity.id, new).await.unwrap().expect("the address is free");
    }

    /// A second key for the same person, from a browser that says what it is.
    pub async fn log_in_with(&self, email: &str, agent: &str) -> Member {
        let client = self.demo();
        let key = client.api_key().await;
        let body = serde_json::json!({ "api_key": key, "email": email, "password": PASSWORD });
        let request = client.request(Method::POST, "/api/v2/auth/login").header("user-agent", agent).json(&body);
        let answer: Value = request.send().await.unwrap().json().await.unwrap();
        Member { client, key: answer["data"]["api_key"].as_str().unwrap().to_owned() }
    }

    /// A logged-in member of the channel `demo`.
    pub async fn member(&self, email: &str) -> Member {
        self.account_create("demo", account(email)).await;
        Member::log_in(self.demo(), email).await
    }

    /// The same by a session that is simply there: many at once need not wait for their passwords.
    pub async fn member_by_session(&self, client: &Client, channel: ChannelId, email: &str) -> Member {
        let store = &self.database.store;
        let made = store.account_create(channel, account(email)).await.unwrap().expect("the address is free");
        let key = session_key::issue(Sha256::digest(email).into());
        let now = self.clock.now();
        let session = testkit::session(made.id, session_key::hash(&key).unwrap(), now);
        store.session_open(channel, session, None, None).await.unwrap();
        Member { client: client.clone(), key }
    }

    /// How many rows there are of a table, or of a part of it.
    pub async fn count(&self, rows: &str) -> i64 {
        let connection = Database::connect(&self.database.url).await.unwrap();
        let select =
            Statement::from_string(connection.get_database_backend(), format!("SELECT COUNT(*) AS n FROM {rows}"));
        connection.query_one_raw(select).await.unwrap().unwrap().try_get("", "n").unwrap()
    }

    /// The mails to an address, oldest first.
    pub async fn mails(&self, to: &str) -> Vec<Mail> {
        let connection = Database::connect(&self.database.url).await.unwrap();
        let select = format!("SELECT kind, subject, text FROM mails WHERE recipient = '{to}' ORDER BY id");
        let select = Statement::from_string(connection.get_database_backend(), select);
        let rows = connection.query_all_raw(select).await.unwrap();
        let mail = |row: &QueryResult| {
            let [kind, subject, text] = ["kind", "subject", "text"].map(|column| row.try_get("", column).unwrap());
            Mail { kind, subject, text }
        };
        rows.iter().map(mail).collect()
    }

    /// The last mail of a kind to an address.
    pub async fn last_mail(&self, to: &str, kind: &str) -> Option<Mail> {
        self.mails(to).await.into_iter().rfind(|mail| mail.kind == kind)
    }

    /// The one mail of this kind to an address.
    pub async fn mail(&self, to: &str, kind: &str) -> Mail {
        let mut mails: Vec<Mail> = self.mails(to).await.into_iter().filter(|mail| mail.kind == kind).collect();
        assert_eq!(mails.len(), 1, "{kind} to {to}: {mails:?}");
        mails.remove(0)
    }

    /// Changes the rules of the channel `demo`, and waits until they hold.
    pub async fn set_rules(&self, rules: AccountRules) {
        let mut changed = channel("demo", 1);
        changed.profile.accounts = rules;
        changed.profile.name = format!("{rules:?}");
        let name = changed.profile.name.clone();
        self.database.store.channel_import(changed).await.unwrap();
        self.until(async || self.demo().get("settings").await.body.to_string().contains(&name)).await;
    }

    /// Stops the server as a signal would, and gives how it ended.
    pub async fn stop(mut self) -> Result<(), RunError> {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        self.running.await.unwrap()
    }

    /// How the server ended by itself.
    pub async fn ended(self) -> Result<(), RunError> {
        self.running.await.unwrap()
    }
}

/// A mail as it was queued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    pub kind: String,
    pub subject: String,
    pub text: String,
}

impl Mail {
    /// What the screen behind the link to that path would send.
    pub fn link(&self, path: &str) -> Value {
        let (_, rest) = self.text.split_once(&format!("{path}?")).unwrap_or_else(|| panic!("{path}: {}", self.text));
        let query = rest.split(|end: char| end.is_whitespace() || "\"<>)".contains(end)).next().unwrap();
        let part = |name: &str| {
            let mut pairs = form_urlencoded::parse(query.as_bytes());
            pairs.find(|(found, _)| found == name).map(|(_, value)| value.into_owned()).unwrap()
        };
        let expires: i64 = part("expires").parse().unwrap();
        serde_json::json!({ "email": part("email"), "expires": expires, "signature": part("signature") })
    }

    /// The code of six digits that the mail carries.
    pub fn code(&self) -> String {
        let mut numbers = self.text.split(|c: char| !c.is_ascii_digit());
        numbers.find(|number| number.len() == 6).expect("a code").to_owned()
    }
}

/// Makes the server one for demos, or one that is not.
pub fn set_demo(config: &mut Config, is_demo: bool) {
    (config.trusts_loopback, config.has_dev_mailbox) = (is_demo, is_demo);
}

pub fn config(database: &TestDatabase, media: String) -> Config {
    Config {
        port: 0,
        listen: [127, 0, 0, 1].into(),
        metrics_port: OptionalPort::Off,
        rtmp_port: OptionalPort::Off,
        srt_port: OptionalPort::Off,
        rtmp_listen: [127, 0, 0, 1].into(),
        stream_silence_s: 900,
        rendition_cores: Some(0.0),
        disk_warn_mb: 0,
        disk_refuse_mb: 0,
        upload_max_mb: 100,
        live_window: None,
        live_restart_after: None,
        data_dir: PathBuf::from(database.folder.path()),
        database_url: Secret::new(database.url.clone()),
        media_url: Secret::new(media),
        smtp_url: None,
        srt_passphrase: None,
        mail_from: None,
        trusts_loopback: false,
        has_dev_mailbox: false,
        development: false,
        trusted_proxies: vec![],
        geo_database: None,
        captcha: CaptchaConfig { work: 50, recaptcha: None },
        provider_urls: ProviderUrls::default(),
        stripe: None,
        test_payments: true,
        payment_sweep_s: 1,
        renewal_grace_days: 3,
        media_cache_mb: 16,
        max_connections: 1000,
        max_connections_per_address: 1000,
        head_time_s: 60,
        body_idle_s: 30,
        write_idle_s: 60,
        stop_grace_s: 10,
        log: "off".into(),
        social: Default::default(),
    }
}

#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    address: SocketAddr,
    host: String,
    cookie: Option<String>,
    /// As a proxy adds it.
    header: Option<(&'static str, String)>,
}

/// An answer that has been checked against the document.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: reqwest::header::HeaderMap,
    pub body: Value,
}

impl Answer {
    /// What is wrong with each field, as programs read it: the field, the code and its numbers.
    pub fn problems(&self) -> Vec<Value> {
        let problems = self.body["problems"].as_array().unwrap_or_else(|| panic!("no problems in {}", self.body));
        // A sentence stands at its field, in the shape of the specification too.
        for problem in problems {
            let sentences = self.body["errors"][problem["field"].as_str().unwrap()].as_array().unwrap();
            assert!(sentences.contains(&problem["message"]), "{}", self.body);
        }
        problems.iter().map(|problem| json!([problem["field"], problem["code"], problem["params"]])).collect()
    }
}

impl Client {
    /// A request to any path of the host, without checks.
    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.http.request(method, format!("http://{}{path}", self.address)).header("host", &self.host);
        let request = match &self.header {
            Some((name, value)) => request.header(*name, value),
            None => request,
        };
        match &self.cookie {
            Some(cookie) => request.header("cookie", cookie),
            None => request,
        }
    }

    /// The same client with one more header on each request.
    pub fn with_header(&self, name: &'static str, value: &str) -> Self {
        Self { header: Some((name, value.to_owned())), ..self.clone() }
    }

    /// The same browser with the cookie that an answer has set.
    pub fn keeping(&self, headers: &reqwest::header::HeaderMap) -> Self {
        let set = headers.get("set-cookie").and_then(|cookie| cookie.to_str().ok()).unwrap_or_default();
        Self { cookie: set.split(';').next().map(str::to_owned), ..self.clone() }
    }

    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// The same browser with a cookie, as `name=value`.
    pub fn with_cookie(&self, cookie: &str) -> Self {
        Self { cookie: Some(cookie.to_owned()), ..self.clone() }
    }

    /// A fresh solution of the captcha, as a browser sends it.
    pub async fn solve_captcha(&self) -> String {
        let offered = self.get_keyed("captcha").await.body["data"].clone();
        assert_eq!(offered["kind"], "pow");
        let challenge = &offered["challenge"];
        let (salt, wanted) = (challenge["salt"].as_str().unwrap(), challenge["challenge"].as_str().unwrap());
        let most = challenge["maxnumber"].as_u64().unwrap();
        let hash = |number: &u64| -> String {
            Sha256::digest(format!("{salt}{number}")).iter().map(|byte| format!("{byte:02x}")).collect()
        };
        let number = (0..=most).find(|number| hash(number) == wanted).expect("there is a solution");
        let solution = serde_json::json!({
            "algorithm": challenge["algorithm"],
            "challenge": wanted,
            "number": number,
            "salt": salt,
            "signature": challenge["signature"],
        });
        STANDARD.encode(solution.to_string())
    }

    /// A call with a fresh key and a solved captcha.
    pub async fn post_solved(&self, call: &str, mut body: Value) -> Answer {
        body["api_key"] = self.api_key().await.into();
        body["recaptcha_token"] = self.solve_captcha().await.into();
        self.post(call, &body).await
    }

    pub async fn raw(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    /// A call of the API; the answer must be what the document says.
    pub async fn get(&self, call: &str) -> Answer {
        let answer = self.raw(&format!("/api/{call}")).await;
        checked(&DOCUMENT, "get", call, answer).await
    }

    pub async fn post(&self, call: &str, body: &Value) -> Answer {
        let answer = self.request(Method::POST, &format!("/api/{call}")).json(body).send().await.unwrap();
        checked(&DOCUMENT, "post", call, answer).await
    }

    pub async fn delete(&self, call: &str) -> Answer {
        let answer = self.request(Method::DELETE, &format!("/api/{call}")).send().await.unwrap();
        checked(&DOCUMENT, "delete", call, answer).await
    }

    /// A call with a fresh api key of this host's channel.
    pub async fn get_keyed(&self, call: &str) -> Answer {
        let key = self.api_key().await;
        self.get(&with_key(call, &key)).await
    }

    /// Tries to log in with a key that the caller holds.
    pub async fn log_in(&self, key: &str, email: &str, password: &str) -> Answer {
        let body = serde_json::json!({ "api_key": key, "email": email, "password": password });
        self.post("v2/auth/login", &body).await
    }

    pub async fn api_key(&self) -> String {
        let channel_key = self.get("channel-key").await.body["data"]["channel_key"].clone();
        let answer = self.post("get_api_key", &serde_json::json!({ "channel_key": channel_key })).await;
        answer.body["data"]["api_key"].as_str().unwrap().to_owned()
    }
}

/// A logged-in member, and the key that they hold.
#[derive(Clone)]
pub struct Member {
    pub client: Client,
    pub key: String,
}

impl Member {
    pub async fn log_in(client: Client, email: &str) -> Self {
        let anonymous = client.api_key().await;
        let answer = client.log_in(&anonymous, email, PASSWORD).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        let key = answer.body["data"]["api_key"].as_str().unwrap().to_owned();
        Self { client, key }
    }

    pub async fn get(&self, call: &str) -> Answer {
        self.client.get(&with_key(call, &self.key)).await
    }

    pub async fn post(&self, call: &str, mut body: Value) -> Answer {
        body["api_key"] = self.key.as_str().into();
        self.client.post(call, &body).await
    }

    pub async fn delete(&self, call: &str) -> Answer {
        self.client.delete(&with_key(call, &self.key)).await
    }
}

fn with_key(call: &str, key: &str) -> String {
    let mark = if call.contains('?') { '&' } else { '?' };
    format!("{call}{mark}api_key={key}")
}

/// The answer, which must be what the document says of the call.
pub async fn checked(document: &'static Value, method: &str, call: &str, answer: Response) -> Answer {
    let (status, headers) = (answer.status(), answer.headers().clone());
    let text = answer.text().await.unwrap();
    let body: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{call} answered {status} with {text}"));
    let path = call.split('?').next().unwrap();
    let operation = operation(document, &format!("/{path}"), method);
    let described = operation["responses"].get(status.as_str()).or(operation["responses"].get("default"));
    let described = described.unwrap_or_else(|| panic!("{call}: the document does not know {status}"));
    let wrong: Vec<String> = validator(document, &described["content"]["application/json"]["schema"])
        .iter_errors(&body)
        .map(|wrong| format!("{}: {wrong}", wrong.instance_path()))
        .collect();
    assert!(wrong.is_empty(), "{call} answered {status} with {body}, which is not as documented: {wrong:?}");
    Answer { status, headers, body }
}

/// What checks answers against a schema of the document. Made once for each: that takes longer than most calls.
fn validator(document: &'static Value, schema: &'static Value) -> Arc<Validator> {
    static MADE: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);
    let mut made = MADE.lock().unwrap();
    let validator = made.entry(format!("{}{schema}", document["info"]["title"])).or_insert_with(|| {
        let mut schema = schema.clone();
        schema["components"] = document["components"].clone();
        Arc::new(jsonschema::validator_for(&schema).unwrap())
    });
    validator.clone()
}

/// The described call that stands at a path, with its parameters filled in.
fn operation(document: &'static Value, path: &str, method: &str) -> &'static Value {
    let fits = |template: &str| {
        let (template, path): (Vec<_>, Vec<_>) = (template.split('/').collect(), path.split('/').collect());
        template.len() == path.len() && template.iter().zip(&path).all(|(of, part)| of.starts_with('{') || of == part)
    };
    let paths = document["paths"].as_object().unwrap();
    let found = paths.get(path).or_else(|| paths.iter().find(|(template, _)| fits(template)).map(|(_, found)| found));
    &found.unwrap_or_else(|| panic!("{path} is not in the document"))[method]
}
