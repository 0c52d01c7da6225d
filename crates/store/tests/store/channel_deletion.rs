//! The deletion of a channel: what stands in its way, and that nothing of it is left while nothing of another is missing.

use std::collections::{BTreeMap, BTreeSet};

use domain::ids::{ChannelId, EventId};
use domain::operator::{Action, Role};
use domain::time::Timestamp;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};
use store::{ChannelDeletion, Named, Obstacles};
use testkit::{TestDatabase, account, audit_entry, channel, operator};

const NOW: Timestamp = Timestamp(1_800_000_000_000);

/// A channel whose games are over, with an account, an operator, a video and a former alias.
async fn lived(test: &TestDatabase, alias: &str, first_id: i64) -> ChannelId {
    let mut new = channel(alias, first_id);
    for game in &mut new.content.events {
        game.status = domain::event::StreamStatus::Finished;
    }
    let id = test.store.channel_import(new).await.unwrap();
    test.store.account_create(id, account(&format!("fan@{alias}.test"))).await.unwrap().unwrap();
    let owner = operator(&format!("owner@{alias}.test"), &[(id, Role::Owner)]);
    test.store.operator_put(owner, audit_entry(Action::CreateOwner)).await.unwrap();
    test.store.recording_await(id, EventId(first_id), NOW).await.unwrap();
    let entry = audit_entry(Action::ChangeAlias);
    test.store.channel_set_alias(id, format!("{alias}-tv"), entry).await.unwrap();
    id
}

async fn pause(test: &TestDatabase, channel: ChannelId) {
    test.store.channel_set_paused(channel, true, audit_entry(Action::PauseChannel)).await.unwrap();
}

async fn delete(test: &TestDatabase, channel: ChannelId) -> ChannelDeletion {
    test.store.channel_delete(channel, audit_entry(Action::DeleteChannel)).await.unwrap()
}

async fn texts(connection: &DatabaseConnection, select: &str) -> Vec<String> {
    let rows = connection.query_all_raw(Statement::from_string(connection.get_database_backend(), select)).await;
    rows.unwrap().iter().map(|row| row.try_get("", "name").unwrap()).collect()
}

async fn tables(connection: &DatabaseConnection) -> Vec<String> {
    texts(
        connection,
        match connection.get_database_backend() {
            DbBackend::Sqlite => "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
            _ => "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'",
        },
    )
    .await
}

/// How many rows each table has, but for what is kept of a deleted channel.
async fn rows(test: &TestDatabase) -> BTreeMap<String, i64> {
    let connection = Database::connect(&test.url).await.unwrap();
    let mut counts = BTreeMap::new();
    for table in tables(&connection).await {
        let select = format!("SELECT COUNT(*) AS n FROM {table}");
        let select = Statement::from_string(connection.get_database_backend(), select);
        let count = connection.query_one_raw(select).await.unwrap().unwrap().try_get("", "n").unwrap();
        counts.insert(table, count);
    }
    // Operators outlive their channels; the log and the note of the deletion outlive everything.
    for kept in ["audit", "deleted_channels", "operators"] {
        counts.remove(kept).unwrap();
    }
    counts
}

/// T26: of two channels the one is gone from every table, and the other is as if it had always been alone.
#[tokio::test]
async fn deleted_channel_leaves_no_row_and_takes_none() {
    let [alone, both] = [TestDatabase::new().await, TestDatabase::new().await];
    lived(&alone, "other", 1001).await;
    let other = lived(&both, "other", 1001).await;
    let demo = lived(&both, "demo", 1).await;
    let expected = rows(&alone).await;
    assert_ne!(rows(&both).await, expected);
    pause(&both, demo).await;
    let audit = count(&both, "audit").await;
    assert_eq!(delete(&both, demo).await, ChannelDeletion::Deleted);
    assert_eq!(rows(&both).await, expected);
    assert_eq!(count(&both, "audit").await, audit + 1, "the log stays, and says so");
    assert_eq!(delete(&both, demo).await, ChannelDeletion::NotFound);
    assert!(both.store.channel_was_deleted(demo).await.unwrap());
    assert!(!both.store.channel_was_deleted(other).await.unwrap());

    let left = both.store.channels_with_files_left().await.unwrap();
    let [(id, files)] = left.as_slice() else { panic!("{left:?}") };
    assert_eq!((*id, files.aliases.as_slice()), (demo, &["demo".to_owned(), "demo-tv".to_owned()][..]));
    assert_eq!((files.media.len(), files.clips.len()), (1, 0));
    both.store.channel_files_deleted(demo, NOW).await.unwrap();
    assert_eq!(both.store.channels_with_files_left().await.unwrap(), []);
}

async fn count(test: &TestDatabase, table: &str) -> i64 {
    let connection = Database::connect(&test.url).await.unwrap();
    let select =
        Statement::from_string(connection.get_database_backend(), format!("SELECT COUNT(*) AS n FROM {table}"));
    connection.query_one_raw(select).await.unwrap().unwrap().try_get("", "n").unwrap()
}

/// T26: a table that is added later and names a channel goes with it, too, at once or with a row that does.
#[tokio::test]
async fn every_table_of_a_channel_goes_with_it() {
    let test = TestDatabase::new().await;
    let connection = Database::connect(&test.url).await.unwrap();
    let (named, cascading) = match connection.get_database_backend() {
        DbBackend::Sqlite => (
            "SELECT t.name AS name FROM sqlite_master t, pragma_table_info(t.name) c \
             WHERE t.type = 'table' AND c.name = 'channel_id'",
            "SELECT t.name || ' ' || k.\"table\" AS name FROM sqlite_master t, pragma_foreign_key_list(t.name) k \
             WHERE t.type = 'table' AND k.on_delete = 'CASCADE'",
        ),
        _ => (
            "SELECT table_name::text AS name FROM information_schema.columns \
             WHERE table_schema = 'public' AND column_name = 'channel_id'",
            "SELECT conrelid::regclass::text || ' ' || confrelid::regclass::text AS name FROM pg_constraint \
             WHERE contype = 'f' AND confdeltype = 'c'",
        ),
    };
    let keys = texts(&connection, cascading).await;
    let mut going = BTreeSet::from(["channels"]);
    let mut before = 0;
    while before < going.len() {
        before = going.len();
        let next = keys.iter().filter_map(|key| key.split_once(' ')).filter(|(_, to)| going.contains(to));
        let next: Vec<&str> = next.map(|(from, _)| from).collect();
        going.extend(next);
    }
    let named = texts(&connection, named).await;
    assert!(named.len() > 30, "{named:?}");
    let staying: Vec<_> = named.iter().filter(|table| !going.contains(table.as_str())).collect();
    assert_eq!(staying, ["audit"]);
}

/// OPS-02: a channel that is served, or has a live game, stays.
#[tokio::test]
async fn obstacles_keep_a_channel() {
    let test = TestDatabase::new().await;
    let (demo, other) = (lived(&test, "demo", 1).await, lived(&test, "other", 1001).await);
    assert_eq!(delete(&test, demo).await, ChannelDeletion::Obstructed);
    pause(&test, demo).await;
    for game in [2, 1002] {
        test.execute(&format!("UPDATE events SET status = 'live' WHERE id = {game}")).await;
    }
    let live = Obstacles { live_games: Named { ids: vec![2], total: 1 }, ..Obstacles::default() };
    assert_eq!(test.store.channel_obstacles(demo).await.unwrap(), live);
    assert_eq!(delete(&test, demo).await, ChannelDeletion::Obstructed);
    test.execute("UPDATE events SET status = 'finished' WHERE id = 2").await;
    assert_eq!(delete(&test, demo).await, ChannelDeletion::Deleted);
    let served = test.store.channel_obstacles(other).await.unwrap();
    assert_eq!((served.is_served, served.live_games.ids), (true, vec![1002]));
}

/// T26: the pictures of a former alias are the channel's, so no other channel gets the name; a deleted channel's is free
/// once its files are gone.
#[tokio::test]
async fn former_aliases_stay_with_their_channel() {
    let test = TestDatabase::new().await;
    let (demo, other) = (lived(&test, "demo", 1).await, lived(&test, "other", 1001).await);
    let rename = async |channel, alias: &str| {
        let entry = audit_entry(Action::ChangeAlias);
        test.store.channel_set_alias(channel, alias.to_owned(), entry).await.unwrap()
    };
    use store::AliasChange::{Done, NotFound, Taken};
    assert_eq!([rename(other, "demo").await, rename(other, "demo-tv").await], [Taken, Taken]);
    assert_eq!([rename(demo, "demo").await, rename(demo, "demo").await], [Done, Done], "its own again");
    let channels = test.store.channels().await.unwrap();
    assert_eq!(
        (channels[0].identity.alias.as_str(), &channels[0].former_aliases[..]),
        ("demo", &["demo-tv".into()][..])
    );
    pause(&test, demo).await;
    delete(&test, demo).await;
    assert_eq!(rename(other, "demo").await, Taken, "its files are still there");
    test.store.channel_files_deleted(demo, NOW).await.unwrap();
    assert_eq!([rename(other, "demo").await, rename(demo, "x").await], [Done, NotFound]);
}
