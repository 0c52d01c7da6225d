//! Whole games to take along.

use domain::account::Capability;
use domain::ids::EventId;
use media::hls::Rendition;
use media::recording::{Download, read};
use reqwest::{Method, StatusCode};
use serde_json::json;
use store::NewAccount;
use testkit::account;

use crate::app::Member;
use crate::stage::{FREE, PAID, REGISTER, Stage, beside, fetch, refused};

async fn collector(stage: &Stage) -> Member {
    let new = NewAccount { capabilities: vec![Capability::Download], ..account("keen@demo.test") };
    stage.app.account_create("demo", new).await;
    Member::log_in(stage.app.demo(), "keen@demo.test").await
}

async fn url(member: &Member) -> String {
    let answer = member.get(&format!("download-event/{FREE}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    assert_eq!(answer.headers["cache-control"], "no-store");
    answer.body["data"]["url"].as_str().unwrap().to_owned()
}

/// EVT-08, T6: an address is good for one download of just that file, which is the recording; the download is counted.
#[tokio::test]
async fn a_download_is_the_recording_once() {
    let stage = Stage::set().await;
    let keen = collector(&stage).await;
    let replay = read(&stage.folder(stage.media[0])).unwrap();
    let end = replay.resume().unwrap().end;
    let mut expected = Vec::new();
    let plan = Download::plan(&replay, &[Rendition::SOURCE, Rendition::SOUND], 0, end).unwrap();
    plan.write_to(&mut expected).unwrap();

    let url = url(&keen).await;
    let client = stage.app.demo();
    let head = client.request(Method::HEAD, &url).send().await.unwrap();
    assert_eq!(head.headers()["content-length"], expected.len().to_string().as_str());
    let answer = client.raw(&url).await;
    let headers = answer.headers().clone();
    assert_eq!(answer.bytes().await.unwrap(), expected);
    assert_eq!(headers["content-type"], "video/mp4");
    assert_eq!(headers["content-disposition"], "attachment; filename=\"demo-Hawks-demo-Wolves.mp4\"");
    assert_eq!(refused(&client, &url).await, (StatusCode::FORBIDDEN, "playback_ended".into()), "once");
    for name in ["index.m3u8", "v0/0.m4s", "poster.jpg"] {
        assert_eq!(fetch(&client, &beside(&url, name)).await.0, StatusCode::NOT_FOUND, "{name}");
    }
    let profile = keen.get("profile").await.body["data"].clone();
    assert_eq!(profile["featureCount"], json!({ "clips": 0, "downloads": 1 }));
}

/// EVT-08: a download that broke off goes on where it was, to the same bytes.
#[tokio::test]
async fn a_download_goes_on_where_it_broke_off() {
    let stage = Stage::set().await;
    let keen = collector(&stage).await;
    let whole = stage.app.demo().raw(&url(&keen).await).await.bytes().await.unwrap();
    let url = url(&keen).await;
    let part = async |range: &str| {
        let answer = stage.app.demo().request(Method::GET, &url).header("range", range).send().await.unwrap();
        (answer.status(), answer.bytes().await.unwrap())
    };
    let (status, first) = part("bytes=0-999").await;
    assert_eq!((status, &first[..]), (StatusCode::PARTIAL_CONTENT, &whole[..1000]));
    let (status, rest) = part("bytes=1000-").await;
    assert_eq!((status, &rest[..]), (StatusCode::PARTIAL_CONTENT, &whole[1000..]));
    assert_eq!(part("bytes=0-999").await.0, StatusCode::FORBIDDEN, "from the beginning it is a second download");
}

/// EVT-08, PLAY-03, T6: it asks for an account, access to the game, and the capability.
#[tokio::test]
async fn downloads_ask_for_their_capability() {
    let stage = Stage::set().await;
    let keen = collector(&stage).await;
    let fan = stage.app.member("fan@demo.test").await;
    assert_eq!(fan.get(&format!("download-event/{REGISTER}")).await.body["code"], "downloads_not_included");
    assert_eq!(keen.get(&format!("download-event/{PAID}")).await.body["code"], "needs_pass");
    assert_eq!(keen.get("download-event/999").await.status, StatusCode::NOT_FOUND);
    let stranger = stage.app.demo().get_keyed(&format!("download-event/{FREE}")).await;
    assert_eq!((stranger.status, &stranger.body["code"]), (StatusCode::FORBIDDEN, &json!("needs_account")));
    assert_eq!(stage.app.count("downloads").await, 0);
}

/// T6, I5: however many ask at once, no more than the limit are counted.
#[tokio::test]
async fn download_limit_holds_for_concurrent_requests() {
    let stage = Stage::set().await;
    let keen = collector(&stage).await;
    let me = keen.get("profile").await.body["data"]["id"].as_i64().unwrap();
    let asked: Vec<_> = (0..12)
        .map(|_| {
            let store = stage.app.database.store.clone();
            let (channel, account) = (stage.demo, domain::ids::AccountId(me));
            let zero = domain::time::Timestamp(0);
            let now = domain::time::Timestamp(1);
            tokio::spawn(
                async move { store.download_count(channel, account, EventId(FREE), 5, zero, now).await.unwrap() },
            )
        })
        .collect();
    let mut counted = 0;
    for one in asked {
        counted += usize::from(one.await.unwrap() == store::Downloaded::Counted);
    }
    assert_eq!((counted, stage.app.count("downloads").await), (5, 5));
}
