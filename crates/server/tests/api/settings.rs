//! A channel's settings and colours at the console.

use domain::operator::Role;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::console::{at_console, get, hire, hired};
use crate::site::{Site, assert_refused, call_with};

const RED: &str = "#c8102e";

impl Site {
    /// The settings or the colours of the channel `demo`.
    async fn single(&self, path: &str) -> Value {
        self.get(path).await.body["data"].clone()
    }
}

/// Both: the path, which is also the kind, with a change of every field.
fn singles() -> [(&'static str, Value); 2] {
    [
        (
            "settings",
            json!({
                "name": "Lions TV", "tagline": "", "language": "bg", "multi_language": true, "currency": "EUR",
                "time_zone": "Europe/Sofia", "translations": { "fr": { "name": "Lions", "tagline": "Tout le sport" } },
                "google_tag": "G-ABC123", "analytics_key": "key", "sentry_dsn": "https://abc@o1.ingest.sentry.io/42",
                "recaptcha_site_key": "6Le-x_1", "google_client_id": "12-ab.apps.googleusercontent.com",
                "facebook_client_id": "123456",
                "geo_rule": { "mode": "not_in", "countries": ["CA", "US"] },
                "reveal_unknown_email": true, "registration_by_mail": true, "max_streams": 3, "max_downloads": 0,
                "max_clips": 10_000, "max_clip_s": 60, "clip_share": 0, "clip_share_of_all": 100, "preroll_pause_s": 0
            }),
        ),
        (
            "colours",
            json!({
                "header_background": "#111111", "header_text_color": "#eeeeee", "body_background": "#222222",
                "body_text_color": "#dddddd", "footer_background": "#333333", "accent": RED
            }),
        ),
    ]
}

fn at_version(fields: &Value, version: i64) -> Value {
    let mut edit = fields.clone();
    edit["version"] = json!(version);
    edit
}

/// OPS-02, T27, T58: an editor changes every field. Neither the other one of the two nor the other channel moves.
#[tokio::test]
async fn settings_change_by_version() {
    let site = Site::start().await;
    for (path, fields) in singles() {
        let beside = if path == "settings" { "colours" } else { "settings" };
        let (before, others, versions) = (site.single(path).await, site.others(path).await, site.versions().await);
        let (beside_before, id) = (site.single(beside).await, json!(site.demo));
        assert_eq!((&before["id"], &before["version"], &others["id"]), (&id, &json!(1), &json!(site.other)));

        let changed = site.patch(path, at_version(&fields, 1)).await;
        assert_eq!(changed.status, StatusCode::OK, "{path}: {}", changed.body);
        let mut expected = at_version(&fields, 2);
        expected["id"] = id;
        if path == "settings" {
            expected["is_currency_fixed"] = json!(false);
        }
        assert_eq!(changed.body["data"], expected);
        assert_eq!(site.single(path).await, expected);
        // The same again changes nothing.
        assert_eq!(site.patch(path, at_version(&fields, 2)).await.body["data"], expected);
        assert_eq!(site.versions().await, [versions[0] + 1, versions[1]]);
        assert_eq!((site.single(beside).await, site.others(path).await), (beside_before, others));
    }
    let typed = json!({ "header_background": " RGB(200, 16, 46) ", "accent": null, "version": 2 });
    let read = site.patch("colours", typed).await.body["data"].clone();
    assert_eq!((&read["header_background"], &read["accent"]), (&json!(RED), &Value::Null));
    let cleared =
        json!({ "google_tag": null, "analytics_key": " ", "geo_rule": { "mode": "everywhere" }, "version": 2 });
    let read = site.patch("settings", cleared).await.body["data"].clone();
    assert_eq!((&read["google_tag"], &read["analytics_key"]), (&Value::Null, &Value::Null));
    assert_eq!(read["geo_rule"], json!({ "mode": "everywhere" }));
}

/// OPS-02, ERR-08: a wrong field is named, and then nothing is written, not even the fields beside it.
#[tokio::test]
async fn wrong_settings_write_nothing() {
    let site = Site::start().await;
    let [settings, colours] = [site.single("settings").await, site.single("colours").await];
    let (versions, length) = (site.versions().await, |min, max| json!({ "min": min, "max": max }));
    for (path, field, wrong, code, params) in [
        ("settings", "name", json!(" "), "required", json!({})),
        ("settings", "name", json!("a".repeat(81)), "length", length(1, 80)),
        ("settings", "tagline", json!("a".repeat(121)), "length", length(0, 120)),
        ("settings", "language", json!("de"), "invalid", json!({})),
        ("settings", "currency", json!("XXX"), "invalid", json!({})),
        ("settings", "google_tag", json!("<script>"), "invalid", json!({})),
        ("settings", "sentry_dsn", json!("https://abc@o1;script-src.example/42"), "invalid", json!({})),
        ("settings", "google_client_id", json!("AIza"), "invalid", json!({})),
        ("settings", "geo_rule", json!({ "mode": "only_in", "countries": [] }), "required", json!({})),
        ("settings", "geo_rule", json!({ "mode": "only_in", "countries": ["ZZ"] }), "invalid", json!({})),
        ("settings", "geo_rule", json!({ "mode": "only_in", "countries": ["Canada"] }), "invalid", json!({})),
        ("settings", "max_streams", json!(21), "range", length(1, 20)),
        ("settings", "max_clip_s", json!(-1), "range", length(5, 600)),
        ("settings", "preroll_pause_s", json!(1_u64 << 40), "range", length(0, 604_800)),
        ("settings", "clip_share", json!(1.5), "invalid", json!({})),
        ("settings", "max_clips", Value::Null, "invalid", json!({})),
        ("settings", "multi_language", Value::Null, "invalid", json!({})),
        ("settings", "language", Value::Null, "invalid", json!({})),
        ("settings", "geo_rule", Value::Null, "invalid", json!({})),
        ("settings", "name", Value::Null, "invalid", json!({})),
        ("colours", "accent", json!("red;}"), "invalid", json!({})),
        ("colours", "body_background", Value::Null, "invalid", json!({})),
    ] {
        let beside = if path == "settings" { "analytics_key" } else { "footer_background" };
        let edit = json!({ field: wrong, beside: "#123456", "version": 1 });
        let refused = site.patch(path, edit).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{field}: {wrong}");
        assert_eq!(refused.problems(), [json!([field, code, params])], "{wrong}");
    }
    for path in ["settings", "colours"] {
        let missing = site.patch(path, json!({ "name": "Lions TV", "accent": RED })).await;
        assert_refused(&missing, StatusCode::PRECONDITION_REQUIRED, "version_required");
    }
    assert_eq!([site.single("settings").await, site.single("colours").await], [settings, colours]);
    assert_eq!((site.versions().await, site.audit().await), (versions, vec![]));
}

/// T58: of two operators in the same settings the second is told what the first one made of them; two of whom one is in
/// the colours do not meet.
#[tokio::test]
async fn two_operators_in_settings_keep_both_changes() {
    let site = Site::start().await;
    site.app.clock.stop();
    let owner = hired(&site.app, "owner@demo.test", Role::Owner).await;
    let before = site.single("settings").await;
    let call = |path| format!("channels/{}/{path}", site.demo);
    let edit = json!({ "version": 1, "name": "Lions TV" });
    let first = call_with(&owner, Method::PATCH, &call("settings"), &[], edit).await.body["data"].clone();
    assert_eq!(site.patch("colours", json!({ "version": 1, "accent": RED })).await.body["data"]["version"], 2);
    let second = site.patch("settings", json!({ "version": 1, "tagline": "Live" })).await;
    assert_refused(&second, StatusCode::CONFLICT, "version_conflict");
    let mut base = before;
    base.as_object_mut().unwrap().retain(|field, _| !["id", "version", "is_currency_fixed"].contains(&field.as_str()));
    let at = site.app.clock.now().seconds();
    let expected = json!({ "current": first, "base": base, "changed_by": "Olive Owner", "changed_at": at });
    assert_eq!(second.body["conflict"], expected);
    let merged = site.patch("settings", json!({ "version": 2, "tagline": "Live" })).await.body["data"].clone();
    assert_eq!((&merged["name"], &merged["tagline"]), (&json!("Lions TV"), &json!("Live")));
    assert_eq!(site.single("colours").await["accent"], RED);
}

/// OPS-01: earlier settings and colours come back, and the audit log says what changed.
#[tokio::test]
async fn earlier_settings_come_back() {
    let site = Site::start().await;
    for (path, fields) in singles() {
        let (mut before, others) = (site.single(path).await, site.others(path).await);
        assert_eq!(site.patch(path, at_version(&fields, 1)).await.status, StatusCode::OK);
        let call = format!("revisions/{path}/{}", site.demo);
        let kept = site.get(&call).await.body["data"].clone();
        assert_eq!(
            (&kept[0]["version"], &kept[0]["body"], &kept[0]["by"]["name"]),
            (&json!(2), &fields, &json!("Olive Owner"))
        );
        assert!(kept[1]["version"] == 1 && kept[1]["by"].is_null(), "{kept}");

        for version in [json!(1), Value::Null] {
            let stale = site.post(&format!("{call}/restore"), json!({ "revision": 1, "version": version })).await;
            assert_refused(&stale, StatusCode::CONFLICT, "version_conflict");
        }
        let restored = site.post(&format!("{call}/restore"), json!({ "revision": 1, "version": 2 })).await;
        assert_eq!(restored.body["data"], json!({ "kind": path, "id": site.demo, "version": 3 }), "{}", restored.body);
        before["version"] = json!(3);
        assert_eq!(site.single(path).await, before);
        for id in [site.other, 987_654] {
            let call = format!("revisions/{path}/{id}");
            assert_refused(&site.get(&call).await, StatusCode::NOT_FOUND, "not_found");
            let refused = site.post(&format!("{call}/restore"), json!({ "revision": 1, "version": 1 })).await;
            assert_refused(&refused, StatusCode::NOT_FOUND, "not_found");
        }
        let unknown = site.post(&format!("{call}/restore"), json!({ "revision": 9, "version": 3 })).await;
        assert_refused(&unknown, StatusCode::NOT_FOUND, "not_found");
        assert_eq!(site.others(path).await, others);
    }
    let entries = site.audit().await;
    let said: Vec<_> = entries.iter().map(|(action, subject, _)| (action.as_str(), subject.as_str())).collect();
    let actions = ["update_settings", "restore_settings", "update_colours", "restore_colours"];
    assert_eq!(said, actions.map(|action| (action, "demo")));
    let details: Vec<&Value> = entries.iter().map(|(.., detail)| detail).collect();
    assert_eq!(
        (&details[0]["before"]["name"], &details[0]["after"]["name"]),
        (&json!("demo sports"), &json!("Lions TV"))
    );
    assert_eq!((&details[1]["after"]["name"], &details[1]["revision"]), (&json!("demo sports"), &json!(1)));
    assert_eq!((&details[2]["before"]["accent"], &details[2]["after"]["accent"]), (&Value::Null, &json!(RED)));
}

/// A channel that has sold something keeps its currency, and everything else of it can change. The other one is free.
#[tokio::test]
async fn currency_stays_after_a_sale() {
    let site = Site::start().await;
    assert_eq!(site.patch("settings", json!({ "version": 1, "currency": "EUR" })).await.status, StatusCode::OK);
    let order = "INSERT INTO orders (state, known, version, occasion, total, currency, cart, created_at, changed_at, channel_id)";
    let values = format!("('created', '{{}}', 1, 'purchase', 999, 'EUR', '', 1, 1, {})", site.demo);
    site.app.database.execute(&format!("{order} VALUES {values}")).await;
    assert_eq!(site.single("settings").await["is_currency_fixed"], true);
    assert_eq!(site.others("settings").await["is_currency_fixed"], false);
    let restore = format!("revisions/settings/{}/restore", site.demo);
    for refused in [
        site.patch("settings", json!({ "version": 2, "currency": "USD", "name": "Lions TV" })).await,
        site.post(&restore, json!({ "revision": 1, "version": 2 })).await,
    ] {
        assert_eq!(refused.problems(), [json!(["currency", "fixed", {}])]);
        assert_eq!(refused.body["errors"]["currency"], json!(["This can no longer be changed"]));
    }
    let renamed = site.patch("settings", json!({ "version": 2, "currency": "EUR", "name": "Lions TV" })).await;
    assert_eq!(renamed.body["data"]["is_currency_fixed"], true);
    let stale = site.patch("settings", json!({ "version": 2, "name": "Late" })).await;
    assert_eq!(stale.body["conflict"]["current"], renamed.body["data"]);
}

/// T10: the sites that embed the player survive a change of the settings, and the other way round.
#[tokio::test]
async fn settings_and_embed_hosts_keep_each_other() {
    let site = Site::start().await;
    let hosts = json!({ "hosts": ["club.example"] });
    assert_eq!(site.put("embedding", hosts.clone()).await.status, StatusCode::OK);
    let changed = site.patch("settings", json!({ "version": 1, "max_streams": 5 })).await.body["data"].clone();
    assert_eq!(site.single("embedding").await, hosts);
    assert_eq!(site.put("embedding", json!({ "hosts": ["news.example"] })).await.status, StatusCode::OK);
    assert_eq!(site.single("settings").await, changed);
    assert_eq!(site.others("embedding").await, json!({ "hosts": [] }));
}

/// CONT-02, GEO-02, UI-10: viewers see what an editor changed, and those of the other channel nothing of it.
#[tokio::test]
async fn settings_are_shown_to_viewers() {
    let site = Site::start().await;
    let (other, elsewhere) = (site.app.at("other.test"), "channel-bootstrap-data");
    let before = other.get(elsewhere).await.body;
    for (path, fields) in singles() {
        assert_eq!(site.patch(path, at_version(&fields, 1)).await.status, StatusCode::OK);
    }
    let only = json!({ "version": 2, "geo_rule": { "mode": "only_in", "countries": ["BG"] } });
    assert_eq!(site.patch("settings", only).await.status, StatusCode::OK);
    let key = site.app.demo().api_key().await;
    let geo = format!("geo?api_key={key}");
    site.app.until(async || site.app.demo().get(&geo).await.body["data"]["is_geo_blocked"] == true).await;
    let shown = site.bootstrap().await;
    let settings = &shown["settings"];
    for (field, value) in
        [("name", json!("Lions TV")), ("tagline", json!("")), ("language", json!("bg")), ("currency", json!("EUR"))]
    {
        assert_eq!(settings[field], value);
    }
    assert_eq!(settings["google-analytics"]["google-tag"], "G-ABC123");
    assert_eq!(settings["sentry_dsn"], "https://abc@o1.ingest.sentry.io/42");
    assert_eq!(
        (&settings["clips"]["max_duration_s"], &settings["auth"]["registration_by_mail"]),
        (&json!(60), &json!(true))
    );
    assert_eq!(shown["color_settings"]["accent"], RED);
    assert_eq!(other.get(elsewhere).await.body, before);
}

/// T27, T40: who may not edit the site neither sees nor changes its settings; another site changes nothing.
#[tokio::test]
async fn settings_are_refused_to_others() {
    let site = Site::start().await;
    let clerk = hired(&site.app, "clerk@demo.test", Role::Support).await;
    for (path, fields) in singles() {
        let (before, call) = (site.single(path).await, format!("channels/{}/{path}", site.demo));
        let revisions = format!("channels/{}/revisions/{path}/{}", site.demo, site.demo);
        let edit = at_version(&fields, 1);
        for (method, call, body) in [
            (Method::GET, &call, Value::Null),
            (Method::PATCH, &call, edit.clone()),
            (Method::GET, &revisions, Value::Null),
        ] {
            assert_refused(&call_with(&clerk, method, call, &[], body).await, StatusCode::FORBIDDEN, "role_forbids");
        }
        let stranger = call_with(&site.neighbour, Method::PATCH, &call, &[], edit.clone()).await;
        assert_refused(&stranger, StatusCode::NOT_FOUND, "not_found");
        let foreign = site.editor.request(Method::PATCH, &format!("/console/api/{call}"));
        let foreign = foreign.header("origin", "https://evil.test").json(&edit).send().await.unwrap();
        assert_eq!(foreign.status(), StatusCode::FORBIDDEN);
        assert_eq!(site.single(path).await, before);
    }
}

/// The session says each channel's main language, and follows it.
#[tokio::test]
async fn session_says_each_channels_language() {
    let site = Site::start().await;
    hire(&site.app, "owner@demo.test", "demo", Role::Owner).await;
    hire(&site.app, "owner@demo.test", "other", Role::Owner).await;
    let owner = at_console(&site.app, "owner@demo.test").await;
    let languages = async || {
        let session = get(&owner, "session").await.body["data"].clone();
        let channels = session["channels"].as_array().unwrap();
        let of = |alias: &str| {
            channels.iter().find(|channel| channel["alias"] == alias).map(|channel| channel["language"].clone())
        };
        json!([of("demo"), of("other")])
    };
    assert_eq!(languages().await, json!(["fr", "fr"]));
    assert_eq!(site.patch("settings", json!({ "version": 1, "language": "bg" })).await.status, StatusCode::OK);
    site.app.until(async || languages().await == json!(["bg", "fr"])).await;
}
