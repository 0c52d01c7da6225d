//! A channel is written and read back whole, beside another one that it never mixes with.

use domain::account::Capability;
use store::Error;
use testkit::{TestDatabase, channel};

/// CONT-02, CONT-03: what was written is what is read, and content is sanitised on the way in.
#[tokio::test]
async fn content_reads_back_as_it_was_written() {
    let test = TestDatabase::new().await;
    let import = channel("demo", 1);
    let id = test.store.channel_import(import.clone()).await.unwrap();

    let channels = test.store.channels().await.unwrap();
    assert_eq!(channels.len(), 1);
    assert_eq!(channels[0].profile, import.profile);
    assert_eq!(channels[0].identity.hosts, ["demo.test"]);
    assert_eq!(channels[0].identity.channel_key, "ck_demo");

    let read = test.store.content(id).await.unwrap();
    assert_eq!(read.participants, import.content.participants);
    assert_eq!(read.groups, import.content.groups);
    assert_eq!(read.locations, import.content.locations);
    assert_eq!(read.links, import.content.links);
    assert_eq!(read.pages[0].content, "<p>Hello</p>");
    assert!(read.events.is_empty(), "games are read by queries of their own");
}

#[tokio::test]
async fn names_come_before_addresses_and_short_ones_first() {
    let test = TestDatabase::new().await;
    let mut import = channel("demo", 1);
    import.hosts = ["127.0.0.1", "[::1]", "demo.localhost", "localhost"].map(Into::into).to_vec();
    test.store.channel_import(import).await.unwrap();
    test.store.channel_import(channel("other", 1001)).await.unwrap();
    let channels = test.store.channels().await.unwrap();
    assert_eq!(channels[0].identity.hosts, ["localhost", "demo.localhost", "[::1]", "127.0.0.1"]);
    assert_eq!(channels[1].identity.hosts, ["other.test"]);
}

#[tokio::test]
async fn importing_again_keeps_keys_and_ids_and_moves_the_version() {
    let test = TestDatabase::new().await;
    let first = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let before = test.store.channel_versions().await.unwrap();
    let mut again = channel("demo", 1);
    again.channel_key = "ck_other".into();
    again.content.pages.clear();
    again.content.participants[0].name = "Renamed".into();
    let second = test.store.channel_import(again).await.unwrap();

    assert_eq!(first, second);
    let after = test.store.channel_versions().await.unwrap();
    assert!(after[0].1.content > before[0].1.content && after[0].1.games > before[0].1.games);
    let channels = test.store.channels().await.unwrap();
    assert_eq!(channels[0].identity.channel_key, "ck_demo", "browsers hold the old key");
    let read = test.store.content(first).await.unwrap();
    assert!(read.pages.is_empty());
    assert_eq!(read.participants[0].name, "Renamed");
    assert_eq!(read.participants.len(), 3);
}

/// Another channel's rows are neither read nor written, even when their ids are known.
#[tokio::test]
async fn channels_are_isolated() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();

    let theirs = test.store.events(other).await.unwrap();
    assert_eq!(theirs.len(), 5);
    assert!(theirs.iter().all(|event| event.id.0 > 1000 && event.participants.iter().all(|team| team.0 > 1000)));

    let mut thief = channel("other", 1001);
    thief.content.participants = channel("demo", 1).content.participants;
    assert!(matches!(test.store.channel_import(thief).await, Err(Error::Conflict(_))));
    let mut squatter = channel("other", 1001);
    squatter.hosts = vec!["demo.test".into()];
    assert!(matches!(test.store.channel_import(squatter).await, Err(Error::Conflict(_))));
    assert_eq!(test.store.content(demo).await.unwrap().participants[0].name, "demo Hawks");
    assert_eq!(test.store.channels().await.unwrap()[1].identity.hosts, ["other.test"]);
}

/// T28: what would break out of its place is refused, and nothing of it is kept.
#[tokio::test]
async fn unusable_addresses_are_refused() {
    let test = TestDatabase::new().await;
    let refused: [fn(&mut store::ChannelImport); 5] = [
        |import| import.alias = "../demo".into(),
        |import| import.hosts = vec!["Demo.Test:80".into()],
        |import| import.content.pages[0].url = "/login".into(),
        |import| import.content.links[0].url = "javascript:alert(1)".into(),
        |import| import.content.events[0].time_zone = "Mars/Olympus".into(),
    ];
    for spoil in refused {
        let mut import = channel("demo", 1);
        spoil(&mut import);
        assert!(matches!(test.store.channel_import(import).await, Err(Error::Conflict(_))));
    }
    assert!(test.store.channels().await.unwrap().is_empty());
}

#[tokio::test]
async fn migrating_twice_is_harmless() {
    let test = TestDatabase::new().await;
    test.store.migrate().await.unwrap();
    test.store.ping().await.unwrap();
}

/// PAY-01, PLAY-03: what a pass brings is kept as it was written. Passes of before bring what fans expect of any pass;
/// add-ons bring nothing by themselves.
#[tokio::test]
async fn passes_keep_what_they_bring() {
    let test = TestDatabase::new().await;
    let mut shop = testkit::shop::shop("demo.test");
    shop.content.passes[0].capabilities = Capability::ALL.to_vec();
    (shop.content.passes[0].max_clips, shop.content.passes[0].max_downloads) = (Some(0), Some(u32::MAX));
    let demo = test.store.channel_import(shop).await.unwrap();
    let brought = async || {
        let passes = test.store.content(demo).await.unwrap().passes;
        passes.into_iter().map(|pass| (pass.id.0, pass.capabilities, pass.max_clips)).collect::<Vec<_>>()
    };
    assert_eq!(brought().await[0], (1, Capability::ALL.to_vec(), Some(0)));
    let most = test.store.content(demo).await.unwrap().passes[0].max_downloads;
    assert_eq!(most, Some(i32::MAX.unsigned_abs()), "as many as there can be");

    for column in ["capabilities", "max_clips", "max_downloads"] {
        test.execute(&format!("ALTER TABLE passes DROP COLUMN {column}")).await;
    }
    test.execute("DELETE FROM seaql_migrations WHERE version = 'm0018_pass_features'").await;
    // By a server that starts: SQLite's connections may remember the columns that were dropped past them.
    test.shared().await.store.migrate().await.unwrap();
    let usual = [Capability::Watch, Capability::Clipping, Capability::DownloadClip];
    for (id, capabilities, max_clips) in brought().await {
        let expected = if id == testkit::shop::ADDON { &[][..] } else { &usual[..] };
        assert_eq!((&capabilities[..], max_clips), (expected, None), "{id}");
    }
}
