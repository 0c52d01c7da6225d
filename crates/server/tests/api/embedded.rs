//! Games that another site shows: operators who set it, and viewers who are given the address.

use domain::operator::Role;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::{Answer, CONSOLE, Client, TestApp, checked};
use crate::console::{ORIGIN, audit, channel, get, hired};
use crate::stage::{FREE, PAID, REGISTER, Stage, url_of};

const PLAYER: &str = "https://video.test/embed/1?x=1";
const PREVIEW: &str = "https://video.test/preview/1";
const EMBEDDED: u8 = 4;
const EMBEDDED_PREVIEW: u8 = 8;

async fn set(app: &TestApp, editor: &Client, game: i64, players: Value) -> Answer {
    let call = format!("channels/{}/games/{game}/players", channel(app, "demo").await);
    let request = editor.request(Method::PUT, &format!("/console/api/{call}")).header("origin", ORIGIN).json(&players);
    checked(&CONSOLE, "put", &call, request.send().await.unwrap()).await
}

/// PLAY-04, EVT-04: the player is for those with access, its preview for everybody; both can be taken away again.
#[tokio::test]
async fn player_of_another_site_requires_access() {
    let stage = Stage::set().await;
    let app = &stage.app;
    let editor = hired(app, "editor@demo.test", Role::Editor).await;
    for game in [FREE, REGISTER, PAID] {
        let players = json!({ "player_url": format!("  {PLAYER} "), "preview_url": PREVIEW });
        let answer = set(app, &editor, game, players).await;
        assert_eq!(answer.body["data"], json!({ "player_url": PLAYER, "preview_url": PREVIEW }), "{}", answer.body);
    }
    app.until(async || url_of(&stage.game(PAID).await, EMBEDDED_PREVIEW).is_some()).await;
    let fan = app.member("fan@demo.test").await;
    assert_eq!(url_of(&stage.game(FREE).await, EMBEDDED).as_deref(), Some(PLAYER));
    for locked in [REGISTER, PAID] {
        let game = stage.game(locked).await;
        assert_eq!(url_of(&game, EMBEDDED_PREVIEW).as_deref(), Some(PREVIEW));
        assert!(!game.to_string().contains(PLAYER), "{game}");
    }
    let of_fan = async |game: i64| fan.get(&format!("events/{game}")).await.body["data"].clone();
    assert_eq!(url_of(&of_fan(REGISTER).await, EMBEDDED).as_deref(), Some(PLAYER));
    assert_eq!(url_of(&of_fan(PAID).await, EMBEDDED), None);
    // A page that can frame it carries it for viewers with access, so that they do not wait for another answer.
    for (path, carries) in [(format!("/watch/{PAID}"), false), (format!("/watch/{FREE}"), true), ("/".into(), false)] {
        let page = app.demo().raw(&path).await;
        let policy = page.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert!(policy.contains("frame-src https:;"), "{policy}");
        assert_eq!(page.text().await.unwrap().contains("video.test/embed"), carries, "{path}");
    }

    let call = format!("channels/{}/videos/event/{FREE}", stage.demo);
    let shown = get(&editor, &call).await.body["data"].clone();
    assert_eq!((&shown["player_url"], &shown["preview_url"]), (&json!(PLAYER), &json!(PREVIEW)));
    let gone = set(app, &editor, FREE, json!({ "player_url": "", "preview_url": null })).await;
    assert_eq!(gone.body["data"], json!({ "player_url": null, "preview_url": null }));
    app.until(async || url_of(&stage.game(FREE).await, EMBEDDED).is_none()).await;
    assert!(url_of(&stage.game(FREE).await, 3).is_some(), "what was recorded is there as before");
    assert_eq!(audit(app).await.iter().filter(|(action, ..)| action == "set_embedded").count(), 4);
}

/// PLAY-04: no address is taken that would not stay in its frame, or that is nobody's site.
#[tokio::test]
async fn bad_addresses_are_refused() {
    let stage = Stage::set().await;
    let app = &stage.app;
    let editor = hired(app, "editor@demo.test", Role::Editor).await;
    for bad in [
        "http://video.test/embed/1",
        "javascript:alert(1)",
        "data:text/html,x",
        "https://me:word@video.test/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://localhost/",
        "https://intranet/",
        "https://demo.test/watch_embed/1",
    ] {
        for field in ["player_url", "preview_url"] {
            let answer = set(app, &editor, FREE, json!({ field: bad })).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{bad}");
            assert!(answer.body["errors"][field].is_array(), "{bad}: {}", answer.body);
            assert_eq!(answer.problems().len(), 1, "{bad}: {}", answer.body);
        }
    }
    let plain = set(app, &editor, FREE, json!({ "player_url": "http://video.test/embed/1" })).await;
    assert_eq!(plain.problems(), [json!(["player_url", "address_https", {}])]);
    assert_eq!(set(app, &editor, 999, json!({ "player_url": PLAYER })).await.status, StatusCode::NOT_FOUND);
    let clerk = hired(app, "clerk@demo.test", Role::Support).await;
    let refused = set(app, &clerk, FREE, json!({ "player_url": PLAYER })).await;
    assert_eq!((refused.status, &refused.body["code"]), (StatusCode::FORBIDDEN, &json!("role_forbids")));
    assert_eq!(url_of(&stage.game(FREE).await, EMBEDDED), None);
}
