//! T54: how much of a game that costs money its clips show to viewers who did not pay, and for how long.

use domain::clip::ClipFormat;
use domain::event::AccessType;
use domain::ids::{ClipId, MediaId};
use domain::operator::Role;
use domain::playback::{self, Scope, Token};
use domain::secret::Secret;
use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::ChannelImport;

use crate::app::{Client, Member, TestApp};
use crate::clip_files::made_of;
use crate::clips::{clipper_of, cut, me, play_url, ready, wish};
use crate::console::{get, hired};
use crate::refunds::bought;
use crate::shop::{GOOD, Shop, monthly, season};
use crate::stage::{FREE, PAID, SECRET, SMALL, Stage, beside, fetch, refused};
use crate::subscriptions::start_trial;

/// A second game that costs money.
const ALSO_PAID: i64 = 2;
/// So large that no buffer on the way holds a whole file of them.
const LARGE: usize = 60_000;

/// What is sold, and how much of a paid game one member and all members may show to everybody.
fn sold(of_member: u32, of_all: u32) -> impl FnOnce(&mut ChannelImport) {
    move |channel| {
        testkit::shop::sell(channel);
        let [free, also_paid] = channel.content.events.first_chunk_mut().unwrap();
        free.access = AccessType::Free;
        (also_paid.access, also_paid.single_event_package_id) = (AccessType::Paid, None);
        channel.content.passes[0].capabilities.push(domain::account::Capability::Download);
        let rules = &mut channel.profile.playback;
        (rules.clip_share, rules.clip_share_of_all) = (of_member, of_all);
    }
}

/// A shop with three recorded games of fourteen seconds.
async fn open(of_member: u32, of_all: u32, sizes: [usize; 3]) -> (Shop, [MediaId; 3]) {
    let stage = Stage::set_in(TestApp::start().await, sizes, sold(of_member, of_all)).await;
    (Shop::of(stage.app, stage.demo), stage.media)
}

/// An address of a clip without a login, as the server would make it.
fn made_up(shop: &Shop, clip: &Value, media: MediaId, scope: Scope, name: &str) -> String {
    let expires_at = if scope == Scope::Clip { Timestamp(i64::MAX / 2) } else { Timestamp(0) };
    let token = Token::of_clip(shop.demo, ClipId(clip["id"].as_i64().unwrap()), media, scope, expires_at);
    format!("/media/{}/{name}", playback::issue(&Secret::new(SECRET), &token))
}

async fn buyer(shop: &Shop, email: &str) -> (Member, Value) {
    let member = shop.app.member(email).await;
    let order = bought(shop, &member, season()).await["id"].clone();
    (member, order)
}

async fn refund(shop: &Shop, member: &Member, order: &Value) {
    shop.bank(Method::POST, "refunds", &format!("payment_intent={}", shop.payment().await)).await;
    shop.order_is(member, order, "refunded").await;
}

/// The audience of a clip, why, and how many seconds are left.
async fn told(member: &Member, game: i64, start: f64, duration: f64) -> (String, Value, Value) {
    let call = format!("clip-audience?event_id={game}&start_time={start}&duration={duration}");
    let answer = member.get(&call).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    let said = &answer.body["data"];
    (said["audience"].as_str().unwrap().to_owned(), said["limit"].clone(), said["seconds_left"].clone())
}

fn named(name: &str, game: i64, start: f64, duration: f64) -> Value {
    let mut wish = wish(game, start, duration);
    (wish["name"], wish["tags"]) = (name.into(), json!([name]));
    wish
}

async fn ids(client: &Client, call: &str) -> Vec<Value> {
    let body = client.get_keyed(call).await.body;
    body["data"].as_array().unwrap().iter().map(|clip| clip["id"].clone()).collect()
}

async fn own_ids(member: &Member, call: &str) -> Vec<Value> {
    let body = member.get(call).await.body;
    body["data"].as_array().unwrap().iter().map(|clip| clip["id"].clone()).collect()
}

/// T54: of a paid game, the clips of one member and those of all members show their share to everybody and no more, seconds
/// counted once, whether they are listed or not; what goes beyond is for those with access, and is said before.
#[tokio::test]
async fn clips_show_a_share_of_a_paid_game() {
    // Of fourteen seconds 4.2 and 7.
    let (shop, _) = open(30, 50, [SMALL; 3]).await;
    let (ada, _) = buyer(&shop, "ada@demo.test").await;
    let (bea, _) = buyer(&shop, "bea@demo.test").await;
    let (cleo, _) = buyer(&shop, "cleo@demo.test").await;
    let (everyone, access) = ("everyone", "access");
    let cuts = async |member: &Member, start: f64, duration: f64, said: &str, limit: Value| {
        let (audience, why, _) = told(member, PAID, start, duration).await;
        assert_eq!((audience.as_str(), why), (said, limit), "{start} {duration}");
        let clip = cut(member, named("Piece", PAID, start, duration)).await;
        assert_eq!(clip["audience"], said, "as it was said before: {start} {duration}");
        clip
    };
    assert_eq!(told(&ada, PAID, 0.0, 1.0).await.2, json!(4.2));
    cuts(&ada, 1.0, 3.0, everyone, Value::Null).await;
    cuts(&ada, 2.0, 3.0, everyone, Value::Null).await;
    assert_eq!(told(&ada, PAID, 0.0, 1.0).await.2, json!(0.2), "two of the six seconds counted once");
    let beyond = cuts(&ada, 8.0, 2.0, access, json!("own_share")).await;
    assert_eq!(fetch(&ada.client, play_url(&beyond)).await.0, StatusCode::OK, "its maker has access");

    assert_eq!(told(&bea, PAID, 0.0, 1.0).await.2, json!(3.0), "all together have that much left");
    cuts(&bea, 8.0, 3.0, everyone, Value::Null).await;
    cuts(&bea, 6.0, 1.0, access, json!("share_of_all")).await;
    cuts(&cleo, 1.0, 4.0, everyone, Value::Null).await;
    // A link is enough to watch: what is not listed counts like the rest.
    let mut unlisted = named("Unlisted", PAID, 12.0, 1.0);
    unlisted["is_public"] = json!(false);
    assert_eq!(cut(&cleo, unlisted).await["audience"], access);

    // Another game has a share of its own; one that costs nothing has no limit.
    assert_eq!(told(&ada, ALSO_PAID, 0.0, 4.0).await, (everyone.into(), Value::Null, json!(4.2)));
    assert_eq!(cut(&ada, wish(ALSO_PAID, 0, 4)).await["audience"], everyone);
    assert_eq!(told(&ada, FREE, 0.0, 14.0).await, (everyone.into(), Value::Null, Value::Null));
    assert_eq!(cut(&ada, wish(FREE, 0, 14)).await["audience"], everyone);
    // What is deleted makes room.
    let own = ada.get(&format!("clips/event/{PAID}")).await.body["data"].clone();
    let mine = own.as_array().unwrap().iter().find(|clip| clip["is_mine"] == true && clip["start_time"] == 1.0);
    ada.delete(&format!("clip/{}", mine.unwrap()["id"])).await;
    assert_eq!(told(&ada, PAID, 1.0, 4.0).await.0, everyone, "others show it");

    let stranger = shop.app.member("fan@demo.test").await;
    let asked = stranger.get(&format!("clip-audience?event_id={PAID}&start_time=0&duration=2")).await;
    assert_eq!((asked.status, &asked.body["code"]), (StatusCode::FORBIDDEN, &json!("no_clipping")));
    let keen = clipper_of(&shop.app, "keen@demo.test").await;
    let asked = keen.get(&format!("clip-audience?event_id={PAID}&start_time=0&duration=2")).await;
    assert_eq!((asked.status, &asked.body["code"]), (StatusCode::FORBIDDEN, &json!("no_access")));
    let nobody = shop.app.demo().get_keyed(&format!("clip-audience?event_id={PAID}&start_time=0&duration=2")).await;
    assert_eq!(nobody.status, StatusCode::UNAUTHORIZED);
}

/// T54: a trial shows nothing of a paid game to everybody, and says so before; a buyer of the same pass does.
#[tokio::test]
async fn a_trial_shows_nothing_to_everybody() {
    let (shop, _) = open(100, 100, [SMALL; 3]).await;
    let trying = shop.app.member("trying@demo.test").await;
    let begun = start_trial(&shop, &trying, GOOD, "a").await;
    assert_eq!(begun.body["data"]["order"]["status"], "paid", "{}", begun.body);
    let paying = shop.app.member("paying@demo.test").await;
    bought(&shop, &paying, monthly()).await;
    assert_eq!(told(&trying, PAID, 1.0, 2.0).await, ("access".into(), json!("trial"), json!(0.0)));
    let tried = cut(&trying, wish(PAID, 1, 2)).await;
    assert_eq!((&tried["audience"], &tried["is_public"]), (&json!("access"), &json!(true)));
    assert_eq!(cut(&trying, wish(FREE, 1, 2)).await["audience"], "everyone");
    assert_eq!(told(&paying, PAID, 1.0, 2.0).await, ("everyone".into(), Value::Null, json!(14.0)));
    let paid = cut(&paying, wish(PAID, 1, 2)).await;
    assert_eq!(paid["audience"], "everyone");
    let listed = format!("clips/event/{PAID}");
    assert_eq!(ids(&shop.app.demo(), &listed).await, [paid["id"].clone()]);
    assert_eq!(own_ids(&paying, &listed).await, [paid["id"].clone(), tried["id"].clone()]);
}

/// T54, T5, T6: a clip for those with access is shown, listed, previewed and given along to nobody else, by any address,
/// given or made up; a second clip of the same game that is for everybody stays as it is.
#[tokio::test]
async fn clip_for_viewers_with_access_is_hidden_from_others() {
    // 2.8 seconds of fourteen.
    let (shop, media) = open(20, 20, [SMALL; 3]).await;
    let (maker, _) = buyer(&shop, "maker@demo.test").await;
    let (other, order) = buyer(&shop, "other@demo.test").await;
    let shown = cut(&maker, named("Shown", PAID, 1.0, 2.0)).await;
    let clip = cut(&maker, named("Kept", PAID, 6.5, 4.0)).await;
    assert_eq!((&shown["audience"], &clip["audience"]), (&json!("everyone"), &json!("access")));
    ready(&shop.app, &maker, &shown["id"]).await;
    ready(&shop.app, &maker, &clip["id"]).await;
    for clip in [&shown, &clip] {
        std::fs::write(made_of(&shop.app, clip).join("poster.jpg"), "a picture").unwrap();
        let sql = format!("UPDATE clips SET has_poster = TRUE WHERE id = {}", clip["id"]);
        shop.app.database.execute(&sql).await;
    }
    // A member who may take clips along, and may not watch the game; and nobody in particular.
    let keen = clipper_of(&shop.app, "keen@demo.test").await;
    let client = shop.app.demo();
    let (id, uuid) = (clip["id"].as_i64().unwrap(), clip["uuid"].as_str().unwrap());

    // By its link it says what it is of, and shows nothing.
    let link = format!("shared-clip/{id}?uuid={uuid}");
    for locked in [client.get(&link).await, client.get_keyed(&link).await, keen.get(&link).await] {
        let locked = &locked.body["data"];
        assert_eq!((&locked["locked"], &locked["play"]), (&json!("access"), &Value::Null), "{locked}");
        assert_eq!((&locked["can_download"], &locked["poster_url"]), (&json!(false), &Value::Null), "{locked}");
    }
    let open = other.get(&link).await.body["data"].clone();
    assert_eq!((&open["locked"], &open["can_download"]), (&Value::Null, &json!(true)));
    // By its number and in lists it is there for those with access alone.
    assert_eq!(client.get_keyed(&format!("clip/{id}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(keen.get(&format!("clip/{id}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(other.get(&format!("clip/{id}")).await.status, StatusCode::OK);
    for call in [format!("clips/event/{PAID}"), "clips/moments".into(), "clips/moments?tag=shown".into()] {
        assert_eq!(ids(&client, &call).await, [shown["id"].clone()], "{call}");
        assert_eq!(own_ids(&keen, &call).await, [shown["id"].clone()], "{call}");
    }
    for call in [format!("clips/event/{PAID}"), "clips/moments".into()] {
        assert_eq!(own_ids(&other, &call).await, [clip["id"].clone(), shown["id"].clone()], "{call}");
    }
    assert!(ids(&client, "clips/moments?tag=kept").await.is_empty());
    let tags = client.get_keyed(&format!("clip-tags?event_id={PAID}")).await.body["data"]["tags"].to_string();
    assert!(tags.contains("Shown") && !tags.contains("Kept"), "{tags}");

    // Its files open for a login that may watch the game, and for no other address.
    let names = ["index.m3u8", "v0/index.m3u8", "v0/init-0.mp4", "v0/1.m4s", "poster.jpg"];
    let url = play_url(&open).to_owned();
    for name in names {
        assert_eq!(fetch(&client, &beside(&url, name)).await.0, StatusCode::OK, "{name}");
    }
    let closed = names.map(|name| (Scope::Clip, name)).into_iter();
    let closed = closed.chain(["poster.jpg", "clip.mp4"].map(|name| (Scope::ClipPreview, name)));
    let closed: Vec<String> = closed.map(|(scope, name)| made_up(&shop, &clip, media[2], scope, name)).collect();
    let still_refused = async |paths: &[String]| {
        for path in paths {
            for request in [
                client.request(Method::GET, path),
                client.request(Method::HEAD, path),
                client.request(Method::GET, path).header("range", "bytes=0-99"),
            ] {
                let answer = request.send().await.unwrap();
                assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{path}");
            }
        }
    };
    still_refused(&closed).await;
    // Its page, and what other sites are told of it.
    let html = client.raw(&format!("/share/{id}/{uuid}")).await.text().await.unwrap();
    assert!(html.contains("Kept") && html.contains("noindex"), "it says what it is");
    for part in ["og:video", "twitter:player", "json+oembed", "/media/", "VideoObject"] {
        assert!(!html.contains(part), "{part}: {html}");
    }
    let path = format!("oembed?url=https://demo.test/share/{id}/{uuid}");
    assert_eq!(client.get(&path).await.status, StatusCode::NOT_FOUND);
    let html = client.raw(shown["share_path"].as_str().unwrap()).await.text().await.unwrap();
    assert!(html.contains("og:video") && html.contains("twitter:player"), "the other one is for everybody");

    // To take along.
    let call = format!("clip/download/{id}?uuid={uuid}");
    let asked = keen.get(&call).await;
    assert_eq!((asked.status, &asked.body["code"]), (StatusCode::FORBIDDEN, &json!("needs_pass")));
    let taken = other.get(&call).await.body["data"]["url"].as_str().unwrap().to_owned();
    assert_eq!(client.request(Method::HEAD, &taken).send().await.unwrap().status(), StatusCode::OK);
    // The channel's moderators see what they are to judge.
    let support = hired(&shop.app, "help@demo.test", Role::Support).await;
    let listed = get(&support, &format!("channels/{}/clips", shop.demo)).await.body["data"].clone();
    let judged = listed.as_array().unwrap().iter().find(|clip| clip["id"] == id).unwrap();
    assert_eq!(judged["audience"], "access");
    assert_eq!(fetch(&client, &beside(judged["play_url"].as_str().unwrap(), "v0/1.m4s")).await.0, StatusCode::OK);

    // Access that ends takes every address along that was given for it.
    refund(&shop, &other, &order).await;
    let ended: Vec<String> = names.iter().map(|name| beside(&url, name)).chain([taken]).collect();
    still_refused(&ended).await;
    assert_eq!(other.get(&link).await.body["data"]["locked"], "access");
    assert_eq!(fetch(&client, play_url(&maker.get(&link).await.body["data"])).await.0, StatusCode::OK);
    assert_eq!(fetch(&client, play_url(&shown)).await.0, StatusCode::OK);
}

/// T54, T16: clips that were cut with a pass whose money went back are hidden from everybody but their maker, for good; others'
/// clips, and those of games that cost nothing, stay.
#[tokio::test]
async fn clips_of_a_refunded_pass_are_hidden() {
    let (shop, media) = open(100, 100, [SMALL; 3]).await;
    let (other, _) = buyer(&shop, "other@demo.test").await;
    let (maker, order) = buyer(&shop, "maker@demo.test").await;
    let stays = cut(&other, wish(PAID, 1, 3)).await;
    let free = cut(&maker, wish(FREE, 1, 3)).await;
    let gone = cut(&maker, wish(PAID, 1, 3)).await;
    ready(&shop.app, &maker, &gone["id"]).await;
    let client = shop.app.demo();
    let url = play_url(&gone).to_owned();
    assert_eq!(fetch(&client, &url).await.0, StatusCode::OK);
    let with_clips = async || {
        let mut games = ids(&client, "events/with_clip").await;
        games.sort_by_key(Value::as_i64);
        games
    };
    shop.app.until(async || with_clips().await == [json!(FREE), json!(PAID)]).await;

    refund(&shop, &maker, &order).await;
    let link = format!("shared-clip/{}?uuid={}", gone["id"], gone["uuid"].as_str().unwrap());
    let hidden = async || {
        assert_eq!(client.get(&link).await.status, StatusCode::NOT_FOUND);
        assert_eq!(other.get(&link).await.status, StatusCode::NOT_FOUND, "nor to viewers with access");
        assert_eq!(other.get(&format!("clip/{}", gone["id"])).await.status, StatusCode::NOT_FOUND);
        for call in [format!("clips/event/{PAID}"), "clips/moments?tag=Goal".into()] {
            assert!(!ids(&client, &call).await.contains(&gone["id"]), "{call}");
            assert!(!own_ids(&other, &call).await.contains(&gone["id"]), "{call}");
        }
        // Clips are known from memory for two seconds.
        shop.app.until(async || fetch(&client, &url).await.0 == StatusCode::FORBIDDEN).await;
        let page = async || client.raw(gone["share_path"].as_str().unwrap()).await.status();
        assert_eq!(page().await, StatusCode::NOT_FOUND);
        for name in ["poster.jpg", "clip.mp4"] {
            let address = made_up(&shop, &gone, media[2], Scope::ClipPreview, name);
            assert_eq!(refused(&client, &address).await.0, StatusCode::FORBIDDEN, "{name}");
        }
    };
    hidden().await;
    let own = maker.get("clips/user").await.body["data"].clone();
    let kept = own.as_array().unwrap().iter().find(|clip| clip["id"] == gone["id"]).expect("its maker sees it");
    assert_eq!((&kept["audience"], &kept["locked"], &kept["play"]), (&json!("maker"), &json!("access"), &Value::Null));
    for (clip, game) in [(&stays, PAID), (&free, FREE)] {
        assert_eq!(fetch(&client, play_url(clip)).await.0, StatusCode::OK);
        assert_eq!(ids(&client, &format!("clips/event/{game}")).await, [clip["id"].clone()]);
    }

    // A new buyer watches it, and nobody else does.
    let card = shop.card(GOOD).await;
    let again = maker.buy(season(), Some(&card), "again").await;
    assert_eq!(again.body["data"]["order"]["status"], "paid", "{}", again.body);
    hidden().await;
    let kept = maker.get(&link).await.body["data"].clone();
    assert_eq!((&kept["audience"], &kept["locked"]), (&json!("maker"), &Value::Null));
    assert_eq!(fetch(&client, play_url(&kept)).await.0, StatusCode::OK, "by the address of its maker's login");
    let account = me(&maker).await;
    assert_eq!(maker.delete(&format!("clip/{}", gone["id"])).await.status, StatusCode::OK);
    assert_eq!(shop.app.count(&format!("clips WHERE account_id = {account} AND audience = 'maker'")).await, 0);
    other.delete(&format!("clip/{}", stays["id"])).await;
    shop.app.until(async || with_clips().await == [json!(FREE)]).await;
}

/// A dispute that was won brings access back, and no clip: T54.
#[tokio::test]
async fn a_hidden_clip_does_not_come_back_with_access() {
    let (shop, _) = open(100, 100, [SMALL; 3]).await;
    let (other, _) = buyer(&shop, "other@demo.test").await;
    let (maker, order) = buyer(&shop, "maker@demo.test").await;
    let (stays, gone) = (cut(&other, wish(PAID, 1, 3)).await, cut(&maker, wish(PAID, 1, 3)).await);
    let dispute =
        shop.bank(Method::POST, "testbank/disputes", &format!("payment_intent={}", shop.payment().await)).await;
    shop.order_is(&maker, &order, "disputed").await;
    let path = format!("disputes/{}", dispute["id"].as_str().unwrap());
    shop.bank(Method::POST, &path, "evidence[uncategorized_text]=winning_evidence").await;
    shop.order_is(&maker, &order, "paid").await;
    assert!(maker.watches(PAID).await);
    assert_eq!(ids(&shop.app.demo(), &format!("clips/event/{PAID}")).await, [stays["id"].clone()]);
    assert_eq!(maker.get(&format!("clip/{}", gone["id"])).await.body["data"]["audience"], "maker");
    assert_eq!(other.get(&format!("clip/{}", gone["id"])).await.status, StatusCode::NOT_FOUND);
}

/// Begins a download and leaves the rest of it on the server.
async fn begun(client: &Client, url: &str) -> (reqwest::Response, u64) {
    let mut answer = client.raw(url).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let length = answer.content_length().unwrap();
    assert!(answer.chunk().await.unwrap().is_some());
    (answer, length)
}

/// How many bytes still come, and whether the file was cut off.
async fn rest(mut answer: reqwest::Response) -> (u64, bool) {
    let mut came = 0;
    loop {
        match answer.chunk().await {
            Ok(Some(bytes)) => came += bytes.len() as u64,
            Ok(None) => return (came, false),
            Err(_) => return (came, true),
        }
    }
}

/// T54, T16, T6: a download that runs is cut off when the money of its pass goes back, of a game and of a clip in every form;
/// that of another member runs to its end.
#[tokio::test]
async fn a_download_ends_with_its_pass() {
    let (shop, _) = open(100, 100, [LARGE; 3]).await;
    let (other, _) = buyer(&shop, "other@demo.test").await;
    let (fan, order) = buyer(&shop, "fan@demo.test").await;
    let clip = cut(&fan, wish(FREE, 0, 14)).await;
    ready(&shop.app, &fan, &clip["id"]).await;
    // As if it had been made upright: nothing of this game can be decoded.
    std::fs::write(made_of(&shop.app, &clip).join("portrait-crop.mp4"), vec![7; 350 * LARGE]).unwrap();
    let form = serde_json::to_value(ClipFormat::PortraitCrop).unwrap();
    let sql = format!(
        "INSERT INTO clip_exports (channel_id, clip_id, format, watermark, state, created_at) \
         VALUES ({}, {}, '{}', FALSE, 'ready', 1)",
        shop.demo,
        clip["id"],
        form.as_str().unwrap()
    );
    shop.app.database.execute(&sql).await;
    let client = shop.app.demo();
    let url = async |member: &Member, call: &str| {
        let answer = member.get(call).await;
        answer.body["data"]["url"].as_str().unwrap_or_else(|| panic!("{}", answer.body)).to_owned()
    };
    let calls = [
        format!("download-event/{PAID}"),
        format!("clip/download/{}", clip["id"]),
        format!("clip/download/{}?format=portrait_crop", clip["id"]),
    ];
    let mut running = Vec::new();
    for call in &calls {
        let address = url(&fan, call).await;
        running.push((begun(&client, &address).await, address));
    }
    let (others, whole) = begun(&client, &url(&other, &calls[0]).await).await;
    refund(&shop, &fan, &order).await;
    for (call, ((answer, length), address)) in calls.iter().zip(running) {
        let (came, is_cut_off) = rest(answer).await;
        assert!(is_cut_off && came < length, "{call}: {came} of {length}");
        // It cannot be gone on with either.
        let more = client.request(Method::GET, &address).header("range", "bytes=1000-").send().await.unwrap();
        assert_eq!(more.status(), StatusCode::FORBIDDEN, "{call}");
    }
    let (came, is_cut_off) = rest(others).await;
    assert!(!is_cut_off && came > whole / 2, "another member's goes on: {came} of {whole}");
}

/// T54, T5: the file of a public clip that is being sent ends with the clip, and that of another one does not.
#[tokio::test]
async fn a_public_file_ends_with_its_clip() {
    let (shop, media) = open(100, 100, [LARGE; 3]).await;
    let (fan, _) = buyer(&shop, "fan@demo.test").await;
    let mut sent = Vec::new();
    for name in ["First", "Second"] {
        let clip = cut(&fan, named(name, PAID, 0.0, 14.0)).await;
        ready(&shop.app, &fan, &clip["id"]).await;
        let address = made_up(&shop, &clip, media[2], Scope::ClipPreview, "clip.mp4");
        sent.push((begun(&shop.app.demo(), &address).await, clip["id"].clone()));
    }
    let ((stays, _), _) = sent.pop().unwrap();
    let ((goes, length), id) = sent.pop().unwrap();
    fan.delete(&format!("clip/{id}")).await;
    let (came, is_cut_off) = rest(goes).await;
    assert!(is_cut_off && came < length, "{came} of {length}");
    assert!(!rest(stays).await.1);
}
