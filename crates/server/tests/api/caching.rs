//! What browsers and caches may keep, and in which encoding they get it.

use reqwest::{Method, StatusCode};

use crate::app::TestApp;

#[tokio::test]
async fn public_answers_are_asked_for_again_by_their_tag() {
    let app = TestApp::start().await;
    let first = app.demo().raw("/api/channel-bootstrap-data").await;
    let tag = first.headers()["etag"].clone();
    assert!(first.headers()["cache-control"].to_str().unwrap().starts_with("public"));
    let again = app
        .demo()
        .request(Method::GET, "/api/channel-bootstrap-data")
        .header("if-none-match", &tag)
        .send()
        .await
        .unwrap();
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(again.bytes().await.unwrap().len(), 0);
    let elsewhere =
        app.at("other.test").request(Method::GET, "/api/channel-bootstrap-data").header("if-none-match", &tag);
    assert_eq!(elsewhere.send().await.unwrap().status(), StatusCode::OK, "the tag is of one channel's content");
}

#[tokio::test]
async fn answers_come_in_the_encoding_asked_for() {
    let app = TestApp::start().await;
    let size = async |encoding: &str| {
        let answer = app.demo().request(Method::GET, "/api/channel-bootstrap-data").header("accept-encoding", encoding);
        let answer = answer.send().await.unwrap();
        assert_eq!(answer.headers()["vary"], "accept-encoding");
        let sent = answer.headers().get("content-encoding").map(|name| name.to_str().unwrap().to_owned());
        (sent, answer.headers()["content-length"].to_str().unwrap().parse::<usize>().unwrap())
    };
    let (plain, plain_size) = size("identity").await;
    let (gzip, gzip_size) = size("gzip").await;
    let (brotli, brotli_size) = size("br, gzip").await;
    assert_eq!((plain, gzip.as_deref(), brotli.as_deref()), (None, Some("gzip"), Some("br")));
    assert!(brotli_size < gzip_size && gzip_size < plain_size / 2);
}

/// T23, T41: whatever was asked for with a key is never kept, and neither is a page with a key in it.
#[tokio::test]
async fn keyed_answers_are_not_kept() {
    let app = TestApp::start().await;
    let key = app.demo().api_key().await;
    let keyed = ["events-for-homepage", "events/1", "events-categories", "geo", "profile", "events/999"];
    for call in keyed {
        let answer = app.demo().raw(&format!("/api/{call}?api_key={key}")).await;
        assert_eq!(answer.headers()["cache-control"], "no-store", "{call}");
        assert!(!answer.headers().contains_key("etag"), "{call}");
    }
    for page in ["/", "/about", "/none"] {
        assert_eq!(app.demo().raw(page).await.headers()["cache-control"], "no-store", "{page}");
    }
    let failure = app.demo().raw("/api/events-for-homepage").await;
    assert_eq!(failure.headers()["cache-control"], "no-store");
}

/// T41: what a cache keeps depends on the host and the encoding, and on nothing else that a visitor can send.
#[tokio::test]
async fn public_answers_depend_on_nothing_that_visitors_send() {
    let app = TestApp::start().await;
    let plain = app.demo().raw("/api/settings").await.text().await.unwrap();
    let poisoned = app
        .demo()
        .request(Method::GET, "/api/settings?channel=other&cb=1")
        .header("x-forwarded-host", "evil.test")
        .header("x-host", "evil.test")
        .header("x-original-url", "/api/menu")
        .header("x-api-key", "nonsense")
        .send()
        .await
        .unwrap();
    assert_eq!(poisoned.text().await.unwrap(), plain);
    // A path that looks like a file of a cache but is a page gives no key to it.
    let deceived = app.demo().raw("/about/x.css").await;
    assert_eq!(deceived.status(), StatusCode::NOT_FOUND);
    assert_eq!(deceived.headers()["cache-control"], "no-store");
}

#[tokio::test]
async fn assets_are_immutable_and_compressed() {
    let app = TestApp::start().await;
    let page = app.demo().raw("/").await.text().await.unwrap();
    let script =
        page.split("src=\"").find_map(|rest| rest.strip_prefix("/assets/")).and_then(|rest| rest.split('"').next());
    let script = format!("/assets/{}", script.expect("the page has a script"));
    let answer = app.demo().request(Method::GET, &script).header("accept-encoding", "br").send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-encoding"], "br");
    assert_eq!(answer.headers()["content-type"], "text/javascript; charset=utf-8");
    assert_eq!(answer.headers()["cache-control"], "public, max-age=31536000, immutable");
}
