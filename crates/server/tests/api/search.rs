//! The console's search over everything of a channel.

use domain::operator::Role;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::app::{Client, TestApp};
use crate::console::{at_console, channel, get, hire, hired};
use crate::refunds::bought;
use crate::shop::{Shop, season};

/// Kind, id and title of what is found.
async fn found(operator: &Client, channel: &str, text: &str) -> Vec<(String, i64, String)> {
    let answer = get(operator, &format!("channels/{channel}/search?text={text}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{text}: {}", answer.body);
    let items = answer.body["data"].as_array().unwrap().iter();
    let fact = |item: &Value, name: &str| item[name].as_str().unwrap().to_owned();
    items.map(|item| (fact(item, "kind"), item["id"].as_i64().unwrap(), fact(item, "title"))).collect()
}

fn item(kind: &str, id: i64, title: &str) -> (String, i64, String) {
    (kind.to_owned(), id, title.to_owned())
}

/// OPS-01, T26, T27: one text finds things of every kind in every language, by role, and nothing of another channel.
#[tokio::test]
async fn search_finds_what_the_role_may_open() {
    let app = TestApp::start().await;
    let demo = channel(&app, "demo").await.to_string();
    let owner = hired(&app, "olga@demo.test", Role::Owner).await;
    let producer = hired(&app, "paul@demo.test", Role::Producer).await;
    hire(&app, "olga@other.test", "other", Role::Owner).await;
    let neighbour = at_console(&app, "olga@other.test").await;
    let other = channel(&app, "other").await.to_string();

    let about = vec![item("page", 1, "About"), item("menu_link", 1, "About")];
    assert_eq!(found(&owner, &demo, "abou").await, about);
    assert_eq!(found(&owner, &demo, "за%20нас").await, about[..1], "a translation");
    assert_eq!(found(&owner, &demo, "whý").await, [item("faq", 1, "Why?")]);
    assert_eq!(found(&owner, &demo, "Hello").await, [], "not what HTML says");
    assert_eq!(found(&owner, &demo, "hawks").await.last().unwrap().0, "slide");
    assert_eq!(found(&owner, &demo, "%20").await, []);
    assert_eq!(found(&producer, &demo, "about").await, [], "not of the role");

    let mut games = found(&producer, &demo, "wolves").await;
    let teams = games.split_off(games.iter().position(|(kind, ..)| kind == "team").unwrap());
    assert!(!games.is_empty() && games.len() <= 5 && games.iter().all(|(kind, id, _)| kind == "event" && *id < 1000));
    assert!(
        !teams.is_empty()
            && teams.iter().all(|(kind, id, name)| kind == "team" && *id < 1000 && name.contains("Wolves"))
    );
    for pasted in ["2", "%232", "/watch/2", "https://demo.test/watch/2?t=90", "https://demo.test/watch_embed/2/"] {
        let first = found(&producer, &demo, pasted).await.remove(0);
        assert_eq!((first.0.as_str(), first.1), ("event", 2), "{pasted}");
    }
    assert_eq!(found(&owner, &demo, "https://demo.test/about").await, about[..1]);
    for nothing in ["/watch/1002", "/watch/99999999999999999999", "https://demo.test", "/", "ftp://demo.test/watch/2"] {
        assert_eq!(found(&owner, &demo, nothing).await, [], "{nothing}");
    }

    assert_eq!(found(&owner, &demo, "olga@").await.len(), 1, "the neighbour has that name too");
    assert_eq!(found(&owner, &demo, "PAUL@demo").await[0].0, "operator");
    assert_eq!(found(&producer, &demo, "paul").await, []);
    assert_eq!(found(&neighbour, &other, "about").await[0], item("page", 1001, "About"));
    assert_eq!(get(&neighbour, &format!("channels/{demo}/search?text=about")).await.status, StatusCode::NOT_FOUND);
    let long = get(&owner, &format!("channels/{demo}/search?text={}", "a".repeat(301))).await;
    assert_eq!((long.status, &long.problems()[0][0]), (StatusCode::BAD_REQUEST, &json!("text")));
}

/// OPS-04, T27: finance finds an order by its number or its buyer's address; an editor finds neither.
#[tokio::test]
async fn search_finds_orders_for_those_who_see_them() {
    let shop = Shop::open().await;
    let demo = shop.demo.to_string();
    let fans = [shop.app.member("ann.miller@demo.test").await, shop.app.member("bob@demo.test").await];
    let order = bought(&shop, &fans[0], season()).await["id"].as_i64().unwrap();
    bought(&shop, &fans[1], season()).await;
    let finance = hired(&shop.app, "books@demo.test", Role::Finance).await;
    let editor = hired(&shop.app, "words@demo.test", Role::Editor).await;
    let wanted = [item("order", order, "Season pass")];
    for text in ["ann.mi", "ANN.miller@demo.test", &order.to_string(), &format!("%23{order}")] {
        let found = found(&finance, &demo, text).await;
        assert_eq!(found.into_iter().filter(|(kind, ..)| kind == "order").collect::<Vec<_>>(), wanted, "{text}");
    }
    let namesake = shop.app.member(&format!("fan{order}000@demo.test")).await;
    bought(&shop, &namesake, season()).await;
    let first = found(&finance, &demo, &order.to_string()).await.into_iter().find(|(kind, ..)| kind == "order");
    assert_eq!(first.as_ref(), wanted.first(), "not the newer one whose buyer's address has the number");
    let short = found(&finance, &demo, "an").await;
    assert!(short.iter().all(|(kind, ..)| kind != "order"), "begins too many addresses");
    assert_eq!(found(&finance, &demo, "miller").await, [], "not its beginning");
    assert_eq!(found(&editor, &demo, "ann.miller").await, []);
    let of_card = found(&finance, &demo, "4242").await;
    assert_eq!(of_card.iter().filter(|(kind, ..)| kind == "order").count(), 3, "{of_card:?}");

    let receipt = format!("https://demo.test/profile?order={order}");
    let pasted = receipt.replace('?', "%3F").replace('=', "%3D");
    assert_eq!(found(&finance, &demo, &pasted).await, wanted);
    assert_eq!(found(&editor, &demo, &pasted).await, []);
    let mail = shop.app.mail("ann.miller@demo.test", "receipt").await;
    assert!(mail.text.contains(&format!("/profile?order={order}")), "{}", mail.text);

    let support = hired(&shop.app, "help@demo.test", Role::Support).await;
    let actions = async |operator: &Client| {
        let answer = get(operator, &format!("channels/{demo}/search?text=ann.miller")).await;
        answer.body["data"][0]["actions"].clone()
    };
    assert_eq!(actions(&finance).await, json!(["refund_order"]));
    assert_eq!(actions(&support).await, json!([]), "not of the role");
    hire(&shop.app, "olga@other.test", "other", Role::Owner).await;
    let neighbour = at_console(&shop.app, "olga@other.test").await;
    let other = channel(&shop.app, "other").await.to_string();
    for text in ["ann.miller", "4242", &pasted] {
        assert_eq!(found(&neighbour, &other, text).await, [], "{text}");
    }
}

/// OPS-01, T26, T27: a clip is found by its name, its number and its pasted link, by those who see to clips.
#[tokio::test]
async fn search_finds_clips_for_those_who_moderate_them() {
    let stage = crate::stage::Stage::set().await;
    let app = &stage.app;
    let demo = channel(app, "demo").await.to_string();
    let fan = crate::clips::clipper_of(app, "fan@demo.test").await;
    let first = crate::clips::cut(&fan, crate::clips::wish(crate::stage::FREE, 2, 3)).await;
    let second = crate::clips::cut(&fan, crate::clips::wish(crate::stage::FREE, 5, 3)).await;
    let id = first["id"].as_i64().unwrap();
    app.database.execute(&format!("UPDATE clips SET name = 'Überraschungstor' WHERE id = {id}")).await;
    let support = hired(app, "help@demo.test", Role::Support).await;
    let finance = hired(app, "books@demo.test", Role::Finance).await;
    let clips = async |operator: &Client, text: &str| {
        let found = found(operator, &demo, text).await;
        found.into_iter().filter(|(kind, ..)| kind == "clip").map(|(_, id, _)| id).collect::<Vec<_>>()
    };
    let path = first["share_path"].as_str().unwrap_or_default().to_owned();
    for text in ["uberrasch", &id.to_string(), &path].into_iter().filter(|text| !text.is_empty()) {
        assert_eq!(clips(&support, text).await, [id], "{text}");
        assert_eq!(clips(&finance, text).await, [0; 0], "{text}");
    }
    assert_ne!(first["id"], second["id"]);
    let answer = get(&support, &format!("channels/{demo}/search?text=uberrasch")).await;
    assert_eq!(answer.body["data"][0]["actions"], json!(["take_down_clip"]));
    let listed = get(&support, &format!("channels/{demo}/clips?clip={id}")).await;
    assert_eq!((listed.body["data"][0]["id"].as_i64(), &listed.body["meta"]["total"]), (Some(id), &json!(1)));
}
