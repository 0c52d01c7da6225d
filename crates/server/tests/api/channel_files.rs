//! Channels as files in the console: the download, and a new channel made of one.

use std::collections::BTreeMap;

use channelfile::Archive;
use domain::operator::Role;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{Answer, CONSOLE, Client, TestApp, checked};
use crate::console::{ORIGIN, administrator, audit, call, channel, get, hired};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n the rest of a picture";

/// The small channels' teams have pictures of names that no file takes.
async fn without_drawings(app: &TestApp) {
    app.database.execute("UPDATE participants SET images = '[]'").await;
}

async fn export(app: &TestApp, client: &Client, alias: &str) -> Archive {
    let path = format!("/console/api/channels/{}/export", channel(app, alias).await);
    let answer = client.raw(&path).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-type"], "application/x-tar");
    assert_eq!(answer.headers()["cache-control"], "no-store");
    assert_eq!(answer.headers()["content-disposition"], format!("attachment; filename=\"{alias}.tar\"").as_str());
    let bytes = answer.bytes().await.unwrap();
    assert_eq!(bytes.len() % 10_240, 0, "filled up as other programs do");
    Archive::of_tar(&bytes).unwrap()
}

async fn import(client: &Client, query: &str, file: Vec<u8>) -> Answer {
    let path = format!("server/channel-files?{query}");
    let request = client.request(Method::POST, &format!("/console/api/{path}")).header("origin", ORIGIN);
    let answer = request.header("content-type", "application/x-tar").body(file).send().await.unwrap();
    checked(&CONSOLE, "post", &path, answer).await
}

/// OPS-02, T26: an owner downloads the channel, an administrator makes a second one of the file, which says the same under
/// ids of its own; the first does not move. A plan writes nothing.
#[tokio::test]
async fn channel_goes_through_its_file() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let admin = administrator(&app).await;
    without_drawings(&app).await;
    app.database.execute("UPDATE channels SET logo = '/storage/images/demo/logo.png' WHERE alias = 'demo'").await;
    app.images.put("demo", "logo.png", PNG.into()).await.unwrap();
    let archive = export(&app, &owner, "demo").await;
    assert_eq!(archive.pictures, BTreeMap::from([("logo.png".to_owned(), PNG.to_vec())]));
    let tar = archive.to_tar();

    let query = "alias=copy&host=Copy.test:443";
    let plan = import(&admin, &format!("{query}&plan=true"), tar.clone()).await;
    assert_eq!(plan.status, StatusCode::OK, "{}", plan.body);
    let planned = &plan.body["data"];
    assert_eq!(
        (&planned["id"], &planned["alias"], &planned["hosts"]),
        (&Value::Null, &json!("copy"), &json!(["copy.test"]))
    );
    assert_eq!((&planned["counts"]["teams"], &planned["counts"]["pictures"]), (&json!(3), &json!(1)));
    assert!(planned["renumbered"].as_i64().unwrap() > 0, "{planned}");
    assert_eq!(app.count("channels").await, 2, "nothing is written");

    let made = import(&admin, query, tar.clone()).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.body);
    assert_eq!(made.body["data"]["renumbered"], planned["renumbered"]);
    let copy = export(&app, &admin, "copy").await;
    assert_eq!(copy.pictures, archive.pictures);
    let work = get(&admin, "work").await.body["data"].as_array().unwrap().clone();
    let shown: Vec<_> = work.iter().map(|work| (&work["kind"], &work["subject"], &work["state"])).collect();
    let done = json!("done");
    let copied = json!("copy");
    assert_eq!(shown, [(&json!("export_channel"), &copied, &done), (&json!("import_channel"), &copied, &done)]);
    assert_eq!(get(&owner, "work").await.body["data"].as_array().unwrap().len(), 1, "their own export alone");
    assert_eq!(export(&app, &owner, "demo").await, archive, "the first does not move");
    assert_eq!(app.at("copy.test").get("settings").await.body["data"]["name"], "demo sports");
    let session = get(&admin, "session").await.body["data"].clone();
    assert_eq!((&session["channels"][0]["alias"], &session["channels"][0]["role"]), (&json!("copy"), &json!("owner")));
    let again = import(&admin, query, tar).await;
    assert_eq!(again.problems(), [json!(["alias", "alias_taken", {}])], "never over one that is there");
    let log: Vec<_> = audit(&app)
        .await
        .into_iter()
        .filter(|(action, ..)| action.ends_with("load_channel") || action == "export_channel")
        .collect();
    let said = |action: &str, subject: &str| (action.to_owned(), subject.to_owned(), true);
    let expected = [
        said("export_channel", "demo"),
        said("upload_channel", "copy"),
        said("export_channel", "copy"),
        said("export_channel", "demo"),
    ];
    assert_eq!(log, expected);
}

/// T34: what is wrong with a file is told by its place, and nothing is written.
#[tokio::test]
async fn wrong_files_are_told_by_their_place() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    let admin = administrator(&app).await;
    without_drawings(&app).await;
    let good = export(&app, &owner, "demo").await;
    let with = |change: &dyn Fn(&mut Value)| {
        let mut json: Value = serde_json::from_slice(&good.json).unwrap();
        change(&mut json);
        Archive { json: json.to_string().into_bytes(), ..good.clone() }.to_tar()
    };
    let query = "alias=copy&host=copy.test";
    let pictured = |name: &str, bytes: &[u8]| {
        let pictures = BTreeMap::from([(name.to_owned(), bytes.to_vec())]);
        Archive { pictures, ..good.clone() }.to_tar()
    };
    for (file, field) in [
        (b"PK\x03\x04".to_vec(), "file"),
        (Vec::new(), "file"),
        (with(&|json| json["games"][0]["startsAt"] = json!("soon")), "games[0].startsAt"),
        (with(&|json| json["surprise"] = json!(1)), "surprise"),
        (with(&|json| json["version"] = json!(2)), "version"),
        (pictured("a.png", b"<script>"), "pictures/a.png"),
    ] {
        let refused = import(&admin, query, file).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{field}: {}", refused.body);
        assert_eq!(refused.problems()[0][0], field, "{}", refused.body);
    }
    for (query, field, code) in [
        ("alias=demo&host=copy.test", "alias", "alias_taken"),
        ("alias=me&host=copy.test", "alias", "invalid"),
        ("alias=copy", "host", "host_taken"),
        ("alias=copy&host=no+host", "host", "invalid"),
    ] {
        let refused = import(&admin, query, good.to_tar()).await;
        let problem = refused.problems()[0].clone();
        assert_eq!((&problem[0], &problem[1]), (&json!(field), &json!(code)), "{query}");
    }
    let large = import(&admin, query, vec![0; 64 * 1024 * 1024 + 1]).await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(import(&owner, query, good.to_tar()).await.status, StatusCode::FORBIDDEN);
    assert_eq!(app.count("channels").await, 2);
}

/// OPS-02, T26: another alias is the channel's address, its pictures go along, and the former one leads to it.
#[tokio::test]
async fn channel_gets_another_alias() {
    let app = TestApp::start().await;
    let owner = hired(&app, "owner@demo.test", Role::Owner).await;
    app.database.execute("UPDATE channels SET logo = '/storage/images/demo/logo.png' WHERE alias = 'demo'").await;
    app.images.put("demo", "logo.png", PNG.into()).await.unwrap();
    let path = format!("channels/{}/alias", channel(&app, "demo").await);
    let rename = async |alias: &str| call(&owner, Method::PUT, &path, json!({ "alias": alias })).await;
    for (alias, code) in [("other", "alias_taken"), ("me", "invalid"), ("", "required"), ("No Alias", "invalid")] {
        assert_eq!(rename(alias).await.problems(), [json!(["alias", code, {}])], "{alias}");
    }
    for _ in 0..2 {
        assert_eq!(rename("lions").await.body["data"]["alias"], "lions");
    }
    let session = get(&owner, "session").await.body["data"]["channels"][0].clone();
    assert_eq!((&session["alias"], &session["former_aliases"]), (&json!("lions"), &json!(["demo"])));
    let archive = export(&app, &owner, "lions").await;
    assert_eq!(archive.pictures.keys().collect::<Vec<_>>(), ["logo.png"]);
    let json: Value = serde_json::from_slice(&archive.json).unwrap();
    assert_eq!((&json["alias"], &json["profile"]["logo"]), (&json!("lions"), &json!("pictures/logo.png")));
    let changes = audit(&app).await.into_iter().filter(|(action, ..)| action == "change_alias").count();
    assert_eq!(changes, 1, "the same again is not recorded");
}
