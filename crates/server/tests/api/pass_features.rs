//! What passes bring besides games: capabilities and limits, from the purchase to its end.

use domain::account::Capability;
use domain::event::AccessType;
use domain::ids::PassId;
use domain::pass::{Pass, PassType};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::ChannelImport;

use crate::app::{Member, TestApp};
use crate::clips::{cut, ready, wish};
use crate::refunds::bought;
use crate::shop::{ADDON, GOOD, SINGLE, Shop, season};
use crate::stage::{FREE, PAID, Stage};

/// Sold by itself.
const OWN: i64 = 2;

/// Recorded games, and passes that bring something: one for a season, one for single games, and an add-on.
async fn shop() -> Shop {
    let stage = Stage::set_with(TestApp::start().await, sell).await;
    Shop::of(stage.app, stage.demo)
}

fn sell(games: &mut ChannelImport) {
    let own = &mut games.content.events[1];
    (own.access, own.single_event_package_id) = (AccessType::Ppv, Some(PassId(SINGLE)));
    let season = &mut games.content.passes[0];
    season.capabilities = vec![Capability::Watch, Capability::Clipping, Capability::DownloadClip, Capability::Download];
    (season.max_clips, season.max_downloads) = (Some(2), Some(1));
    let single = Pass {
        id: PassId(SINGLE),
        name: "Single game".into(),
        categories: vec![],
        capabilities: vec![Capability::Watch, Capability::Clipping],
        max_clips: Some(1),
        max_downloads: None,
        ..season.clone()
    };
    let addon = Pass {
        id: PassId(ADDON),
        name: "Extra".into(),
        pass_type: PassType::Addition,
        capabilities: vec![Capability::NoAds, Capability::VodMedia],
        max_clips: Some(3),
        max_downloads: None,
        ..season.clone()
    };
    games.content.passes.extend([single, addon]);
}

async fn profile(member: &Member) -> Value {
    member.get("profile").await.body["data"].clone()
}

async fn features(member: &Member, game: i64) -> Value {
    member.get(&format!("events/{game}")).await.body["data"]["access"]["features"].clone()
}

async fn refused_cut(member: &Member, game: i64, start: i64) -> Value {
    let answer = member.post("clip", wish(game, start, 3)).await;
    assert_ne!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["code"].clone()
}

/// PAY-01, PLAY-03: a pass tells what it brings, and how much of it.
#[tokio::test]
async fn a_pass_tells_what_it_brings() {
    let shop = shop().await;
    let told = |passes: &Value, id: i64| {
        let pass = passes.as_array().unwrap().iter().find(|pass| pass["id"] == id).unwrap();
        (pass["features"].clone(), pass["max_clips"].clone(), pass["max_downloads"].clone())
    };
    let bootstrap = shop.app.demo().get("channel-bootstrap-data").await.body["data"]["packages"].clone();
    for passes in [shop.app.demo().get("packages").await.body["data"].clone(), bootstrap] {
        let season = json!(["watch", "clipping", "download_clip", "download"]);
        assert_eq!(told(&passes, 1), (season, json!(2), json!(1)));
        assert_eq!(told(&passes, ADDON), (json!(["no_ads", "vod_media_access"]), json!(3), json!(null)));
    }
}

/// AUTH-08, CLIP-01, CLIP-03, EVT-08, PLAY-03: a buyer of a pass does at once what it brings, as often as it allows.
#[tokio::test]
async fn a_bought_pass_brings_clips_and_downloads() {
    let shop = shop().await;
    let fan = shop.app.member("fan@demo.test").await;
    let before = profile(&fan).await;
    assert_eq!(before["capabilities"], json!([]));
    assert_eq!(before["featureLimit"], json!({ "clips": 200, "downloads": 50 }));
    assert_eq!(refused_cut(&fan, FREE, 1).await, "no_clipping");
    assert_eq!(features(&fan, FREE).await, json!(["watch"]));

    bought(&shop, &fan, season()).await;
    let after = profile(&fan).await;
    assert_eq!(after["capabilities"], json!(["watch", "download", "clipping", "download_clip"]));
    assert_eq!(after["featureLimit"], json!({ "clips": 2, "downloads": 1 }));
    for game in [FREE, PAID] {
        let all = json!(["watch", "download", "clipping", "download_clip"]);
        assert_eq!(features(&fan, game).await, all, "{game}");
    }
    let clip = cut(&fan, wish(PAID, 1, 3)).await;
    assert_eq!(clip["can_download"], true);
    cut(&fan, wish(FREE, 2, 3)).await;
    assert_eq!(refused_cut(&fan, FREE, 3).await, "clip_quota");
    assert_eq!(profile(&fan).await["featureCount"]["clips"], 2);

    // Clips and games are counted together.
    ready(&shop.app, &fan, &clip["id"]).await;
    let download = format!("clip/download/{}", clip["id"]);
    assert!(fan.get(&download).await.body["data"]["url"].is_string());
    for call in [&download, &format!("download-event/{PAID}")] {
        assert_eq!(fan.get(call).await.body["code"], "too_many_downloads", "{call}");
    }
    // The same member, logged in anew.
    let again = Member::log_in(shop.app.demo(), "fan@demo.test").await;
    assert_eq!(profile(&again).await["capabilities"], after["capabilities"]);
}

/// T16, PLAY-03: a refund takes away what the pass brought; what was cut with it stays.
#[tokio::test]
async fn a_refund_takes_away_what_the_pass_brought() {
    let shop = shop().await;
    let fan = shop.app.member("fan@demo.test").await;
    let order = bought(&shop, &fan, season()).await["id"].clone();
    let clip = cut(&fan, wish(FREE, 1, 3)).await;
    let payment = shop.payment().await;
    shop.bank(Method::POST, "refunds", &format!("payment_intent={payment}")).await;
    shop.order_is(&fan, &order, "refunded").await;
    assert_eq!(profile(&fan).await["capabilities"], json!([]));
    assert_eq!(features(&fan, FREE).await, json!(["watch"]));
    assert_eq!(refused_cut(&fan, FREE, 2).await, "no_clipping");
    let kept = fan.get(&format!("clip/{}", clip["id"])).await.body["data"].clone();
    assert_eq!((&kept["is_mine"], &kept["can_download"]), (&json!(true), &json!(false)));
    for call in [format!("clip/download/{}", clip["id"]), format!("download-event/{FREE}")] {
        assert_eq!(fan.get(&call).await.body["code"], "downloads_not_included", "{call}");
    }
}

/// PLAY-03: what was bought for one game is for that game alone.
#[tokio::test]
async fn a_single_game_brings_clips_of_itself() {
    let shop = shop().await;
    let fan = shop.app.member("fan@demo.test").await;
    let game = json!({ "type": "event", "single_event_package_id": SINGLE, "event_id": OWN });
    bought(&shop, &fan, game).await;
    assert_eq!(profile(&fan).await["capabilities"], json!([]));
    assert_eq!(profile(&fan).await["featureLimit"]["clips"], 200);
    assert_eq!(features(&fan, OWN).await, json!(["watch", "clipping"]));
    assert_eq!(features(&fan, FREE).await, json!(["watch"]));
    cut(&fan, wish(OWN, 1, 3)).await;
    assert_eq!(refused_cut(&fan, OWN, 2).await, "clip_quota");
    assert_eq!(refused_cut(&fan, FREE, 1).await, "no_clipping");
    let access = fan.get(&format!("user/access?event_id={OWN},{FREE}")).await.body["data"].clone();
    assert_eq!(access["capabilities"], json!([]));
    assert_eq!(access["events"][0]["features"], json!(["watch", "clipping"]));
    assert_eq!(access["events"][1]["features"], json!(["watch"]));
}

/// PAY-02, PLAY-03: an add-on adds to what its holder may do, and to how much.
#[tokio::test]
async fn an_add_on_adds_to_a_pass() {
    let shop = shop().await;
    let fan = shop.app.member("fan@demo.test").await;
    bought(&shop, &fan, season()).await;
    let card = shop.card(GOOD).await;
    let added = fan.buy(json!({ "type": "addon", "package_id": ADDON }), Some(&card), "b").await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.body);
    let has = profile(&fan).await;
    let all = ["watch", "download", "clipping", "download_clip", "no_ads", "vod_media"];
    assert_eq!(has["capabilities"], json!(all));
    assert_eq!(has["featureLimit"], json!({ "clips": 3, "downloads": 1 }));
}
