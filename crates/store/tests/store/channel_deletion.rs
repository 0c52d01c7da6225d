//! The deletion of a channel: what stands in its way, and that nothing of it is left while nothing of another is missing.

use std::collections::{BTreeMap, BTreeSet};

use domain::channel::DELETED_CHANNEL_LIFE;
use domain::ids::{ChannelId, EventId};
use domain::operator::{Action, Role};
use domain::time::Timestamp;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};
use store::{AuditEntry, ChannelDeletion, ChannelErasure, JobKind, Named, NewMail, Obstacles, UploadFor};
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
    test.store.video_await(id, UploadFor::Game(EventId(first_id)), NOW).await.unwrap();
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

/// Erases a deleted channel at a time; with `is_due`, as the round by the clock does.
async fn erase(test: &TestDatabase, channel: ChannelId, is_due: bool, at: Timestamp) -> ChannelErasure {
    let entry = AuditEntry { at, ..audit_entry(Action::EraseChannel) };
    test.store.channel_erase(channel, is_due, entry).await.unwrap()
}

async fn restore(test: &TestDatabase, channel: ChannelId, at: Timestamp) -> bool {
    let entry = AuditEntry { at, ..audit_entry(Action::RestoreChannel) };
    test.store.channel_restore(channel, entry).await.unwrap()
}

/// When the tests' entries delete.
const DELETED: ChannelDeletion = ChannelDeletion::Deleted(Timestamp(1_000));

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

/// How many rows each table has, but for what is kept of an erased channel.
async fn rows(test: &TestDatabase) -> BTreeMap<String, i64> {
    let connection = Database::connect(&test.url).await.unwrap();
    let mut counts = BTreeMap::new();
    for table in tables(&connection).await {
        let select = format!("SELECT COUNT(*) AS n FROM {table}");
        let select = Statement::from_string(connection.get_database_backend(), select);
        let count = connection.query_one_raw(select).await.unwrap().unwrap().try_get("", "n").unwrap();
        counts.insert(table, count);
    }
    // Operators outlive their channels; the log and the note of the files outlive everything.
    for kept in ["audit", "erased_channels", "operators"] {
        counts.remove(kept).unwrap();
    }
    counts
}

/// T26: of two channels the one is gone from every table, and the other is as if it had always been alone.
#[tokio::test]
async fn erased_channel_leaves_no_row_and_takes_none() {
    let [alone, both] = [TestDatabase::new().await, TestDatabase::new().await];
    lived(&alone, "other", 1001).await;
    let other = lived(&both, "other", 1001).await;
    let demo = lived(&both, "demo", 1).await;
    let expected = rows(&alone).await;
    assert_ne!(rows(&both).await, expected);
    pause(&both, demo).await;
    let audit = count(&both, "audit").await;
    let before = rows(&both).await;
    assert_eq!(delete(&both, demo).await, DELETED);
    assert_eq!(rows(&both).await, before, "deleted is not erased");
    assert_eq!(erase(&both, other, false, NOW).await, ChannelErasure::NotDeleted);
    assert_eq!(erase(&both, demo, false, NOW).await, ChannelErasure::Erased);
    assert_eq!(rows(&both).await, expected);
    assert_eq!(count(&both, "audit").await, audit + 2, "the log stays, and says so");
    assert_eq!(delete(&both, demo).await, ChannelDeletion::NotFound);
    assert_eq!(erase(&both, demo, false, NOW).await, ChannelErasure::NotDeleted);
    assert!(both.store.channel_was_erased(demo).await.unwrap());
    assert!(!both.store.channel_was_erased(other).await.unwrap());

    let left = both.store.channels_with_files_left().await.unwrap();
    let [(id, files)] = left.as_slice() else { panic!("{left:?}") };
    assert_eq!((*id, files.aliases.as_slice()), (demo, &["demo".to_owned(), "demo-tv".to_owned()][..]));
    assert_eq!((files.media.len(), files.clips.len()), (1, 0));
    assert!(both.store.channel_has_files_left(demo).await.unwrap());
    both.store.channel_files_deleted(demo, NOW).await.unwrap();
    assert_eq!(both.store.channels_with_files_left().await.unwrap(), []);
    assert!(!both.store.channel_has_files_left(demo).await.unwrap());
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
    assert_eq!(delete(&test, demo).await, DELETED);
    let served = test.store.channel_obstacles(other).await.unwrap();
    assert_eq!((served.is_served, served.live_games.ids), (true, vec![1002]));
}

/// T26: the pictures of a former alias are the channel's, so no other channel gets the name; an erased channel's is free
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
    let gone = async |alias: &str| test.store.channel_is_gone(alias).await.unwrap();
    assert_eq!(
        [gone("demo").await, gone("demo-tv").await, gone("never").await],
        [true, false, false],
        "it was renamed"
    );
    assert_eq!([rename(other, "demo").await, rename(other, "demo-tv").await], [Taken, Taken]);
    assert_eq!([rename(demo, "demo").await, rename(demo, "demo").await], [Done, Done], "its own again");
    let channels = test.store.channels().await.unwrap();
    assert_eq!(
        (channels[0].identity.alias.as_str(), &channels[0].former_aliases[..]),
        ("demo", &["demo-tv".into()][..])
    );
    pause(&test, demo).await;
    delete(&test, demo).await;
    assert_eq!([rename(other, "demo").await, rename(demo, "x").await], [Taken, NotFound], "it can be restored");
    erase(&test, demo, false, NOW).await;
    assert_eq!(rename(other, "demo").await, Taken, "its files are still there");
    assert_eq!([gone("demo").await, gone("other").await], [true, true]);
    test.store.channel_files_deleted(demo, NOW).await.unwrap();
    assert_eq!([rename(other, "demo").await, rename(demo, "x").await], [Done, NotFound]);
}

/// OPS-02, T58: a deleted channel is not listed, and is restored or erased, but not before its time is over and not after; of
/// two the other one does not move.
#[tokio::test]
async fn deleted_channel_is_kept_for_its_time() {
    let test = TestDatabase::new().await;
    let (demo, other) = (lived(&test, "demo", 1).await, lived(&test, "other", 1001).await);
    for channel in [demo, other] {
        pause(&test, channel).await;
        assert_eq!([delete(&test, channel).await, delete(&test, channel).await], [DELETED, DELETED]);
    }
    assert_eq!(test.store.channels().await.unwrap().len(), 0);
    assert_eq!(test.store.channel_versions().await.unwrap(), []);
    assert!(test.store.channel_or_deleted(demo).await.unwrap().unwrap().deleted_at.is_some());
    let summaries = test.store.channel_summaries().await.unwrap();
    assert_eq!(summaries.iter().map(|of| (of.members, of.operators)).collect::<Vec<_>>(), [(1, 1), (1, 1)]);

    let end = Timestamp(1_000).plus(DELETED_CHANNEL_LIFE);
    assert_eq!(test.store.channels_to_erase(end.plus(-1)).await.unwrap(), []);
    assert_eq!(erase(&test, demo, true, end.plus(-1)).await, ChannelErasure::NotDeleted);
    assert!(restore(&test, other, end.plus(-1)).await);
    let due = test.store.channels_to_erase(end).await.unwrap();
    assert_eq!(due, [(demo, "demo-tv".to_owned())]);
    assert!(!restore(&test, demo, end).await, "its time is over");
    assert_eq!(erase(&test, demo, true, end).await, ChannelErasure::Erased);
    assert_eq!(erase(&test, other, true, end).await, ChannelErasure::NotDeleted);
    let left = test.store.channels().await.unwrap();
    assert_eq!((left.len(), left[0].identity.id, left[0].paused_at.is_some()), (1, other, true));
}

/// OPS-02: video work of a deleted channel rests, that of another goes on, and mails are sent; a job that runs keeps the
/// channel from being erased until its lease is over, which is not renewed.
#[tokio::test]
async fn jobs_of_a_deleted_channel_rest() {
    let test = TestDatabase::new().await;
    let (demo, other) = (lived(&test, "demo", 1).await, lived(&test, "other", 1001).await);
    let store = &test.store;
    for (channel, alias) in [(demo, "demo"), (other, "other")] {
        let mail = NewMail {
            account: None,
            kind: "refunded",
            recipient: format!("fan@{alias}.test"),
            subject: String::new(),
            text: String::new(),
            html: String::new(),
            shown_text: String::new(),
            shown_html: String::new(),
        };
        store.mail_queue(channel, mail, NOW).await.unwrap();
        let columns = "channel_id, kind, payload, run_at, attempts, state, created_at";
        let row = format!("{}, 'cut_clip', '{{\"clip\": 1}}', {}, 0, 'waiting', {}", channel.0, NOW.0, NOW.0);
        test.execute(&format!("INSERT INTO jobs ({columns}) VALUES ({row})")).await;
    }
    const LEASE: i64 = 60_000;
    let running = store.job_claim(JobKind::CutClip, LEASE, NOW).await.unwrap().unwrap();
    assert_eq!(running.channel, demo);
    pause(&test, demo).await;
    assert_eq!(delete(&test, demo).await, DELETED);
    assert!(!store.job_hold(running.clone(), LEASE, NOW).await.unwrap(), "it is cut off");
    assert_eq!(erase(&test, demo, false, NOW).await, ChannelErasure::Busy);
    let next = store.job_claim(JobKind::CutClip, LEASE, NOW).await.unwrap().unwrap();
    assert_eq!(next.channel, other);
    assert!(store.job_hold(next, LEASE, NOW).await.unwrap());
    let later = NOW.plus(2 * LEASE);
    assert_eq!(store.job_claim(JobKind::CutClip, LEASE, later).await.unwrap().map(|job| job.channel), Some(other));
    assert_eq!(store.job_claim(JobKind::CutClip, LEASE, later).await.unwrap(), None, "it rests");
    assert!(!store.jobs_are_due(&[JobKind::ExportClip], later).await.unwrap());
    for _ in 0..2 {
        assert!(store.job_claim(JobKind::SendMail, LEASE, NOW).await.unwrap().is_some());
    }
    assert!(restore(&test, demo, Timestamp(2_000)).await);
    assert_eq!(store.job_claim(JobKind::CutClip, LEASE, later).await.unwrap().map(|job| job.channel), Some(demo));
}

/// OPS-02: a file does not write over a deleted channel.
#[tokio::test]
async fn file_of_a_deleted_channel_is_refused() {
    let test = TestDatabase::new().await;
    let demo = lived(&test, "demo", 1).await;
    pause(&test, demo).await;
    assert_eq!(delete(&test, demo).await, DELETED);
    let entry = |_| audit_entry(Action::ImportChannel);
    let refused = test.store.channel_file_import(channel("demo-tv", 5001), entry).await.unwrap_err();
    assert!(refused.to_string().contains("is deleted"), "{refused}");
    assert!(test.store.channel_is_gone("demo-tv").await.unwrap());
}
