//! The pages that the server sends, with the channel's data already in them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::event::AccessType;
use reqwest::{Method, StatusCode};
use serde_json::Value;
use sha2::{Digest, Sha256};
use testkit::channel;

use crate::app::TestApp;
use crate::clips::{clipper, cut, wish};
use crate::stage::{FREE, Stage};

fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("no {before}"));
    rest.split_once(after).unwrap().0
}

/// BOOT-01: the page carries channel key, api key, bootstrap data, participants and profile, in that order.
#[tokio::test]
async fn the_home_page_carries_its_start_up_data() {
    let app = TestApp::start().await;
    let html = app.demo().raw("/").await.text().await.unwrap();
    let boot = between(&html, "<script id=\"boot\" type=\"application/json\">", "</script>");
    let order: Vec<_> = ["channel_key", "api_key", "bootstrap", "participants", "profile", "home"]
        .map(|name| boot.find(&format!("\"{name}\":")).unwrap())
        .into();
    assert!(order.is_sorted(), "{order:?}");

    let boot: Value = serde_json::from_str(boot).unwrap();
    assert_eq!(boot["channel_key"], "ck_demo");
    assert_eq!(boot["bootstrap"], app.demo().get("channel-bootstrap-data").await.body["data"]);
    assert_eq!(boot["participants"], app.demo().get("participants?no_limit=1").await.body["data"]);
    let key = boot["api_key"].as_str().unwrap();
    let home = app.demo().get(&format!("events-for-homepage?api_key={key}")).await;
    assert_eq!(home.status, StatusCode::OK, "the page's key is good");
    assert_eq!(boot["home"], home.body["data"]);
}

/// UI-10, T28: the theme is in the page, and the policy lets nothing else inline through.
#[tokio::test]
async fn the_policy_allows_the_theme_and_nothing_else_inline() {
    let app = TestApp::start().await;
    let answer = app.demo().raw("/").await;
    let policy = answer.headers()["content-security-policy"].to_str().unwrap().to_owned();
    let html = answer.text().await.unwrap();
    let style = between(&html, "<style id=\"theme\">", "</style>");
    assert!(style.contains("--body-background:#"));
    let hash = STANDARD.encode(Sha256::digest(style));
    assert!(policy.contains(&format!("style-src 'self' 'sha256-{hash}'")), "{policy}");
    for forbidden in ["unsafe-inline", "unsafe-eval", "*", "http:"] {
        assert!(!policy.contains(forbidden), "{policy}");
    }
    for wanted in ["default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"] {
        assert!(policy.contains(wanted), "{policy}");
    }
    let data = [" id=\"boot\" type=\"application/json\">", " type=\"application/ld+json\">"];
    let scripts = html.split("<script").skip(1).filter(|script| !script.contains("src=\"/assets/"));
    for script in scripts {
        assert!(data.iter().any(|data| script.starts_with(data)), "no script without a source but data: {script}");
    }
}

/// BOOT-14, ROUTE-26, ROUTE-27: a deep link to a channel's page works on a cold load; an unknown path is a 404.
#[tokio::test]
async fn deep_links_work_and_unknown_paths_are_404() {
    let app = TestApp::start().await;
    for (path, status) in [
        ("/", StatusCode::OK),
        ("/about", StatusCode::OK),
        ("/about/", StatusCode::OK),
        ("/faq", StatusCode::OK),
        ("/watch/1", StatusCode::OK),
        ("/?school=northridge", StatusCode::OK),
        ("/watch/one", StatusCode::NOT_FOUND),
        ("/nothing", StatusCode::NOT_FOUND),
        ("/404", StatusCode::NOT_FOUND),
        ("/login.php", StatusCode::NOT_FOUND),
    ] {
        let answer = app.demo().raw(path).await;
        assert_eq!(answer.status(), status, "{path}");
        let html = answer.text().await.unwrap();
        assert!(html.contains("<script id=\"boot\""), "{path} is a page of the app");
    }
    let titled = app.demo().raw("/about").await.text().await.unwrap();
    assert!(titled.contains("<title>About – demo sports</title>"));
    assert!(titled.contains("<html lang=\"fr\">"), "UI-13: the channel's language");
}

#[tokio::test]
async fn a_host_without_a_channel_says_so() {
    let app = TestApp::start().await;
    let answer = app.at("nowhere.test").raw("/").await;
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    assert_eq!(answer.text().await.unwrap(), "No channel is served at this address.");
}

/// T23: the browser sends no address of ours to other sites, and nobody frames our pages.
#[tokio::test]
async fn every_answer_has_security_headers() {
    let app = TestApp::start().await;
    for path in
        ["/", "/api/settings", "/api/none", "/healthz", "/assets/none.js", "/console", "/storage/settings/demo.json"]
    {
        let answer = app.demo().raw(path).await;
        let header =
            |name: &str| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default();
        assert_eq!(header("referrer-policy"), "no-referrer", "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert!(header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(header("x-request-id").len(), 36, "{path}");
        if header("content-type").starts_with("text/html") {
            assert_eq!(header("x-frame-options"), "DENY", "{path}");
            assert_eq!(header("cross-origin-opener-policy"), "same-origin", "{path}");
        }
    }
}

/// T10, ROUTE-21: the player for other sites is shown by the channel's own pages and by those that it names; a clip that was
/// given away is shown by everybody, and every other page by nobody.
#[tokio::test]
async fn pages_are_framed_by_whom_the_channel_names() {
    let stage = Stage::set().await;
    let keen = clipper(&stage.app).await;
    let clip = cut(&keen, wish(FREE, 2, 5)).await;
    let clip = format!("/embed/clip/{}/{}", clip["id"], clip["uuid"].as_str().unwrap());
    let game = format!("/watch_embed/{FREE}");
    let framed_by = async |path: &str| {
        let answer = stage.app.demo().raw(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        let policy = answer.headers()["content-security-policy"].to_str().unwrap();
        let ancestors = between(&format!("{policy};"), "frame-ancestors ", ";").to_owned();
        // What older browsers know instead has no list: it is there exactly where nobody may.
        let denied = answer.headers().get("x-frame-options").map(|value| value.to_str().unwrap());
        assert_eq!(denied, (ancestors == "'none'").then_some("DENY"), "{path}");
        ancestors
    };
    let nobody = "'none'";
    assert_eq!(framed_by(&game).await, "'self'", "no list is the channel alone");

    let mut named = channel("demo", 1);
    named.profile.playback.embed_hosts = vec!["news.example".into(), "club.example".into()];
    named.content.events[0].access = AccessType::Free;
    stage.app.database.store.channel_import(named).await.unwrap();
    stage.app.until(async || framed_by(&game).await != "'self'").await;
    assert_eq!(framed_by(&game).await, "'self' https://news.example https://club.example", "those, and nobody else");
    assert_eq!(framed_by(&clip).await, "*");
    for path in ["/", "/login", &format!("/watch/{FREE}")] {
        assert_eq!(framed_by(path).await, nobody, "{path}");
    }
}

/// Compressed or not, it is the same page; each with a key of its own.
#[tokio::test]
async fn a_compressed_page_is_the_same_page() {
    let app = TestApp::start().await;
    let plain = app.demo().raw("/").await.text().await.unwrap();
    let answer = app.demo().request(Method::GET, "/").header("accept-encoding", "gzip, br").send().await.unwrap();
    assert_eq!(answer.headers()["content-encoding"], "gzip");
    let packed = answer.bytes().await.unwrap();
    let mut unpacked = String::new();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&packed[..]), &mut unpacked).unwrap();
    let key = |html: &str| between(html, "\"api_key\":\"", "\"").to_owned();
    assert_ne!(key(&plain), key(&unpacked));
    assert_eq!(unpacked.replace(&key(&unpacked), ""), plain.replace(&key(&plain), ""));
}

#[tokio::test]
async fn head_requests_have_no_body() {
    let app = TestApp::start().await;
    let answer = app.demo().request(Method::HEAD, "/").send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.bytes().await.unwrap().len(), 0);
}
