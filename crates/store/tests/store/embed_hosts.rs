//! The sites that may show a channel's player.

use domain::channel::PlaybackRules;
use domain::ids::ChannelId;
use domain::operator::Action;
use sea_orm::{ConnectionTrait, Database, Statement};
use testkit::{TestDatabase, audit_entry, channel};

async fn channels(test: &TestDatabase) -> [ChannelId; 2] {
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    [demo, test.store.channel_import(channel("other", 1001)).await.unwrap()]
}

async fn set(test: &TestDatabase, channel: ChannelId, hosts: &[&str]) -> bool {
    let hosts = hosts.iter().map(|host| (*host).to_owned()).collect();
    test.store.embed_hosts_set(channel, hosts, audit_entry(Action::SetEmbedHosts)).await.unwrap()
}

async fn rules(test: &TestDatabase, id: ChannelId) -> PlaybackRules {
    let channels = test.store.channels().await.unwrap();
    channels.into_iter().find(|channel| channel.identity.id == id).unwrap().profile.playback
}

/// What is stored of a channel's rules, those that this program does not know among them.
async fn stored(test: &TestDatabase, id: ChannelId) -> serde_json::Value {
    let connection = Database::connect(&test.url).await.unwrap();
    let select = format!("SELECT playback_rules FROM channels WHERE id = {}", id.0);
    let select = Statement::from_string(connection.get_database_backend(), select);
    connection.query_one_raw(select).await.unwrap().unwrap().try_get("", "playback_rules").unwrap()
}

/// T10: the sites alone change, on the one channel alone: its other rules stay, those of a newer program too.
#[tokio::test]
async fn setting_embed_hosts_changes_no_other_rule() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let newer = r#"{"max_streams":7,"rule_to_come":{"a":[1]}}"#;
    test.execute(&format!("UPDATE channels SET playback_rules = '{newer}' WHERE id = {}", demo.0)).await;
    let before = rules(&test, other).await;
    assert!(set(&test, other, &["news.example"]).await);
    assert!(set(&test, demo, &["club.example", "*.club.example"]).await);
    let expected = serde_json::json!({
        "max_streams": 7,
        "rule_to_come": { "a": [1] },
        "embed_hosts": ["club.example", "*.club.example"]
    });
    assert_eq!(stored(&test, demo).await, expected);
    let named = PlaybackRules { embed_hosts: vec!["news.example".into()], ..before };
    assert_eq!(rules(&test, other).await, named);
    assert_eq!(test.store.embed_hosts(demo).await.unwrap().unwrap(), ["club.example", "*.club.example"]);

    assert!(!set(&test, ChannelId(987_654), &["club.example"]).await, "no such channel");
    assert_eq!(test.store.embed_hosts(ChannelId(987_654)).await.unwrap(), None);
}

/// T10: of many changes at once each is written down with what was there before it, and none is lost.
#[tokio::test]
async fn changes_at_once_follow_each_other() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let lists: Vec<Vec<String>> = (0..8).map(|number| vec![format!("club{number}.example")]).collect();
    let entry = || audit_entry(Action::SetEmbedHosts);
    let writes = lists.iter().map(|hosts| test.store.embed_hosts_set(demo, hosts.clone(), entry()));
    for written in futures::future::join_all(writes).await {
        assert!(written.unwrap());
    }
    let connection = Database::connect(&test.url).await.unwrap();
    let select = "SELECT detail FROM audit WHERE action = 'set_embed_hosts' ORDER BY id";
    let rows = connection.query_all_raw(Statement::from_string(connection.get_database_backend(), select)).await;
    let details: Vec<serde_json::Value> = rows.unwrap().iter().map(|row| row.try_get("", "detail").unwrap()).collect();
    assert_eq!(details.len(), lists.len());
    // Each begins where another one ended: a chain from nothing to what is kept now.
    let mut here = serde_json::json!([]);
    for _ in &lists {
        let next = details.iter().find(|detail| detail["before"] == here).expect("one follows");
        here = next["after"].clone();
    }
    assert_eq!(here, serde_json::json!(test.store.embed_hosts(demo).await.unwrap()));
    assert_eq!(test.store.embed_hosts(other).await.unwrap().unwrap(), Vec::<String>::new());
}
