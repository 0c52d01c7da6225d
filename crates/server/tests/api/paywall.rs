//! Every kind of viewer at every kind of game, by every way to its pictures: with access all of them, without it none.

use std::path::Path;

use domain::event::AccessType;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::NewAccount;
use testkit::account;

use crate::app::{Member, TestApp};
use crate::refunds::bought;
use crate::shop::{GOOD, SINGLE, Shop, season};
use crate::stage::{Stage, beside, fetch, url_of};

const FREE: i64 = 1;
const SOLD_ALONE: i64 = 2;
const PAID: i64 = 3;

/// The pieces of a recording as players ask for them.
fn pieces(folder: &Path) -> Vec<String> {
    let mut pieces = vec!["index.m3u8".to_owned(), "v0/key-frames.m3u8".to_owned()];
    for rendition in ["v0", "a0"] {
        pieces.push(format!("{rendition}/index.m3u8"));
        let files = std::fs::read_dir(folder.join(rendition)).unwrap().map(|file| file.unwrap().file_name());
        let names = files.map(|name| name.into_string().unwrap());
        let shown = names.filter(|name| name.ends_with(".m4s") || name.ends_with(".mp4"));
        pieces.extend(shown.map(|name| format!("{rendition}/{name}")));
    }
    pieces
}

/// The addresses of a whole game, not of pictures about it, in what the viewer is told.
fn addresses(told: &Value) -> Vec<String> {
    let told = told.get("media").is_some().then_some(told);
    [2, 3].into_iter().filter_map(|kind| url_of(told?, kind)).collect()
}

/// EVT-04, PAY-14, T1, T16, T24, I7.
#[tokio::test]
async fn game_is_played_by_viewers_with_access_alone() {
    let stage = Stage::set_with(TestApp::start().await, |channel| {
        testkit::shop::sell(channel);
        channel.content.events[0].access = AccessType::Free;
        // The walk begins more streams than anybody may watch at a time.
        channel.profile.playback.max_streams = 100;
    })
    .await;
    let folders = stage.media.map(|media| stage.folder(media));
    for folder in &folders {
        for (name, bytes) in [("poster.jpg", "poster"), ("preview.mp4", "preview"), ("thumbs.vtt", "WEBVTT\n")] {
            std::fs::write(folder.join(name), bytes).unwrap();
        }
    }
    for media in stage.media {
        stage.app.database.store.media_set_has_pictures(stage.demo, media).await.unwrap();
    }
    let shop = Shop::of(stage.app, stage.demo);
    let app = &shop.app;
    app.until(async || {
        let game = app.demo().get_keyed(&format!("events/{PAID}")).await.body["data"].clone();
        url_of(&game, 6).is_some()
    })
    .await;

    let visitor = Member { client: app.demo(), key: app.demo().api_key().await };
    let member = app.member("member@demo.test").await;
    let holder = app.member("holder@demo.test").await;
    bought(&shop, &holder, season()).await;
    let single = app.member("single@demo.test").await;
    let wanted = json!({ "type": "event", "single_event_package_id": SINGLE, "event_id": SOLD_ALONE });
    let order = single.buy(wanted, Some(&shop.card(GOOD).await), "single").await;
    assert_eq!(order.body["data"]["order"]["status"], "paid", "{}", order.body);
    let refunded = app.member("refunded@demo.test").await;
    let order = bought(&shop, &refunded, season()).await["id"].clone();
    shop.bank(Method::POST, "refunds", &format!("payment_intent={}", shop.payment().await)).await;
    shop.order_is(&refunded, &order, "refunded").await;
    app.account_create("demo", NewAccount { temporary_password: true, ..account("held@demo.test") }).await;
    let held_back = Member::log_in(app.demo(), "held@demo.test").await;
    app.account_create("other", account("stranger@other.test")).await;
    let stranger = Member::log_in(app.at("other.test"), "stranger@other.test").await;
    let stranger_here = Member { client: app.demo(), key: stranger.key.clone() };

    let (all, free) = (&[FREE, SOLD_ALONE, PAID][..], &[FREE][..]);
    let viewers: [(&str, &Member, &[i64]); 8] = [
        ("a visitor", &visitor, free),
        ("a member", &member, free),
        ("a holder of the season pass", &holder, &[FREE, PAID]),
        ("a holder of the single game", &single, &[FREE, SOLD_ALONE]),
        ("a member whose money went back", &refunded, free),
        ("a member who has to change their password first", &held_back, &[]),
        ("a member of another channel, there", &stranger, &[]),
        ("a member of another channel, here", &stranger_here, &[]),
    ];
    for (who, viewer, may) in viewers {
        for (&game, folder) in all.iter().zip(&folders) {
            let pieces = pieces(folder);
            assert!(pieces.len() > 10, "{pieces:?}");
            // Each ends those before it.
            for way in ["", "/playback", "/playback/take-over"] {
                let call = format!("events/{game}{way}");
                let told = match way {
                    "/playback/take-over" => viewer.post(&call, json!({})).await,
                    _ => viewer.get(&call).await,
                };
                let addresses = addresses(&told.body["data"]);
                assert_eq!(!addresses.is_empty(), may.contains(&game), "{who} at {call}: {}", told.body);
                for (address, piece) in
                    addresses.iter().flat_map(|address| pieces.iter().map(move |piece| (address, piece)))
                {
                    let (status, _) = fetch(&app.demo(), &beside(address, piece)).await;
                    assert_eq!(status, StatusCode::OK, "{who} at {call}: {piece}");
                }
            }
            // What everybody is shown of the game leads nobody to the rest of it.
            let shown = visitor.get(&format!("events/{game}")).await.body["data"].clone();
            for picture in [1, 6].map(|kind| url_of(&shown, kind).unwrap()) {
                assert_eq!(fetch(&app.demo(), &picture).await.0, StatusCode::OK, "{picture}");
                for piece in pieces.iter().map(String::as_str).chain(["download.mp4", "thumbs.vtt", "meta.json"]) {
                    let (status, _) = fetch(&app.demo(), &beside(&picture, piece)).await;
                    assert_eq!(status, StatusCode::NOT_FOUND, "{who} at game {game}: {piece}");
                }
            }
            let download = viewer.get(&format!("download-event/{game}")).await;
            assert!(!download.status.is_success(), "{who} at game {game}: nobody here may download");
        }
    }
    shop.books_hold().await;
}
