//! Pages of the channel with their own paths, edited at the console.

use domain::local_time::ZonedTime;
use domain::operator::Role;
use domain::time::Timestamp;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::Client;
use crate::console::{ORIGIN, hired};
use crate::site::{Site, assert_refused};

/// T58, ROUTE-10: a page stands at no path of the product's own, and at none that another page of the channel has. Another channel
/// may have the same path.
#[tokio::test]
async fn pages_stand_at_free_paths() {
    let site = Site::start().await;
    for wrong in
        ["/watch/1", "/login", "/console", "/api/x", "/storage", "tickets", "/a b", "/../x", "//x.example", "/"]
    {
        let answer = site.post("pages", json!({ "url": wrong, "name": "Page" })).await;
        assert_eq!(answer.problems(), [json!(["url", "page_url", {}])], "{wrong}");
    }
    let taken = site.post("pages", json!({ "url": "/about", "name": "Page", "alt_name": "us" })).await;
    assert_eq!(taken.problems(), [json!(["url", "page_url_taken", {}])]);
    let taken = site.post("pages", json!({ "url": "/us", "name": "Page", "alt_name": "about" })).await;
    assert_eq!(taken.problems(), [json!(["alt_name", "page_url_taken", {}])]);

    let made = site.post("pages", json!({ "url": "/help/about", "name": "Help" })).await.body["data"].clone();
    assert_eq!(made["alt_name"], "about-2", "the end of the path, as far as it is free");
    let id = made["id"].as_i64().unwrap();
    let moved = site.patch(&format!("pages/{id}"), json!({ "version": 1, "url": "/about" })).await;
    assert_eq!(moved.problems(), [json!(["url", "page_url_taken", {}])]);
    assert_eq!(site.list("pages").await.len(), 2);
    site.app.until(async || site.app.demo().raw("/help/about").await.status() == StatusCode::OK).await;
    assert_eq!(site.app.at("other.test").raw("/help/about").await.status(), StatusCode::NOT_FOUND);
    let own = site.patch("pages/1", json!({ "version": 1, "url": "/about", "name": "Us" })).await;
    assert_eq!(own.body["data"]["version"], 2, "its own path is not taken");
}

/// T58: two pages that take one path at once do not both get it.
#[tokio::test]
async fn one_path_has_one_page() {
    let site = Site::start().await;
    let requests = (0..5).map(|_| site.post("pages", json!({ "url": "/tickets", "name": "Tickets" })));
    let answers = futures::future::join_all(requests).await;
    let (made, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == StatusCode::OK);
    assert_eq!(made.len(), 1);
    for answer in refused {
        assert_refused(answer, StatusCode::BAD_REQUEST, "invalid");
        assert_eq!(answer.problems()[0][1], "page_url_taken");
    }
}

/// A moment as it is typed.
fn at(seconds: i64) -> Value {
    let ZonedTime { local, zone, .. } = ZonedTime::of(Timestamp::from_seconds(seconds), "UTC");
    json!({ "local": local, "zone": zone })
}

async fn status(site: &Site, path: &str) -> StatusCode {
    site.app.demo().raw(path).await.status()
}

/// CONT-02, ROUTE-26: a page is there from its first second until its last: in no list, menu, site map or call before or after,
/// and open pages are told. Pages beside it stay.
#[tokio::test]
async fn pages_appear_and_disappear_by_the_clock() {
    let site = Site::start().await;
    site.app.clock.stop();
    let now = site.app.clock.now().seconds();
    let window = json!({ "visible_from": at(now + 60), "visible_until": at(now + 120) });
    let mut fields = json!({ "url": "/derby", "alt_name": "derby", "name": "Derby" });
    fields.as_object_mut().unwrap().extend(window.as_object().unwrap().clone());
    let made = site.post("pages", fields).await.body["data"].clone();
    assert_eq!((&made["visible_from"]["at"], &made["visible_until"]["at"]), (&json!(now + 60), &json!(now + 120)));
    assert_eq!(made["visible_from"]["zone"], "America/Toronto", "the channel's");
    site.post("menu", json!({ "name": "To the derby", "url": "/derby" })).await;
    site.patch("faq/1", json!({ "version": 1, "question": "Read?" })).await;
    site.app.until(async || site.bootstrap().await["faq"][0]["question"] == "Read?").await;
    let seen = async || {
        let bootstrap = site.bootstrap().await;
        let map = site.app.demo().raw("/sitemap.xml").await.text().await.unwrap().replace("&#x2f;", "/");
        let in_lists = [bootstrap["pages"].to_string(), bootstrap["menu"].to_string(), map];
        let lists = in_lists.iter().all(|list| list.contains("/derby"));
        assert_eq!(in_lists.iter().any(|list| list.contains("/derby")), lists, "{in_lists:?}");
        let call = site.app.demo().get("pages/derby").await.status;
        assert_eq!(
            [status(&site, "/derby").await, call],
            [if lists { StatusCode::OK } else { StatusCode::NOT_FOUND }; 2]
        );
        assert_eq!(status(&site, "/about").await, StatusCode::OK);
        lists
    };
    let version = async || site.bootstrap().await["content_version"].as_i64().unwrap();
    assert!(!seen().await);
    let before = version().await;
    site.app.clock.advance(60 * Timestamp::SECOND);
    site.app.until(async || version().await > before).await;
    assert!(seen().await);
    assert!(!site.app.demo().get("pages/derby").await.body.to_string().contains("visible_"));
    site.app.clock.advance(59 * Timestamp::SECOND);
    site.patch("faq/1", json!({ "version": 2, "question": "Again?" })).await;
    site.app.until(async || site.bootstrap().await["faq"][0]["question"] == "Again?").await;
    assert!(seen().await);
    let last = version().await;
    site.app.clock.advance(Timestamp::SECOND);
    site.app.until(async || version().await > last).await;
    assert!(!seen().await);
    assert_eq!(site.list("pages").await[1]["name"], "Derby", "the console has it still");
    let reversed = json!({ "version": 1, "visible_until": at(now) });
    let call = format!("pages/{}", made["id"]);
    assert_eq!(site.patch(&call, reversed).await.problems(), [json!(["visible_until", "time_order", {}])]);
}

/// ROUTE-27, T30: a page that moves leaves a redirect, which follows it, gives way to a page at its path, and can be removed and
/// brought back. The other channel's paths stay its own.
#[tokio::test]
async fn former_paths_lead_to_their_page() {
    let site = Site::start().await;
    let leads = async |path: &str| {
        let answer = site.app.demo().raw(path).await;
        let to = answer.headers().get("location").map(|to| to.to_str().unwrap().to_owned());
        (answer.status().as_u16(), to)
    };
    let to = |path: &str| (301, Some(path.to_owned()));
    let others = site.others("redirects").await;
    site.app.until(async || leads("/who-we-are").await == to("/about")).await;
    let moved = site.patch("pages/1", json!({ "version": 1, "url": "/club" })).await;
    assert_eq!(moved.body["data"]["version"], 2, "{}", moved.body);
    site.app.until(async || leads("/about").await == to("/club")).await;
    assert_eq!(leads("/about/?utm=1").await, to("/club?utm=1"));
    assert_eq!(leads("/who-we-are").await, to("/club"), "it follows the page");
    assert_eq!(site.app.at("other.test").raw("/about").await.status(), StatusCode::OK);
    let listed = |list: Vec<Value>| list.iter().map(|item| item["path"].clone()).collect::<Vec<_>>();
    assert_eq!(listed(site.list("redirects").await), ["/who-we-are", "/about"]);

    let menu = site.bootstrap().await["menu"]["links"][0].clone();
    assert_eq!((&menu["name"], &menu["url"]), (&json!("About"), &json!("/club")), "links lead where the page is");

    // There and back again: neither path leads to itself.
    site.patch("pages/1", json!({ "version": 2, "url": "/about" })).await;
    site.app.until(async || leads("/club").await == to("/about")).await;
    assert_eq!(leads("/about").await, (200, None));
    let given_up = json!({ "version": 3, "url": "/we", "drops_path": true });
    assert_eq!(site.patch("pages/1", given_up).await.status, StatusCode::OK);
    site.app.until(async || leads("/club").await == to("/we")).await;
    assert_eq!(leads("/about").await, to("/we"), "an earlier redirect of the path stays");

    let taken = site.post("redirects", json!({ "path": "/club", "page_id": 1 })).await;
    assert_eq!(taken.problems(), [json!(["path", "duplicate", {}])]);
    let unknown = site.post("redirects", json!({ "path": "/lost", "page_id": 1001 })).await;
    assert_eq!(unknown.problems(), [json!(["page_id", "not_found", {}])]);
    let page = site.post("pages", json!({ "url": "/club", "name": "Club" })).await.body["data"]["id"].clone();
    site.app.until(async || leads("/club").await == (200, None)).await;
    let redirect = site.list("redirects").await.into_iter().find(|item| item["path"] == "/club").unwrap();
    let call = format!("redirects/{}?version={}", redirect["id"], redirect["version"]);
    assert_eq!(site.delete(&call).await.status, StatusCode::OK);
    assert_eq!(site.delete(&format!("pages/{page}?version=1")).await.status, StatusCode::OK);
    site.app.until(async || leads("/club").await == (404, None)).await;
    let restore = format!("revisions/redirect/{}/restore", redirect["id"]);
    let restored = site.post(&restore, json!({ "revision": redirect["version"], "version": null })).await;
    assert_eq!(restored.status, StatusCode::OK, "{}", restored.body);
    site.app.until(async || leads("/club").await == to("/we")).await;
    assert_eq!(site.others("redirects").await, others);
    let actions: Vec<_> = site.audit().await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(actions[..2], ["update_page", "create_redirect"]);
    site.app.until(async || site.app.demo().raw("/we").await.status() == StatusCode::OK).await;
    let removed = site.delete("pages/1?version=4").await;
    assert_eq!(removed.status, StatusCode::OK);
    site.app.until(async || leads("/club").await == (404, None)).await;
}

/// CONT-02: the picture of a page is on it and in previews of links to it.
#[tokio::test]
async fn pictures_of_pages_are_in_previews() {
    let site = Site::start().await;
    let picture = "https://pictures.example/club.jpg";
    let edit = json!({ "version": 1, "image": picture });
    assert_eq!(site.patch("pages/1", edit).await.body["data"]["image"], picture);
    let page = async || site.app.demo().raw("/about").await.text().await.unwrap().replace("&#x2f;", "/");
    let meta = format!("<meta property=\"og:image\" content=\"{picture}\">");
    site.app.until(async || page().await.contains(&meta)).await;
    assert_eq!(site.app.demo().get("pages/about").await.body["data"]["image"], picture);
    let unsafe_link = json!({ "version": 2, "image": "javascript:alert(1)" });
    assert_eq!(site.patch("pages/1", unsafe_link).await.problems(), [json!(["image", "unsafe_link", {}])]);
}

/// Fills a frame by a form, as the console does.
async fn preview(client: &Client, channel: i64, draft: &Value, origin: &'static str) -> reqwest::Response {
    filled(client, channel, draft).header("origin", origin).send().await.unwrap()
}

fn filled(client: &Client, channel: i64, draft: &Value) -> reqwest::RequestBuilder {
    let call = format!("/console/api/channels/{channel}/preview");
    let form: String =
        form_urlencoded::Serializer::new(String::new()).append_pair("draft", &draft.to_string()).finish();
    let request = client.request(Method::POST, &call);
    request.header("content-type", "application/x-www-form-urlencoded").body(form)
}

/// CONT-02, T10, T28, T40: a draft is a document for a frame of this console: not public, not kept, not indexed, without script,
/// and for nobody but those who may edit the site.
#[tokio::test]
async fn drafts_are_shown_to_their_editors_alone() {
    let site = Site::start().await;
    let draft = json!({
        "item": 1,
        "page": { "url": "/about", "name": "Draft <b>", "content": "<p>Soon</p><script>alert(1)</script>" }
    });
    let shown = preview(&site.editor, site.demo, &draft, ORIGIN).await;
    assert_eq!(shown.status(), StatusCode::OK);
    let header = |name: &str| shown.headers()[name].to_str().unwrap().to_owned();
    assert!(header("content-security-policy").contains("frame-ancestors 'self'"));
    assert_eq!((header("cache-control").as_str(), header("x-robots-tag").as_str()), ("no-store", "noindex"));
    assert!(!shown.headers().contains_key("x-frame-options"));
    let text = shown.text().await.unwrap().replace("&#x2f;", "/");
    assert!(text.contains("<script src=\"/preview.js\" data-path=\"/about\"></script>"), "{text}");
    assert!(text.contains("<meta name=\"robots\" content=\"noindex\">") && !text.contains("rel=\"canonical\""));
    assert!(text.contains("\\u003cp>Soon\\u003c/p>") && !text.contains("alert(1)"), "{text}");
    assert!(!site.app.demo().raw("/about").await.text().await.unwrap().contains("Soon"));
    assert_eq!(site.list("pages").await[0]["version"], 1);

    for (screen, path) in [("home", "/"), ("watch", "/watch/1"), ("buy", "/packages")] {
        let text = preview(&site.editor, site.demo, &json!({ "screen": screen }), ORIGIN).await.text().await.unwrap();
        assert!(text.replace("&#x2f;", "/").contains(&format!("data-path=\"{path}\"")), "{screen}");
    }
    let clerk = hired(&site.app, "clerk@demo.test", Role::Support).await;
    for (client, channel, origin, status) in [
        (&clerk, site.demo, ORIGIN, StatusCode::FORBIDDEN),
        (&site.neighbour, site.demo, ORIGIN, StatusCode::NOT_FOUND),
        // What it asks for would be answered for the channel of its host.
        (&site.neighbour, site.other, ORIGIN, StatusCode::NOT_FOUND),
        (&site.app.demo(), site.demo, ORIGIN, StatusCode::UNAUTHORIZED),
        (&site.editor, site.demo, "https://evil.test", StatusCode::FORBIDDEN),
        (&site.editor, site.demo, "null", StatusCode::FORBIDDEN),
    ] {
        assert_eq!(preview(client, channel, &draft, origin).await.status(), status);
    }
    // Browsers name no origin in forms of pages that send no referrer, and say themselves whose page it is.
    for (from, status) in [("same-origin", StatusCode::OK), ("same-site", StatusCode::FORBIDDEN)] {
        let form = filled(&site.editor, site.demo, &draft).header("origin", "null").header("sec-fetch-site", from);
        assert_eq!(form.send().await.unwrap().status(), status, "{from}");
    }
}
