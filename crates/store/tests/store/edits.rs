//! Edits of operators: versions, revisions, and what an import makes of them.

use domain::content::{FaqEntry, Page};
use domain::ids::{ChannelId, OperatorId};
use domain::operator::Action;
use domain::site::SiteKind;
use domain::time::Timestamp;
use store::{AuditEntry, ChannelImport, Edit, EditError, Edited, Revision, Versioned};
use testkit::{TestDatabase, audit_entry, channel};

const NOW: Timestamp = Timestamp(1_794_713_400_000);

async fn channels(test: &TestDatabase) -> [ChannelId; 2] {
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    [demo, test.store.channel_import(channel("other", 1001)).await.unwrap()]
}

fn entry(channel: ChannelId) -> AuditEntry {
    AuditEntry { channel: Some(channel), operator: Some(OperatorId(7)), at: NOW, ..audit_entry(Action::UpdateFaq) }
}

fn asking(question: impl Into<String>) -> impl Fn(&mut FaqEntry) + Clone + Send + Sync + 'static {
    let question = question.into();
    move |item| {
        item.question.clone_from(&question);
        item.answer = "<p>So.</p>".into();
    }
}

async fn ask(
    test: &TestDatabase,
    channel: ChannelId,
    id: i64,
    version: i64,
    question: &str,
) -> Edit<Versioned<FaqEntry>, FaqEntry> {
    test.store.edit(channel, id, version, asking(question), entry(channel)).await.unwrap()
}

async fn create(test: &TestDatabase, channel: ChannelId, question: &str) -> i64 {
    let made = test.store.edit_create(channel, None, asking(question), entry(channel)).await.unwrap().unwrap();
    assert_eq!(made.version, 1);
    made.item.id
}

async fn remove(test: &TestDatabase, channel: ChannelId, id: i64, version: i64) -> i64 {
    test.store.edit_remove::<FaqEntry>(channel, id, version, entry(channel)).await.unwrap().unwrap()
}

async fn all<T: Edited>(test: &TestDatabase, channel: ChannelId) -> Vec<Versioned<T>> {
    test.store.edited(channel).await.unwrap()
}

/// Id, version and question of each.
async fn questions(test: &TestDatabase, channel: ChannelId) -> Vec<(i64, i64, String)> {
    let found = all::<FaqEntry>(test, channel).await;
    found.into_iter().map(|found| (found.item.id, found.version, found.item.question)).collect()
}

async fn revisions(test: &TestDatabase, channel: ChannelId, id: i64) -> Vec<Revision> {
    test.store.revisions(channel, SiteKind::Faq.word(), id).await.unwrap()
}

async fn kept(test: &TestDatabase, channel: ChannelId, id: i64) -> Vec<i64> {
    revisions(test, channel, id).await.into_iter().map(|revision| revision.version).collect()
}

fn question(id: i64, question: &str) -> FaqEntry {
    let mut entry = channel("demo", 1).content.faq.remove(0);
    (entry.id, entry.question) = (id, question.into());
    entry
}

/// The channel `demo` with these questions.
fn with(questions: &[(i64, &str)]) -> ChannelImport {
    let mut import = channel("demo", 1);
    import.content.faq = questions.iter().map(|(id, text)| question(*id, text)).collect();
    import.now = NOW;
    import
}

/// T26, T58: an edit is of one version of one thing of one channel; what changes nothing writes nothing.
#[tokio::test]
async fn edits_are_of_one_version() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let beside = create(&test, demo, "Beside?").await;
    let others = (questions(&test, other).await, kept(&test, other, 1001).await);
    assert_eq!(ask(&test, demo, 1, 1, "What for?").await.unwrap().version, 2);
    let Err(EditError::Stale(stale)) = ask(&test, demo, 1, 1, "Late?").await else { panic!("a late edit is refused") };
    assert_eq!(stale.current.unwrap().item.question, "What for?");
    assert_eq!(stale.base.unwrap()["question"], "Why?");
    assert_eq!((stale.changed_by, stale.changed_at), (None, Some(NOW)), "the operator is unknown by now");
    assert_eq!(ask(&test, demo, 1001, 1, "Theirs?").await, Err(EditError::NotFound));
    assert_eq!(ask(&test, other, 1, 2, "Ours?").await, Err(EditError::NotFound));
    assert_eq!(ask(&test, ChannelId(987_654), 1, 2, "Nobody's?").await, Err(EditError::NotFound));

    let before = test.store.channel_versions().await.unwrap();
    assert_eq!(ask(&test, demo, 1, 2, "What for?").await.unwrap().version, 2);
    assert_eq!(test.store.channel_versions().await.unwrap(), before);
    assert_eq!(kept(&test, demo, 1).await, [2, 1]);
    assert_eq!(questions(&test, demo).await, [(1, 2, "What for?".into()), (beside, 1, "Beside?".into())]);
    assert_eq!((questions(&test, other).await, kept(&test, other, 1001).await), others);
}

/// OPS-01: fifty versions of a thing are kept, whatever becomes of the thing beside it.
#[tokio::test]
async fn fifty_revisions_are_kept() {
    let test = TestDatabase::new().await;
    let [demo, _] = channels(&test).await;
    let beside = create(&test, demo, "Beside?").await;
    for version in 1..=60 {
        ask(&test, demo, 1, version, &format!("Why {version}?")).await.unwrap();
    }
    assert_eq!(kept(&test, demo, 1).await, (12..=61).rev().collect::<Vec<_>>());
    assert_eq!(kept(&test, demo, beside).await, [1]);
    let Err(EditError::Stale(stale)) = ask(&test, demo, 1, 3, "Late?").await else { panic!("a late edit is refused") };
    assert_eq!(stale.base, None, "it is no longer kept");
    assert!(stale.current.is_some());
}

/// T58: a row from before there were revisions stands where it stood, and its first edit keeps what it was.
#[tokio::test]
async fn older_rows_get_a_base() {
    let test = TestDatabase::new().await;
    let [demo, _] = channels(&test).await;
    test.execute("DELETE FROM revisions").await;
    for id in [12, 11] {
        let insert = "INSERT INTO faq_entries (id, channel_id, question, answer)";
        test.execute(&format!("{insert} VALUES ({id}, {}, 'Old?', '<p>Yes.</p>')", demo.0)).await;
    }
    let ids = |found: Vec<(i64, i64, String)>| found.into_iter().map(|(id, ..)| id).collect::<Vec<_>>();
    assert_eq!(ids(questions(&test, demo).await), [1, 11, 12], "in the order of their ids");
    assert!(kept(&test, demo, 11).await.is_empty());
    ask(&test, demo, 11, 1, "New?").await.unwrap();
    let kept = revisions(&test, demo, 11).await;
    assert_eq!((kept[0].version, kept[1].version, kept.len()), (2, 1, 2));
    assert_eq!(kept[1].body.as_ref().unwrap()["question"], "Old?");
    assert_eq!(kept[1].at, Timestamp(1_000), "when the channel was made: it is not known better");
    assert_eq!(remove(&test, demo, 12, 1).await, 2);
    let restored = test.store.edit_restore::<FaqEntry>(demo, 12, 1, None, entry(demo)).await.unwrap().unwrap();
    assert_eq!((restored.version, restored.item.question.as_str()), (3, "Old?"));
}

/// T58: an import keeps the version of what stays, raises that of what changes, and goes on counting where it puts something
/// back: no version has two contents.
#[tokio::test]
async fn imports_go_on_counting() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let others = questions(&test, other).await;
    let import = async |questions: &[(i64, &str)]| test.store.channel_import(with(questions)).await.unwrap();
    import(&[(1, "Why?"), (2, "Where?")]).await;
    import(&[(1, "Why?"), (2, "Where?")]).await;
    assert_eq!(questions(&test, demo).await, [(1, 1, "Why?".into()), (2, 1, "Where?".into())]);
    assert_eq!(kept(&test, demo, 1).await, [1], "what stays gets no revision");

    import(&[(2, "Where?"), (1, "What for?")]).await;
    assert_eq!(questions(&test, demo).await, [(2, 1, "Where?".into()), (1, 2, "What for?".into())]);
    let by_import = &revisions(&test, demo, 1).await[0];
    assert_eq!((by_import.version, by_import.at, &by_import.by), (2, NOW, &None));

    import(&[(2, "Where?")]).await;
    assert_eq!(kept(&test, demo, 1).await, [3, 2, 1]);
    assert_eq!(revisions(&test, demo, 1).await[0].body, None);
    import(&[(2, "Where?"), (1, "Again?")]).await;
    assert_eq!(questions(&test, demo).await, [(2, 1, "Where?".into()), (1, 4, "Again?".into())]);

    // An operator's edit that an import undoes can be brought back.
    ask(&test, demo, 2, 1, "Where to?").await.unwrap();
    import(&[(2, "Where?"), (1, "Again?")]).await;
    assert_eq!(questions(&test, demo).await, [(2, 3, "Where?".into()), (1, 4, "Again?".into())]);
    let restored = test.store.edit_restore::<FaqEntry>(demo, 2, 2, Some(3), entry(demo)).await.unwrap().unwrap();
    assert_eq!((restored.version, restored.item.question.as_str()), (4, "Where to?"));
    assert_eq!(questions(&test, other).await, others);
}

/// An import of rows from before there were revisions keeps what they were.
#[tokio::test]
async fn imports_keep_older_rows() {
    let test = TestDatabase::new().await;
    let [demo, _] = channels(&test).await;
    test.execute("DELETE FROM revisions").await;
    test.store.channel_import(with(&[(1, "What for?")])).await.unwrap();
    assert_eq!(questions(&test, demo).await, [(1, 2, "What for?".into())]);
    assert_eq!(kept(&test, demo, 1).await, [2, 1]);
    test.execute("DELETE FROM revisions").await;
    test.store.channel_import(with(&[])).await.unwrap();
    assert_eq!(kept(&test, demo, 1).await, [3, 2]);
}

/// Two pages that swap their paths are never at the same one.
#[tokio::test]
async fn pages_swap_their_paths() {
    let test = TestDatabase::new().await;
    let page = |id, url: &str| Page {
        id,
        url: format!("/{url}"),
        alt_name: url.into(),
        ..channel("demo", 1).content.pages[0].clone()
    };
    let mut import = channel("demo", 1);
    import.content.pages = vec![page(1, "a"), page(2, "b"), page(3, "c")];
    let demo = test.store.channel_import(import.clone()).await.unwrap();
    import.content.pages = vec![page(1, "b"), page(2, "a"), page(3, "c")];
    test.store.channel_import(import).await.unwrap();
    let pages = all::<Page>(&test, demo).await;
    let found: Vec<_> = pages.iter().map(|page| (page.item.id, page.version, page.item.url.as_str())).collect();
    assert_eq!(found, [(1, 2, "/b"), (2, 2, "/a"), (3, 1, "/c")]);
}

/// T26: an import takes no row of another channel.
#[tokio::test]
async fn imports_leave_other_channels_rows() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    let before = (questions(&test, demo).await, questions(&test, other).await);
    let refused = test.store.channel_import(with(&[(1, "Why?"), (1001, "Theirs?")])).await;
    assert!(matches!(refused, Err(store::Error::Conflict(_))), "{refused:?}");
    assert_eq!((questions(&test, demo).await, questions(&test, other).await), before);
}

/// What operators made, changed and removed stays through the imports of a demo, and the rest follows them.
#[tokio::test]
async fn demo_imports_keep_edits() {
    let test = TestDatabase::new().await;
    let import = async |questions: &[(i64, &str)]| {
        test.store.channel_import(ChannelImport { keeps_edits: true, ..with(questions) }).await.unwrap()
    };
    let demo = import(&[(1, "One?"), (2, "Two?"), (3, "Three?"), (4, "Four?")]).await;
    ask(&test, demo, 1, 1, "Changed?").await.unwrap();
    assert_eq!(remove(&test, demo, 2, 1).await, 2);
    let own = create(&test, demo, "Own?").await;
    test.store.edit_order::<FaqEntry>(demo, vec![own], entry(demo)).await.unwrap();
    for _ in 0..2 {
        import(&[(1, "One?"), (2, "Two?"), (3, "Moved?"), (50, "Fifty?")]).await;
        let expected = [(own, 1, "Own?"), (1, 2, "Changed?"), (3, 2, "Moved?"), (50, 1, "Fifty?")];
        let mut found = questions(&test, demo).await;
        found.sort();
        let mut expected = expected.map(|(id, version, text)| (id, version, text.to_owned()));
        expected.sort();
        assert_eq!(found, expected);
        assert_eq!(questions(&test, demo).await[0].0, own, "the first place is the operator's choice");
    }

    // A page of the demo gives way to the operator's page at its path.
    let made = test
        .store
        .edit_create(
            demo,
            None,
            |page: &mut Page| (page.url, page.name) = ("/new".into(), "New".into()),
            AuditEntry { action: Action::CreatePage, ..entry(demo) },
        )
        .await
        .unwrap()
        .unwrap();
    let mut newer = ChannelImport { keeps_edits: true, ..with(&[]) };
    newer.content.pages.push(Page { id: 77, url: "/new".into(), alt_name: "newer".into(), ..made.item.clone() });
    test.store.channel_import(newer).await.unwrap();
    let pages: Vec<i64> = all::<Page>(&test, demo).await.iter().map(|page| page.item.id).collect();
    assert_eq!(pages, [1, made.item.id]);
}

/// T26, T58: the id of a removed thing is given to nothing else, by neither a new row, an import nor another channel's file.
#[tokio::test]
async fn ids_of_removed_things_are_not_given_again() {
    let test = TestDatabase::new().await;
    let [demo, _] = channels(&test).await;
    let last = create(&test, demo, "Last?").await;
    assert_eq!(remove(&test, demo, last, 1).await, 2);
    test.store.channel_import(with(&[(1, "Why?")])).await.unwrap();
    assert!(create(&test, demo, "Next?").await > last);

    let mut file = ChannelImport {
        alias: "third".into(),
        hosts: vec!["third.test".into()],
        channel_key: "ck_third".into(),
        ..channel("demo", 1)
    };
    file.content.faq = vec![question(last, "Theirs?")];
    let imported = test.store.channel_file_import(file, entry).await.unwrap();
    let theirs = questions(&test, imported.channel).await;
    assert!(theirs[0].0 > last, "{theirs:?}");
    let restored = test.store.edit_restore::<FaqEntry>(demo, last, 1, None, entry(demo)).await.unwrap().unwrap();
    assert_eq!((restored.item.id, restored.version), (last, 3));
    assert_eq!(questions(&test, imported.channel).await, theirs);
}

/// T26: revisions end with their channel.
#[tokio::test]
async fn revisions_are_of_one_channel() {
    let test = TestDatabase::new().await;
    let [demo, other] = channels(&test).await;
    ask(&test, demo, 1, 1, "What for?").await.unwrap();
    assert!(kept(&test, other, 1).await.is_empty());
    assert_eq!(test.store.revisions(demo, SiteKind::MenuLink.word(), 1).await.unwrap().len(), 1);
    test.execute(&format!("DELETE FROM channels WHERE id = {}", demo.0)).await;
    assert!(kept(&test, demo, 1).await.is_empty());
    assert_eq!(kept(&test, other, 1001).await, [1]);
}
