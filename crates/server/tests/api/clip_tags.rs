//! What the moments of a game can be called.

use domain::ids::CategoryId;
use serde_json::json;

use crate::app::TestApp;
use crate::stage::{FREE, PAID, Stage};

/// CLIP-01: a game offers the moments of its own sport first.
#[tokio::test]
async fn a_game_offers_the_tags_of_its_sport() {
    let sports = [("football", "Football"), ("soccer", "Soccer")];
    let stage = Stage::set_with(TestApp::start().await, |demo| {
        let first = demo.content.categories[0].clone();
        for (id, (alias, name)) in (1..).zip(sports) {
            let (id, alias, name) = (CategoryId(first.id.0 + id), alias.into(), name.into());
            demo.content.categories.push(domain::event::Category { id, alias, name, ..first.clone() });
        }
        for (event, sport) in demo.content.events.iter_mut().zip([1, 2, 0]) {
            event.category_id = CategoryId(first.id.0 + sport);
        }
    })
    .await;
    let offered = async |game: i64| {
        stage.app.demo().get_keyed(&format!("clip-tags?event_id={game}")).await.body["data"]["tags"].clone()
    };
    assert_eq!(offered(FREE).await, json!(["Touchdown", "Interception", "Field goal", "Tackle", "Big play"]));
    assert_eq!(offered(FREE + 1).await, json!(["Goal", "Save", "Assist", "Free kick", "Skill"]));
    assert_eq!(offered(PAID).await[0], "Dunk", "basketball");
}
