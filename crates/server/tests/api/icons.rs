//! The icons of a channel and its web manifest.

use image::GenericImageView;
use image::ImageFormat::Png;
use reqwest::StatusCode;
use serde_json::json;
use testkit::picture::picture;

use crate::pictures::{added, address};
use crate::site::{Site, assert_refused};

async fn icon(site: &Site, path: &str) -> (String, Vec<u8>) {
    let answer = site.app.demo().raw(path).await;
    assert_eq!(answer.status(), StatusCode::OK, "{path}");
    let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
    (kind, answer.bytes().await.unwrap().to_vec())
}

/// The version that the head of every page names.
async fn version(site: &Site) -> String {
    let page = site.app.demo().raw("/").await.text().await.unwrap();
    let start = "href=\"/favicon-32.png?v=";
    page.split(start).nth(1).unwrap().split('"').next().unwrap().to_owned()
}

/// UI-16: a channel without a picture has icons of its colours and initial in every size, and a manifest that names them.
#[tokio::test]
async fn channels_have_icons_from_the_start() {
    let site = Site::start().await;
    for (path, side) in [
        ("/favicon.ico", 32),
        ("/favicon-16.png", 16),
        ("/favicon-48.png", 48),
        ("/apple-touch-icon.png", 180),
        ("/icon-192.png", 192),
        ("/icon-512.png", 512),
        ("/icon-maskable-512.png", 512),
    ] {
        let (kind, bytes) = icon(&site, path).await;
        assert_eq!(kind, "image/png", "{path}");
        let drawn = image::load_from_memory(&bytes).unwrap();
        assert_eq!(drawn.dimensions(), (side, side), "{path}");
        let colours: std::collections::HashSet<_> = drawn.pixels().map(|(_, _, pixel)| pixel.0).collect();
        assert!(colours.len() > 1, "{path} shows the initial");
    }
    let answer = site.app.demo().raw("/manifest.webmanifest").await;
    assert_eq!(answer.headers()["content-type"], "application/manifest+json");
    let manifest: serde_json::Value = answer.json().await.unwrap();
    assert_eq!(
        (&manifest["name"], &manifest["lang"], &manifest["start_url"]),
        (&json!("demo sports"), &json!("fr"), &json!("/"))
    );
    let purposes: Vec<_> = manifest["icons"].as_array().unwrap().iter().map(|icon| icon["purpose"].clone()).collect();
    assert_eq!(purposes, ["any", "any", "maskable"]);
    for shown in manifest["icons"].as_array().unwrap() {
        assert_eq!(icon(&site, shown["src"].as_str().unwrap()).await.0, "image/png");
    }
    let page = site.app.demo().raw("/about").await.text().await.unwrap();
    for link in ["rel=\"apple-touch-icon\"", "rel=\"manifest\" href=\"/manifest.webmanifest\"", "name=\"theme-color\""]
    {
        assert!(page.contains(link), "{link}");
    }
}

/// UI-16, T26: the icon is a picture of the library, and takes the place of the logo; the other channel's icons stay.
#[tokio::test]
async fn icons_are_made_of_pictures() {
    let site = Site::start().await;
    let others = site.app.at("other.test").raw("/icon-192.png").await.bytes().await.unwrap();
    let (drawn, first) = (icon(&site, "/icon-192.png").await, version(&site).await);
    let logo = added(&site, "Logo", picture(Png, 128, 64)).await;
    let square = added(&site, "Square", picture(Png, 64, 64)).await;
    let set = site.put("logo", json!({ "picture": logo["id"], "before": null })).await;
    assert_eq!(set.status, StatusCode::OK, "{}", set.body);
    site.app.until(async || version(&site).await != first).await;
    let (of_logo, second) = (icon(&site, "/icon-192.png").await, version(&site).await);
    assert_ne!(of_logo, drawn);

    let set = site.put("icon", json!({ "picture": square["id"], "before": null })).await;
    assert_eq!(set.body["data"]["address"], address(&square), "{}", set.body);
    site.app.until(async || version(&site).await != second).await;
    assert_ne!(icon(&site, "/icon-192.png").await, of_logo);
    assert_eq!(site.app.demo().get("settings").await.body["data"]["icon_version"], version(&site).await);
    let stale = site.put("icon", json!({ "picture": null, "before": null })).await;
    assert_refused(&stale, StatusCode::CONFLICT, "version_conflict");
    let used = site.delete(&format!("pictures/{}?version=1", square["id"])).await;
    assert_refused(&used, StatusCode::CONFLICT, "in_use");
    let theirs = site.put("icon", json!({ "picture": 987_654, "before": address(&square) })).await;
    assert_refused(&theirs, StatusCode::NOT_FOUND, "not_found");
    let none = site.put("icon", json!({ "picture": null, "before": address(&square) })).await;
    assert_eq!(none.status, StatusCode::OK);
    site.app.until(async || version(&site).await == second).await;
    assert_eq!(icon(&site, "/icon-192.png").await, of_logo);
    assert_eq!(site.app.at("other.test").raw("/icon-192.png").await.bytes().await.unwrap(), others);
    let actions: Vec<_> = site.audit().await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(actions[2..], ["set_logo", "set_icon", "set_icon"]);
}
