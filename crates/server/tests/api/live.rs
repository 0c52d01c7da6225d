//! Open pages follow the games, and what operators change of their channel.

use std::time::Duration;

use domain::event::{StreamStatus, Timing};
use domain::ids::{ChannelId, EventId};
use domain::time::Timestamp;
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use testkit::channel;

use crate::app::{Client, TestApp};
use crate::shop::{GOOD, Shop, season};
use crate::site::Site;

/// The events of a stream, one by one.
pub struct Events {
    answer: Response,
    text: String,
}

impl Events {
    async fn open(app: &TestApp, query: &str) -> Self {
        Self::open_at(&app.demo(), query).await
    }

    async fn open_at(client: &Client, query: &str) -> Self {
        let key = client.api_key().await;
        let answer = client.raw(&format!("/api/live-updates?{query}&api_key={key}")).await;
        assert_eq!(answer.status(), StatusCode::OK);
        Self::of(answer)
    }

    pub fn of(answer: Response) -> Self {
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        assert_eq!(answer.headers()["cache-control"], "no-store");
        Self { answer, text: String::new() }
    }

    /// The data of the next event; `None` when the stream ended.
    pub async fn next(&mut self) -> Option<Value> {
        self.next_named().await.map(|(_, data)| data)
    }

    /// The data of the next event about games.
    async fn next_games(&mut self) -> Option<Value> {
        loop {
            let (name, data) = self.next_named().await?;
            if name == "games" {
                return Some(data);
            }
        }
    }

    /// The data of the next event, with its name.
    async fn next_named(&mut self) -> Option<(String, Value)> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
                let told = field("event: ").zip(field("data: "));
                let told = told.map(|(name, json)| (name.to_owned(), serde_json::from_str(json).unwrap()));
                self.text = rest.to_owned();
                if told.is_some() {
                    return told;
                }
                continue;
            }
            let more = self.answer.chunk().await.ok()??;
            self.text.push_str(std::str::from_utf8(&more).unwrap());
        }
    }
}

async fn demo_id(app: &TestApp) -> ChannelId {
    let channels = app.database.store.channels().await.unwrap();
    channels.iter().find(|channel| channel.identity.alias == "demo").unwrap().identity.id
}

async fn version(app: &TestApp) -> i64 {
    app.demo().get_keyed("live-changes?since=0").await.body["data"]["version"].as_i64().unwrap()
}

/// EVT-11: a change made in the database, by whichever server, reaches an open page by itself within 5 s.
#[tokio::test]
async fn change_reaches_open_pages_within_5_seconds() {
    let app = TestApp::start().await;
    let since = version(&app).await;
    let mut events = Events::open(&app, &format!("since={since}")).await;
    let first = events.next().await.unwrap();
    assert_eq!((&first["reset"], &first["games"]), (&false.into(), &serde_json::json!([])));

    app.database
        .store
        .event_move(demo_id(&app).await, EventId(2), StreamStatus::Upcoming, StreamStatus::Live, crate::console::now())
        .await
        .unwrap();
    let told = tokio::time::timeout(Duration::from_secs(5), events.next()).await.unwrap().unwrap();
    assert_eq!(told["games"].as_array().unwrap().len(), 1);
    assert_eq!((&told["games"][0]["id"], &told["games"][0]["stream_status"]), (&2.into(), &"live".into()));
    assert!(told["version"].as_i64().unwrap() > since);

    // Everything else says the same by then.
    assert_eq!(app.demo().get_keyed("events/2").await.body["data"]["stream_status"], "live");
    let home = app.demo().get_keyed("events-for-homepage").await.body["data"].clone();
    assert_eq!(home["live"].as_array().unwrap().len(), 2);
    let asked = app.demo().get_keyed(&format!("live-changes?since={since}")).await.body["data"].clone();
    for part in ["version", "reset", "games"] {
        assert_eq!(asked[part], told[part], "who asks is told what who follows is told");
    }
}

/// EVT-11: a returning page is told what was missed; one that was away too long, or at another server, asks anew.
#[tokio::test]
async fn returning_page_is_told_what_it_missed() {
    let app = TestApp::start().await;
    let since = version(&app).await;
    let id = demo_id(&app).await;
    app.database
        .store
        .event_move(id, EventId(2), StreamStatus::Upcoming, StreamStatus::Live, crate::console::now())
        .await
        .unwrap();
    app.until(async || version(&app).await > since).await;
    let mut events = Events::open(&app, &format!("since={since}")).await;
    assert_eq!(events.next().await.unwrap()["games"][0]["id"], 2);

    let key = app.demo().api_key().await;
    let again = app.demo().request(reqwest::Method::GET, &format!("/api/live-updates?since=0&api_key={key}"));
    let answer = again.header("last-event-id", since.to_string()).send().await.unwrap();
    assert_eq!(Events::of(answer).next().await.unwrap()["games"][0]["id"], 2, "the browser's own memory counts");

    let mut events = Events::open(&app, "since=0").await;
    assert_eq!(events.next().await.unwrap()["reset"], true);
}

/// EVT-11: the clock moves a game that is played elsewhere, at its start and at its end.
#[tokio::test]
async fn the_clock_starts_and_ends_a_game() {
    let app = TestApp::start().await;
    let mut events = Events::open(&app, "").await;
    events.next().await.unwrap();
    app.clock.stop();
    let mut import = channel("demo", 1);
    // The second is hours away, and does not move with the first.
    for (game, hours) in [(1, 1), (2, 9)] {
        let game = &mut import.content.events[game];
        (game.status, game.timing) = (StreamStatus::Upcoming, Timing::Clock);
        game.starts_at = app.clock.now().plus(hours * Timestamp::HOUR);
        game.ends_at = Some(game.starts_at.plus(2 * Timestamp::HOUR));
    }
    app.database.store.channel_import(import).await.unwrap();
    let told = async |events: &mut Events| {
        let told = tokio::time::timeout(testkit::TIMEOUT, events.next_games()).await.unwrap().unwrap();
        let state = |game: &Value| (game["id"].as_i64().unwrap(), game["stream_status"].as_str().unwrap().to_owned());
        told["games"].as_array().unwrap().iter().map(state).collect::<Vec<_>>()
    };
    told(&mut events).await;
    for (hours, state) in [(1, "live"), (2, "finished")] {
        app.clock.advance(hours * Timestamp::HOUR);
        assert_eq!(told(&mut events).await, [(2, state.to_owned())]);
    }
    assert_eq!(app.demo().get_keyed("events/3").await.body["data"]["stream_status"], "upcoming");
}

/// T26, T50: a key of another channel opens no stream, and a channel's stream tells of no other's games.
#[tokio::test]
async fn a_stream_is_of_one_channel() {
    let app = TestApp::start().await;
    let key = app.at("other.test").api_key().await;
    let refused = app.demo().raw(&format!("/api/live-updates?api_key={key}")).await;
    assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(app.demo().raw("/api/live-updates").await.status(), StatusCode::UNAUTHORIZED);

    let mut events = Events::open(&app, "").await;
    events.next().await.unwrap();
    let store = &app.database.store;
    let other = store.channels().await.unwrap().into_iter().find(|channel| channel.identity.alias == "other").unwrap();
    store
        .event_move(other.identity.id, EventId(1002), StreamStatus::Upcoming, StreamStatus::Live, crate::console::now())
        .await
        .unwrap();
    store
        .event_move(demo_id(&app).await, EventId(2), StreamStatus::Upcoming, StreamStatus::Live, crate::console::now())
        .await
        .unwrap();
    assert_eq!(events.next().await.unwrap()["games"][0]["id"], 2);
}

/// PAY-20, T50: a member's own pages hear that an order moved, by its number alone; nobody else's do.
#[tokio::test]
async fn orders_are_told_to_their_buyer_alone() {
    let shop = Shop::open().await;
    let (fan, rival) = (shop.app.member("fan@demo.test").await, shop.app.member("rival@demo.test").await);
    let open = async |key: &str| {
        let answer = shop.app.demo().raw(&format!("/api/live-updates?api_key={key}")).await;
        let mut events = Events::of(answer);
        assert!(events.next().await.unwrap()["games"].is_array());
        events
    };
    let mut own = [open(&fan.key).await, open(&fan.key).await];
    let mut others = [open(&rival.key).await, open(&shop.app.demo().api_key().await).await];
    let card = shop.card(GOOD).await;
    let order = fan.buy(season(), Some(&card), "a").await.body["data"]["order"]["id"].clone();
    for page in &mut own {
        let told = tokio::time::timeout(Duration::from_secs(5), page.next()).await.unwrap().unwrap();
        assert_eq!(told, serde_json::json!({ "id": order }));
    }
    let store = &shop.app.database.store;
    store
        .event_move(shop.demo, EventId(2), StreamStatus::Upcoming, StreamStatus::Live, crate::console::now())
        .await
        .unwrap();
    for page in &mut others {
        let told = page.next().await.unwrap();
        assert_eq!(told["games"][0]["id"], 2, "nothing came before it: {told}");
    }
}

/// T36, T50: followers leave room for requests, and are told to ask instead when there are too many.
#[tokio::test]
async fn followers_leave_room() {
    let app = TestApp::start_with(|config| config.max_connections = 64).await;
    let mut open = Vec::new();
    for _ in 0..48 {
        open.push(Events::open(&app, "").await);
    }
    let key = app.demo().api_key().await;
    let full = app.demo().raw(&format!("/api/live-updates?api_key={key}")).await;
    assert_eq!(full.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(full.headers().contains_key("retry-after"));
    assert_eq!(app.demo().get_keyed("live-changes").await.status, StatusCode::OK);
    drop(open);
    app.until(async || app.demo().raw(&format!("/api/live-updates?api_key={key}")).await.status() == StatusCode::OK)
        .await;
}

/// T50, T55: strangers of one network that hold all places make room for those of others, and for members.
#[tokio::test]
async fn full_network_does_not_block_other_followers() {
    let app = TestApp::start_with(|config| {
        config.max_connections = 64;
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let key = app.demo().api_key().await;
    let follow = async |from: &str, key: &str| {
        let client = app.demo().with_header("x-forwarded-for", from);
        client.raw(&format!("/api/live-updates?api_key={key}")).await
    };
    let mut crowd = Vec::new();
    for n in 0..48 {
        let answer = follow(&format!("2001:db8:1:2::{n:x}"), &key).await;
        assert_eq!(answer.status(), StatusCode::OK);
        crowd.push(Events::of(answer));
    }
    assert_eq!(follow("2001:db8:1:2:9::9", &key).await.status(), StatusCode::SERVICE_UNAVAILABLE);
    let other = follow("2001:db8:1:3::1", &key).await;
    assert_eq!(other.status(), StatusCode::OK, "another network");
    let mut other = Events::of(other);
    assert!(other.next().await.is_some());
    let fan = app.member("fan@demo.test").await;
    let member = follow("2001:db8:1:2:9::9", &fan.key).await;
    assert_eq!(member.status(), StatusCode::OK, "a member, of whatever network");
    assert!(Events::of(member).next().await.is_some());
    for events in &mut crowd[..2] {
        assert!(events.next().await.is_some());
        assert!(events.next().await.is_none(), "the oldest have gone");
    }
    // The others are told of the next change.
    let demo = demo_id(&app).await;
    app.database
        .store
        .event_move(demo, EventId(2), StreamStatus::Upcoming, StreamStatus::Live, crate::console::now())
        .await
        .unwrap();
    for events in crowd[2..4].iter_mut() {
        assert!(events.next().await.is_some());
        assert_eq!(events.next().await.unwrap()["games"][0]["id"], 2);
    }
    assert_eq!(other.next().await.unwrap()["games"][0]["id"], 2);
}

/// A page's content that its operator changes, as another server writes it; the version is raised with it.
async fn rename(app: &TestApp, alias: &str, name: &str) {
    let of_channel = format!("(SELECT id FROM channels WHERE alias = '{alias}')");
    let sql = format!(
        "UPDATE faq_entries SET question = '{name}?' WHERE channel_id = {of_channel};
         UPDATE pages SET content = '<p>{name}</p>' WHERE channel_id = {of_channel};
         UPDATE participants SET name = '{name}' WHERE channel_id = {of_channel} AND id = 1;
         UPDATE channels SET name = '{name}', version = version + 1 WHERE alias = '{alias}'"
    );
    app.database.execute(&sql).await;
}

/// By how much an edit raises the version; moments of slides count between.
const EDIT: i64 = 1 << 11;

async fn content_version(client: &Client) -> i64 {
    client.get("channel-bootstrap-data").await.body["data"]["content_version"].as_i64().unwrap()
}

/// The version that a stream tells of next, within what OPS-02 allows.
async fn told_content(events: &mut Events) -> i64 {
    let told = tokio::time::timeout(Duration::from_secs(5), events.next_named()).await.unwrap().unwrap();
    assert_eq!(told.0, "content", "{told:?}");
    told.1["version"].as_i64().unwrap()
}

/// OPS-02, EVT-11: a change that an operator makes on whichever server is told to open pages within 5 s, and a request
/// then gets it; pages of another channel hear nothing.
#[tokio::test]
async fn changes_of_the_content_reach_followers() {
    let app = TestApp::start().await;
    let other = app.at("other.test");
    let (before, others) = (content_version(&app.demo()).await, content_version(&other).await);
    let mut page = Events::open(&app, &format!("since=0&content_version={before}")).await;
    let mut older_page = Events::open(&app, "since=0").await;
    let mut page_of_other = Events::open_at(&other, &format!("since=0&content_version={others}")).await;
    for events in [&mut page, &mut older_page, &mut page_of_other] {
        assert_eq!(events.next_named().await.unwrap().0, "games");
    }

    rename(&app, "demo", "Harbour").await;
    let told = told_content(&mut page).await;
    assert!(told > before);
    let bootstrap = app.demo().get(&format!("channel-bootstrap-data?content_version={told}")).await.body;
    assert_eq!(bootstrap["data"]["content_version"], told);
    assert_eq!(bootstrap["data"]["settings"]["name"], "Harbour");
    assert_eq!(bootstrap["data"]["faq"][0]["question"], "Harbour?");
    let written = app.demo().get(&format!("pages/about?content_version={told}")).await.body;
    assert_eq!(written["data"]["content"], "<p>Harbour</p>");
    let teams = app.demo().get(&format!("participants?no_limit=1&content_version={told}")).await.body;
    assert!(teams["data"].as_array().unwrap().iter().any(|team| team["name"] == "Harbour"), "{teams}");
    let html = app.demo().raw("/").await.text().await.unwrap();
    assert!(html.contains("Harbour?") && html.contains(&format!("\"content_version\":{told},")), "{html}");
    assert_eq!(told_content(&mut older_page).await, told, "who does not say what they have hears of it too");

    rename(&app, "other", "Elsewhere").await;
    assert_eq!(told_content(&mut page_of_other).await, others + EDIT, "nothing came before it");
    assert_eq!(content_version(&other).await, others + EDIT);
    assert_eq!(content_version(&app.demo()).await, told);
}

/// OPS-02, EVT-11: pages hear of settings and colours that an editor changed at the console; pages of another channel hear
/// nothing.
#[tokio::test]
async fn changed_settings_reach_followers() {
    let site = Site::start().await;
    let other = site.app.at("other.test");
    let (before, others) = (content_version(&site.app.demo()).await, content_version(&other).await);
    let mut page = Events::open(&site.app, &format!("since=0&content_version={before}")).await;
    assert_eq!(page.next_named().await.unwrap().0, "games");
    let renamed = site.patch("settings", json!({ "version": 1, "name": "Lions TV" })).await;
    assert_eq!(renamed.status, StatusCode::OK, "{}", renamed.body);
    let told = told_content(&mut page).await;
    let bootstrap = site.app.demo().get(&format!("channel-bootstrap-data?content_version={told}")).await.body;
    assert_eq!(bootstrap["data"]["settings"]["name"], "Lions TV");
    let reddened = site.patch("colours", json!({ "version": 1, "accent": "#c8102e" })).await;
    assert_eq!(reddened.status, StatusCode::OK, "{}", reddened.body);
    let told = told_content(&mut page).await;
    let bootstrap = site.app.demo().get(&format!("channel-bootstrap-data?content_version={told}")).await.body;
    assert_eq!(bootstrap["data"]["color_settings"]["accent"], "#c8102e");
    assert_eq!(content_version(&other).await, others);
}

/// OPS-02, EVT-11: a client with older content hears at once, after the games; one with the newest hears nothing.
#[tokio::test]
async fn client_with_older_content_hears_at_once() {
    let app = TestApp::start().await;
    let before = content_version(&app.demo()).await;
    rename(&app, "demo", "Harbour").await;
    app.until(async || content_version(&app.demo()).await > before).await;

    let mut late = Events::open(&app, &format!("since=0&content_version={before}")).await;
    assert_eq!(late.next_named().await.unwrap().0, "games");
    assert_eq!(told_content(&mut late).await, before + EDIT);

    let same = Events::open(&app, &format!("since=0&content_version={}", before + EDIT)).await;
    let silent = Events::open(&app, "since=0").await;
    let mut pages = [late, same, silent];
    for page in &mut pages[1..] {
        assert_eq!(page.next_named().await.unwrap().0, "games");
    }
    let demo = demo_id(&app).await;
    app.database
        .store
        .event_move(demo, EventId(2), StreamStatus::Upcoming, StreamStatus::Live, crate::console::now())
        .await
        .unwrap();
    for page in &mut pages {
        let (name, told) = page.next_named().await.unwrap();
        assert_eq!((name.as_str(), &told["games"][0]["id"]), ("games", &2.into()), "nothing came before it");
    }
}

/// OPS-02, EVT-11: where no stream gets through, whoever asks for the games learns the version of the content.
#[tokio::test]
async fn who_asks_learns_the_version_of_the_content() {
    let app = TestApp::start().await;
    let polled = async |client: Client| {
        let answer = client.get_keyed("live-changes?since=0").await;
        answer.body["data"]["content_version"].as_i64().unwrap()
    };
    let (before, others) = (polled(app.demo()).await, polled(app.at("other.test")).await);
    assert_eq!(before, content_version(&app.demo()).await);
    rename(&app, "demo", "Harbour").await;
    app.until(async || polled(app.demo()).await > before).await;
    assert_eq!(content_version(&app.demo()).await, before + EDIT);
    assert_eq!(polled(app.at("other.test")).await, others);
}

/// OPS-02: both servers of a channel tell; one that is behind refuses instead of giving an older answer.
#[tokio::test]
async fn servers_of_one_channel_tell_the_same() {
    let app = TestApp::start().await;
    let second = app.beside().await;
    let before = content_version(&app.demo()).await;
    let query = format!("since=0&content_version={before}");
    let mut pages = [Events::open(&app, &query).await, Events::open(&second, &query).await];
    for page in &mut pages {
        assert_eq!(page.next_named().await.unwrap().0, "games");
    }
    rename(&app, "demo", "Harbour").await;
    let [first, other] = &mut pages;
    assert_eq!(tokio::join!(told_content(first), told_content(other)), (before + EDIT, before + EDIT));
    for server in [&app, &second] {
        let renamed = server.demo().get(&format!("channel-bootstrap-data?content_version={}", before + EDIT)).await;
        assert_eq!(renamed.body["data"]["settings"]["name"], "Harbour");
        for call in ["channel-bootstrap-data?", "participants?no_limit=1&", "pages/about?"] {
            let ahead = server.demo().get(&format!("{call}content_version={}", before + 2 * EDIT)).await;
            assert_eq!(ahead.status, StatusCode::SERVICE_UNAVAILABLE, "{call}");
            assert!(ahead.headers.contains_key("retry-after"));
        }
    }
    second.stop().await.unwrap();
}

/// A server that stops ends its streams instead of waiting for them.
#[tokio::test]
async fn streams_end_when_the_server_stops() {
    let app = TestApp::start().await;
    let mut events = Events::open(&app, "").await;
    events.next().await.unwrap();
    let began = std::time::Instant::now();
    app.stop().await.unwrap();
    assert!(events.next().await.is_none());
    assert!(began.elapsed() < Duration::from_secs(15), "it did not wait for its grace to pass");
}
