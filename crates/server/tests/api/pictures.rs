//! The picture library of a channel.

use domain::ids::ChannelId;
use domain::operator::Action;
use image::ImageFormat::{Jpeg, Png};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use store::AliasChange;
use testkit::audit_entry;
use testkit::picture::{claiming, picture, turned};

use crate::app::{Answer, CONSOLE, Client, checked};
use crate::console::ORIGIN;
use crate::site::{Site, assert_refused};

/// Sends a file to a channel's library.
pub async fn send(client: &Client, channel: i64, name: &str, key: Option<&str>, file: Vec<u8>) -> Answer {
    let call = format!("channels/{channel}/pictures?name={name}");
    let mut request = client.request(Method::POST, &format!("/console/api/{call}")).header("origin", ORIGIN).body(file);
    if let Some(key) = key {
        request = request.header("idempotency-key", key);
    }
    checked(&CONSOLE, "post", &call, request.send().await.unwrap()).await
}

/// A new picture of the channel `demo`.
pub async fn added(site: &Site, name: &str, file: Vec<u8>) -> Value {
    let answer = send(&site.editor, site.demo, name, None, file).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
    answer.body["data"].clone()
}

pub fn address(picture: &Value) -> &str {
    picture["address"].as_str().unwrap()
}

/// T34: what is sent is written anew, in the sizes that its address tells, and served so that it can run nothing and is
/// asked for once.
#[tokio::test]
async fn picture_is_served_in_every_size() {
    let site = Site::start().await;
    let file = [turned(&picture(Jpeg, 900, 450), 3), b"<script>alert(1)</script>".to_vec()].concat();
    let added = added(&site, "Final", file).await;
    assert_eq!((&added["name"], &added["width"], &added["height"]), (&json!("Final"), &json!(900), &json!(450)));
    assert_eq!((&added["focus"], &added["crop"]), (&json!({ "x": 50, "y": 50 }), &Value::Null));
    assert!(address(&added).starts_with("/storage/images/demo/") && address(&added).ends_with("-50-50-900.jpg"));
    for width in [320, 640, 900] {
        let served = site.app.demo().raw(&address(&added).replace("-900.", &format!("-{width}."))).await;
        assert_eq!(served.status(), StatusCode::OK, "{width}");
        assert_eq!(served.headers()["content-type"], "image/jpeg");
        assert_eq!(served.headers()["x-content-type-options"], "nosniff");
        assert_eq!(served.headers()["cache-control"], "public, max-age=31536000, immutable");
        assert!(served.headers()["content-security-policy"].to_str().unwrap().contains("sandbox"));
        let bytes = served.bytes().await.unwrap();
        assert_eq!(image::load_from_memory(&bytes).unwrap().width(), width);
        assert!(!bytes.windows(7).any(|part| part == b"<script" || &part[..4] == b"Exif"), "{width}");
    }
    assert_eq!(site.list("pictures").await, [added]);
}

/// T34: every file that is no picture of a sane size is refused with its own code, and nothing of it is stored.
#[tokio::test]
async fn hostile_files_are_refused() {
    let site = Site::start().await;
    let png = picture(Png, 64, 64);
    for (file, code) in [
        (vec![], "file_empty"),
        (b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script/></svg>".to_vec(), "picture_svg"),
        (b"<html><script>alert(1)</script>".to_vec(), "picture_format"),
        (b"\0\0\0\x1cftypmp42".to_vec(), "picture_format"),
        (png[..png.len() / 2].to_vec(), "picture_damaged"),
        (claiming(&png, 30_000, 30_000), "picture_pixels"),
        (picture(Png, 400, 16), "picture_shape"),
        (picture(Png, 8, 8), "picture_shape"),
    ] {
        let refused = send(&site.editor, site.demo, "Bad", None, file).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{code}");
        assert_eq!(refused.problems()[0][1], code);
    }
    let large = send(&site.editor, site.demo, "Large", None, vec![0; 20 * 1024 * 1024 + 1]).await;
    assert_refused(&large, StatusCode::PAYLOAD_TOO_LARGE, "too_large");
    let nameless = send(&site.editor, site.demo, "%20", None, png.clone()).await;
    assert_eq!(nameless.problems(), [json!(["name", "required", {}])]);
    assert_eq!(site.list("pictures").await, [] as [Value; 0]);
    assert!(!site.app.database.folder.path().join("media/images").exists());
    assert_eq!(site.audit().await, []);
}

/// T26, T2: each channel has its own library, and an original is for its operators.
#[tokio::test]
async fn channels_have_their_own_pictures() {
    let site = Site::start().await;
    let ours = added(&site, "Ours", picture(Png, 64, 64)).await;
    let theirs = send(&site.neighbour, site.other, "Theirs", None, picture(Png, 64, 64)).await.body["data"].clone();
    assert_eq!(site.others("pictures").await, json!([theirs]));
    assert_eq!(site.list("pictures").await, std::slice::from_ref(&ours));
    let id = theirs["id"].as_i64().unwrap();
    let rename = json!({ "version": 1, "name": "Mine" });
    assert_refused(&site.patch(&format!("pictures/{id}"), rename).await, StatusCode::NOT_FOUND, "not_found");
    let gone = site.delete(&format!("pictures/{id}?version=1")).await;
    assert_refused(&gone, StatusCode::NOT_FOUND, "not_found");
    let logo = site.put("logo", json!({ "picture": id, "before": null })).await;
    assert_refused(&logo, StatusCode::NOT_FOUND, "not_found");
    assert_eq!(site.others("pictures").await, json!([theirs]));

    let original = format!("/console/api/channels/{}/pictures/{}/original", site.demo, ours["id"]);
    let shown = site.editor.raw(&original).await;
    assert_eq!((shown.status(), &shown.headers()["content-type"]), (StatusCode::OK, &"image/png".parse().unwrap()));
    assert!(shown.headers()["cache-control"].to_str().unwrap().starts_with("private"));
    assert_eq!(site.app.demo().raw(&original).await.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(site.neighbour.raw(&original).await.status(), StatusCode::NOT_FOUND);
    let name = address(&ours).rsplit('/').next().unwrap();
    for place in [format!("/storage/originals/demo/{}.png", &name[..16]), format!("/storage/images/other/{name}")] {
        assert_eq!(site.app.demo().raw(&place).await.status(), StatusCode::NOT_FOUND, "{place}");
    }
}

/// A retry of an upload gives the picture of the first one, and leaves no files of its own.
#[tokio::test]
async fn repeated_upload_gives_the_first_picture() {
    let site = Site::start().await;
    let again = async |file| send(&site.editor, site.demo, "Cup", Some("key-1"), file).await.body["data"].clone();
    let first = again(picture(Png, 64, 64)).await;
    assert_eq!(again(picture(Png, 64, 64)).await, first);
    assert_eq!(site.list("pictures").await, [first]);
    let stored = std::fs::read_dir(site.app.database.folder.path().join("media/images/demo")).unwrap();
    assert_eq!(stored.count(), 1);
}

/// A new crop or focal point reaches whatever shows the picture, as a version of its own; the picture beside it stays.
#[tokio::test]
async fn crop_and_focal_point_reach_what_shows_the_picture() {
    let site = Site::start().await;
    let cup = added(&site, "Cup", picture(Jpeg, 800, 400)).await;
    let beside = added(&site, "Crowd", picture(Jpeg, 700, 400)).await;
    let html =
        format!("<p><img src=\"{}\" alt=\"Cup\"></p><p><img src=\"{}\" alt=\"\"></p>", address(&cup), address(&beside));
    site.patch("slides/1", json!({ "version": 1, "image": address(&cup) })).await;
    site.patch("slides/2", json!({ "version": 1, "image": address(&beside) })).await;
    site.patch("pages/1", json!({ "version": 1, "content": html })).await;
    let logo = site.put("logo", json!({ "picture": cup["id"], "before": null })).await;
    assert_eq!(logo.body["data"]["address"], cup["address"]);

    let path = format!("pictures/{}", cup["id"]);
    let crop = json!({ "x": 400, "y": 0, "width": 400, "height": 400 });
    let cut =
        site.patch(&path, json!({ "version": 1, "crop": crop, "focus": { "x": 10, "y": 90 } })).await.body["data"]
            .clone();
    assert_eq!((&cut["version"], &cut["width"], &cut["original"]["width"]), (&json!(2), &json!(400), &json!(800)));
    assert!(address(&cut).ends_with("-10-90-400.jpg"), "{cut}");
    let uses: Vec<&str> = cut["uses"].as_array().unwrap().iter().map(|found| found["kind"].as_str().unwrap()).collect();
    assert_eq!(uses, ["logo", "slide", "page"]);
    let slides = site.list("slides").await;
    assert_eq!((&slides[0]["image"], &slides[0]["version"]), (&cut["address"], &json!(3)));
    assert_eq!((&slides[1]["image"], &slides[1]["version"]), (&beside["address"], &json!(2)));
    let page = site.list("pages").await[0].clone();
    assert_eq!(page["content"], html.replace(address(&cup), address(&cut)));
    assert_eq!(site.get("logo").await.body["data"]["address"], cut["address"]);
    for old_and_new in [&cup, &cut] {
        assert_eq!(site.app.demo().raw(address(old_and_new)).await.status(), StatusCode::OK);
    }
    let whole = site.patch(&path, json!({ "version": 2, "crop": null })).await.body["data"].clone();
    assert_eq!((&whole["width"], &whole["crop"]), (&json!(800), &Value::Null));

    let stale = site.patch(&path, json!({ "version": 2, "crop": crop })).await;
    assert_refused(&stale, StatusCode::CONFLICT, "version_conflict");
    assert_eq!(stale.body["conflict"]["current"]["version"], 3);
    let outside =
        site.patch(&path, json!({ "version": 3, "crop": { "x": 401, "y": 0, "width": 400, "height": 400 } })).await;
    assert_eq!(outside.problems(), [json!(["crop", "invalid", {}])]);
    let files = json!({ "version": 3, "files": { "alias": "other", "key": "a", "hash": "b", "format": "jpg", "size": { "width": 1, "height": 1 } } });
    assert_eq!(site.patch(&path, files).await.body["data"]["address"], whole["address"], "an operator sets no files");
}

/// A picture that something shows stays; one that nothing shows any more goes with its files.
#[tokio::test]
async fn used_picture_is_not_removed() {
    let site = Site::start().await;
    let cup = added(&site, "Cup", picture(Png, 64, 64)).await;
    let kept = added(&site, "Kept", picture(Png, 64, 64)).await;
    site.patch("slides/1", json!({ "version": 1, "image": address(&cup) })).await;
    let path = format!("pictures/{}?version=1", cup["id"]);
    let used = site.delete(&path).await;
    assert_refused(&used, StatusCode::CONFLICT, "in_use");
    assert!(used.body["message"].as_str().unwrap().contains("slide Welcome"), "{}", used.body);
    site.patch("slides/1", json!({ "version": 2, "image": null })).await;
    let missing = site.delete(&format!("pictures/{}", cup["id"])).await;
    assert_refused(&missing, StatusCode::PRECONDITION_REQUIRED, "version_required");
    assert_eq!(site.delete(&path).await.body["data"], json!({ "id": cup["id"], "version": 2 }));
    assert_eq!(site.list("pictures").await, [kept]);
    let stored = std::fs::read_dir(site.app.database.folder.path().join("media/images/demo")).unwrap();
    assert_eq!(stored.count(), 1);
    let actions: Vec<String> = site.audit().await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(actions, ["upload_picture", "upload_picture", "update_slide", "update_slide", "remove_picture"]);
}

/// PROF-02, T27: the logo that viewers see follows the operator's, and nobody replaces one that they have not seen.
#[tokio::test]
async fn logo_is_set_and_seen() {
    let site = Site::start().await;
    let [red, blue] = [[200, 0, 0], [0, 60, 200]].map(|colour| testkit::picture::logo(200, colour));
    let (red, blue) = (added(&site, "Red", red).await, added(&site, "Blue", blue).await);
    let versions = site.versions().await;
    let set =
        async |picture: &Value, before: &Value| site.put("logo", json!({ "picture": picture, "before": before })).await;
    assert_eq!(set(&red["id"], &Value::Null).await.status, StatusCode::OK);
    site.app.until(async || site.bootstrap().await["settings"]["logo"] == red["address"]).await;
    let changed = site.versions().await;
    assert!(changed[0] > versions[0] && changed[1] == versions[1], "{versions:?} {changed:?}");

    let colours = site.get("logo/colours").await.body["data"]["colours"].clone();
    assert_eq!(colours["accent"], "#c80000");
    let stale = set(&blue["id"], &Value::Null).await;
    assert_refused(&stale, StatusCode::CONFLICT, "version_conflict");
    assert_eq!(stale.body["conflict"]["current"]["address"], red["address"]);
    assert_eq!(set(&red["id"], &Value::Null).await.status, StatusCode::OK, "the same again");
    assert_eq!(set(&blue["id"], &red["address"]).await.status, StatusCode::OK);
    assert_eq!(set(&Value::Null, &blue["address"]).await.body["data"]["address"], Value::Null);
    assert_eq!(site.get("logo/colours").await.body["data"]["colours"], Value::Null);
    let logos = site.audit().await.into_iter().filter(|(action, ..)| action == "set_logo");
    let states: Vec<_> = logos.map(|(_, _, detail)| (detail["before"].clone(), detail["after"].clone())).collect();
    let [red, blue] = [red["address"].clone(), blue["address"].clone()];
    assert_eq!(states, [(Value::Null, red.clone()), (red, blue.clone()), (blue, Value::Null)]);
}

/// T34: a storage that fails leaves neither a row nor a file.
#[tokio::test]
async fn failing_storage_leaves_nothing() {
    let site = Site::start().await;
    let images = site.app.database.folder.path().join("media/images");
    std::fs::create_dir_all(&images).unwrap();
    std::fs::write(images.join("demo"), "in the way").unwrap();
    let failed = send(&site.editor, site.demo, "Cup", None, picture(Png, 64, 64)).await;
    assert_refused(&failed, StatusCode::SERVICE_UNAVAILABLE, "unavailable");
    assert_eq!(site.list("pictures").await, [] as [Value; 0]);
    assert_eq!(site.audit().await, []);
    std::fs::remove_file(images.join("demo")).unwrap();
    added(&site, "Cup", picture(Png, 64, 64)).await;
}

/// A channel that takes another alias keeps its pictures where they are, with crops and removals.
#[tokio::test]
async fn pictures_outlive_an_alias() {
    let site = Site::start().await;
    let cup = added(&site, "Cup", picture(Jpeg, 400, 200)).await;
    site.patch("slides/1", json!({ "version": 1, "image": address(&cup) })).await;
    let entry = audit_entry(Action::ChangeAlias);
    let changed = site.app.database.store.channel_set_alias(ChannelId(site.demo), "fresh".into(), entry).await;
    assert_eq!(changed.unwrap(), AliasChange::Done);
    site.app.until(async || site.app.demo().get("settings").await.body["data"]["alias"] == "fresh").await;
    assert_eq!(site.list("pictures").await[0]["address"], cup["address"]);
    let crop = json!({ "version": 1, "crop": { "x": 0, "y": 0, "width": 200, "height": 200 } });
    let path = format!("pictures/{}", cup["id"]);
    let cut = site.patch(&path, crop).await.body["data"].clone();
    assert!(address(&cut).starts_with("/storage/images/demo/") && address(&cut).ends_with("-200.jpg"), "{cut}");
    assert_eq!(site.list("slides").await[0]["image"], cut["address"]);
    assert_eq!(site.app.demo().raw(address(&cut)).await.status(), StatusCode::OK);

    let new = added(&site, "New", picture(Jpeg, 400, 200)).await;
    site.patch("slides/1", json!({ "version": 3, "image": null })).await;
    assert_eq!(site.delete(&format!("{path}?version=2")).await.status, StatusCode::OK);
    assert_eq!(site.list("pictures").await, [new]);
    let media = site.app.database.folder.path().join("media");
    let count = |folder: &str| std::fs::read_dir(media.join(folder)).unwrap().count();
    site.app.until(async || [count("images/demo"), count("originals/demo")] == [0, 0]).await;
    assert_eq!(count("originals/fresh"), 1);
}
