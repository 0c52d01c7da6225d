//! Edits of a channel's settings and colours: versions of their own in one row, and what an import makes of them.

use domain::channel::PlaybackRules;
use domain::colours::Colour;
use domain::field_error::FieldError;
use domain::hosts::HostChange;
use domain::ids::{ChannelId, OperatorId};
use domain::money::Currency;
use domain::operator::Action;
use domain::site::{Colours, Settings, SiteKind};
use domain::time::Timestamp;
use sea_orm::{ConnectionTrait, Database, Statement};
use serde_json::{Value, json};
use store::{AuditEntry, Channel, ChannelImport, Edit, EditError, Edited, Versioned};
use testkit::{TestDatabase, audit_entry, channel};

const NOW: Timestamp = Timestamp(1_794_713_400_000);
const RED: Colour = Colour::new(200, 16, 46);

async fn channels(test: &TestDatabase) -> [ChannelId; 2] {
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    [demo, test.store.channel_import(channel("other", 1001)).await.unwrap()]
}

fn entry(channel: ChannelId) -> AuditEntry {
    AuditEntry { channel: Some(channel), operator: Some(OperatorId(7)), at: NOW, ..audit_entry(Action::UpdateSettings) }
}

async fn edit<T: Edited>(
    test: &TestDatabase,
    channel: ChannelId,
    version: i64,
    change: impl Fn(&mut T) + Clone + Send + Sync + 'static,
) -> Edit<Versioned<T>, T> {
    test.store.edit(channel, channel.0, version, change, entry(channel)).await.unwrap()
}

async fn rename(
    test: &TestDatabase,
    channel: ChannelId,
    version: i64,
    name: &str,
) -> Edit<Versioned<Settings>, Settings> {
    let name = name.to_owned();
    edit(test, channel, version, move |settings: &mut Settings| settings.profile.name.clone_from(&name)).await
}

async fn redden(test: &TestDatabase, channel: ChannelId, version: i64) -> Edit<Versioned<Colours>, Colours> {
    edit(test, channel, version, |colours: &mut Colours| colours.colours.accent = Some(RED)).await
}

async fn found(test: &TestDatabase, id: ChannelId) -> Channel {
    let channels = test.store.channels().await.unwrap();
    channels.into_iter().find(|channel| channel.identity.id == id).unwrap()
}

/// The versions of the channel's settings and of its colours.
async fn versions(test: &TestDatabase, id: ChannelId) -> [i64; 2] {
    let settings = test.store.edited::<Settings>(id).await.unwrap();
    let colours = test.store.edited::<Colours>(id).await.unwrap();
    assert_eq!([settings.len(), colours.len()], [1, 1]);
    [settings[0].version, colours[0].version]
}

async fn kept(test: &TestDatabase, id: ChannelId, kind: SiteKind) -> Vec<i64> {
    let revisions = test.store.revisions(id, kind.word(), id.0).await.unwrap();
    revisions.into_iter().map(|revision| revision.version).collect()
}

async fn stored_rules(test: &TestDatabase, id: ChannelId) -> Value {
    let connection = Database::connect(&test.url).await.unwrap();
    let select = format!("SELECT playback_rules FROM channels WHERE id = {}", id.0);
    let select = Statement::from_string(connection.get_database_backend(), select);
    connection.query_one_raw(select).await.unwrap().unwrap().try_get("", "playback_rules").unwrap()
}

/// OPS-02, T26, T58: settings and colours are edited without each other, and nothing else of the row moves: neither logo,
/// hosts and sites that embed the player, nor the other channel.
#[tokio::test]
async fn settings_and_colours_do_not_conflict() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    test.execute("UPDATE channels SET logo = '/storage/images/demo/a.svg'").await;
    let hosts = vec!["club.example".to_owned()];
    assert!(test.store.embed_hosts_set(demo, hosts.clone(), audit_entry(Action::SetEmbedHosts)).await.unwrap());
    let (before, others) = (found(&test, demo).await, found(&test, other).await);

    assert_eq!(rename(&test, demo, 1, "Lions TV").await.unwrap().version, 2);
    assert_eq!(versions(&test, demo).await, [2, 1]);
    assert_eq!(redden(&test, demo, 1).await.unwrap().version, 2);
    assert_eq!(redden(&test, demo, 2).await.unwrap().version, 2, "it is so already");
    assert_eq!(versions(&test, demo).await, [2, 2]);
    let Err(EditError::Stale(stale)) = rename(&test, demo, 1, "Late").await else { panic!("a late edit is refused") };
    assert_eq!(stale.current.unwrap().item.profile.name, "Lions TV");
    assert_eq!(stale.base.unwrap()["name"], "demo sports");
    assert!(matches!(redden(&test, demo, 1).await, Err(EditError::Stale(_))));
    let theirs = test.store.edit(demo, other.0, 1, |_: &mut Settings| (), entry(demo)).await.unwrap();
    assert_eq!(theirs, Err(EditError::NotFound));

    let mut expected = before.profile;
    (expected.name, expected.colours.accent) = ("Lions TV".into(), Some(RED));
    let after = found(&test, demo).await;
    assert_eq!((after.profile, after.identity.hosts), (expected, before.identity.hosts));
    assert_eq!(after.version.content, before.version.content + 2);
    let untouched = found(&test, other).await;
    assert_eq!((untouched.profile, untouched.version), (others.profile, others.version));
    assert_eq!(versions(&test, other).await, [1, 1]);
}

/// T10: settings and the sites that embed the player share a column, and neither takes away what the other wrote, or a rule
/// of a newer program.
#[tokio::test]
async fn settings_keep_other_rules() {
    let test = TestDatabase::new().await;
    let [demo, _] = channels(&test).await;
    let newer = r#"{"max_streams":7,"rule_to_come":{"a":[1]},"embed_hosts":["club.example"]}"#;
    test.execute(&format!("UPDATE channels SET playback_rules = '{newer}' WHERE id = {}", demo.0)).await;
    let more_clips = |settings: &mut Settings| settings.profile.playback.max_clips = 9;
    assert_eq!(edit(&test, demo, 1, more_clips).await.unwrap().version, 2);
    let stored = stored_rules(&test, demo).await;
    for (rule, value) in [
        ("max_streams", json!(7)),
        ("max_clips", json!(9)),
        ("rule_to_come", json!({ "a": [1] })),
        ("embed_hosts", json!(["club.example"])),
    ] {
        assert_eq!(stored[rule], value, "{rule}");
    }

    // Both at once, again and again: the lock of the row orders them.
    let sites = ["a.example", "b.example", "c.example", "d.example"];
    for (version, site) in (2..).zip(sites) {
        let hosts = vec![site.to_owned()];
        let fewer = move |settings: &mut Settings| settings.profile.playback.max_clips = version;
        let (set, edited) = tokio::join!(
            test.store.embed_hosts_set(demo, hosts.clone(), audit_entry(Action::SetEmbedHosts)),
            edit(&test, demo, i64::from(version), fewer),
        );
        assert!(set.unwrap() && edited.is_ok());
        let PlaybackRules { max_clips, embed_hosts, .. } = found(&test, demo).await.profile.playback;
        assert_eq!((max_clips, embed_hosts), (version, hosts));
    }
}

/// An order or a subscription of the channel fixes its currency, for edits and for restored settings alike; one of another
/// channel does not.
#[tokio::test]
async fn sales_fix_the_currency() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let in_euros = |settings: &mut Settings| settings.profile.currency = Currency::Eur;
    assert_eq!(edit(&test, demo, 1, in_euros).await.unwrap().version, 2);
    let order = "INSERT INTO orders (state, known, version, occasion, total, currency, cart, created_at, changed_at, channel_id)
                 VALUES ('created', '{}', 1, 'purchase', 999, 'EUR', '', 1, 1";
    let subscription = "INSERT INTO subscriptions (pass_id, amount, currency, known, version, created_at, channel_id)
                        VALUES (1, 999, 'EUR', '{}', 1, 1";
    for (table, sale) in [("orders", order), ("subscriptions", subscription)] {
        test.execute(&format!("{sale}, {})", demo.0)).await;
        let fixed = async |channel| test.store.edited::<Settings>(channel).await.unwrap()[0].item.is_currency_fixed;
        assert_eq!([fixed(demo).await, fixed(other).await], [true, false], "{table}");
        let in_dollars = |settings: &mut Settings| settings.profile.currency = Currency::Usd;
        let Err(EditError::Invalid(errors)) = edit(&test, demo, 2, in_dollars).await else { panic!("it is fixed") };
        assert_eq!(errors["currency"], [FieldError::Fixed]);
        let restored = test.store.edit_revert::<Settings>(demo, demo.0, 1, Some(2), entry(demo)).await.unwrap();
        assert_eq!(restored, Err(EditError::Invalid(errors)));
        test.execute(&format!("DELETE FROM {table}")).await;
    }
    assert_eq!(versions(&test, demo).await, [2, 1]);
    let restored = test.store.edit_revert::<Settings>(demo, demo.0, 1, Some(2), entry(demo)).await.unwrap().unwrap();
    assert_eq!((restored.version, restored.item.profile.currency), (3, Currency::Cad));
}

/// T58: an import keeps the version of what stays, raises that of what changes and keeps a revision of it.
#[tokio::test]
async fn imports_count_settings_and_colours() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    assert_eq!(kept(&test, demo, SiteKind::Settings).await, [1]);
    let import = async |import: ChannelImport| test.store.channel_import(import).await.unwrap();
    import(channel("demo", 1)).await;
    assert_eq!(versions(&test, demo).await, [1, 1]);

    let mut renamed = channel("demo", 1);
    (renamed.profile.name, renamed.now) = ("Lions TV".into(), NOW);
    import(renamed.clone()).await;
    assert_eq!(versions(&test, demo).await, [2, 1]);
    assert_eq!(
        (kept(&test, demo, SiteKind::Settings).await, kept(&test, demo, SiteKind::Colours).await),
        (vec![2, 1], vec![1])
    );
    let newest = &test.store.revisions(demo, SiteKind::Settings.word(), demo.0).await.unwrap()[0];
    assert_eq!((newest.at, &newest.by, &newest.body.as_ref().unwrap()["name"]), (NOW, &None, &json!("Lions TV")));

    // An import undoes what an operator changed, and the operator brings it back.
    redden(&test, demo, 1).await.unwrap();
    import(renamed).await;
    assert_eq!(versions(&test, demo).await, [2, 3]);
    let restored = test.store.edit_revert::<Colours>(demo, demo.0, 2, Some(3), entry(demo)).await.unwrap().unwrap();
    assert_eq!((restored.version, restored.item.colours.accent), (4, Some(RED)));
    assert_eq!(versions(&test, other).await, [1, 1]);

    // A channel from before there were revisions.
    test.execute("DELETE FROM revisions").await;
    import(channel("other", 1001)).await;
    assert_eq!((versions(&test, other).await, kept(&test, other, SiteKind::Colours).await), ([1, 1], vec![1]));
}

/// What an operator changed stays through the imports of a demo, and the rest follows them.
#[tokio::test]
async fn demo_imports_keep_settings() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    rename(&test, demo, 1, "Lions TV").await.unwrap();
    for change in [HostChange::Add("lions.test".into()), HostChange::Remove("demo.test".into())] {
        let changed = test.store.channel_hosts_change(demo, change, audit_entry(Action::AddHost)).await.unwrap();
        changed.unwrap().unwrap();
    }
    let others = found(&test, other).await.profile;
    let mut newer = ChannelImport { keeps_edits: true, ..channel("demo", 1) };
    (newer.profile.name, newer.profile.tagline) = ("Demo".into(), "Newer".into());
    (newer.profile.colours.accent, newer.profile.logo) = (Some(RED), Some("/storage/images/demo/a.svg".into()));
    newer.profile.playback.embed_hosts = vec!["club.example".into()];
    for _ in 0..2 {
        test.store.channel_import(newer.clone()).await.unwrap();
        assert_eq!(found(&test, demo).await.identity.hosts, ["lions.test"]);
        let after = found(&test, demo).await.profile;
        assert_eq!((after.name.as_str(), after.tagline.as_str()), ("Lions TV", "Every game"));
        assert_eq!((after.colours, after.logo), (newer.profile.colours.clone(), newer.profile.logo.clone()));
        assert_eq!(after.playback, newer.profile.playback);
        assert_eq!(versions(&test, demo).await, [2, 2]);
    }
    assert_eq!(found(&test, other).await.profile, others);
}
