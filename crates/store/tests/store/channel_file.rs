//! A channel from a file: which ids it gets, and what of a channel that is there it leaves alone.

use domain::content::Content;
use domain::event::{Event, StreamStatus};
use domain::ids::ChannelId;
use domain::operator::Action;
use domain::renumber::RowKind;
use domain::time::Timestamp;
use store::{AuditEntry, ChannelImport, Error, Imported, Store, UploadFor};
use testkit::{TestDatabase, channel};

const NOW: Timestamp = Timestamp(1_794_713_400_000);

fn entry(channel: ChannelId) -> AuditEntry {
    AuditEntry {
        channel: Some(channel),
        operator: None,
        at: NOW,
        action: Action::ImportChannel,
        subject: "a file".into(),
        detail: serde_json::Value::Null,
    }
}

/// The file of the channel `demo`, to be written under another name.
fn under(alias: &str) -> ChannelImport {
    let file = channel("demo", 1);
    ChannelImport {
        alias: alias.into(),
        hosts: vec![format!("{alias}.test")],
        channel_key: format!("ck_{alias}"),
        ..file
    }
}

async fn import(store: &Store, file: ChannelImport) -> Imported {
    store.channel_file_import(file, entry).await.unwrap()
}

async fn all(store: &Store, channel: ChannelId) -> Content {
    let mut content = store.content(channel).await.unwrap();
    content.events = store.events(channel).await.unwrap();
    content
}

/// T26: two channels of one file both have everything, with ids of their own; a second import gives no more ids, and neither
/// channel moves by the other's.
#[tokio::test]
async fn the_same_file_makes_two_channels() {
    let test = TestDatabase::new().await;
    let store = &test.store;
    let first = import(store, under("first")).await;
    assert_eq!((first.is_new, first.renumbered), (true, 0), "free ids stay");
    let before = all(store, first.channel).await;
    assert_eq!(before.ids(RowKind::Game), channel("demo", 1).content.ids(RowKind::Game));
    let second = import(store, under("second")).await;
    assert!(second.is_new && second.renumbered > 0);
    let copy = all(store, second.channel).await;
    for kind in RowKind::ALL {
        let (own, others) = (copy.ids(kind), before.ids(kind));
        assert_eq!(own.len(), others.len(), "{kind:?}");
        assert!(own.iter().all(|id| !others.contains(id)), "{kind:?}");
    }
    // Under the ids of the first it is the same content, so every reference followed its row.
    let mut back = copy.clone();
    back.renumber(|kind, id| {
        let place = copy.ids(kind).iter().position(|own| *own == id).unwrap_or_else(|| panic!("{kind:?} {id}"));
        before.ids(kind)[place]
    });
    assert_eq!(back, before);
    for (alias, imported, content) in [("second", &second, &copy), ("first", &first, &before)] {
        let again = import(store, under(alias)).await;
        assert_eq!((again.channel, again.is_new, again.renumbered), (imported.channel, false, imported.renumbered));
        assert_eq!(all(store, imported.channel).await, *content, "{alias}");
    }
    assert_eq!(all(store, first.channel).await, before);
    // A row that the operator adds later does not get an id that is in use.
    test.execute(&format!(
        "INSERT INTO faq_entries (channel_id, question, answer, translations) VALUES ({}, '', '', '{{}}')",
        first.channel.0
    ))
    .await;
    assert_eq!(all(store, first.channel).await.faq.len(), before.faq.len() + 1);
}

/// T26: a host of another channel is refused by that channel's name, and nothing is written.
#[tokio::test]
async fn a_host_of_another_channel_is_refused() {
    let test = TestDatabase::new().await;
    import(&test.store, under("first")).await;
    let taken = ChannelImport { hosts: vec!["new.test".into(), "first.test".into()], ..under("second") };
    let refused = test.store.channel_file_import(taken, entry).await;
    let Err(Error::Conflict(told)) = refused else { panic!("{refused:?}") };
    assert!(told.contains("first.test belongs to the channel first"), "{told}");
    assert_eq!(test.store.channels().await.unwrap().len(), 1);
}

/// EVT-11: what was sent here happened, whatever a file says; a game that was not is as the file says.
#[tokio::test]
async fn a_game_that_was_on_air_keeps_its_state() {
    let test = TestDatabase::new().await;
    let store = &test.store;
    let own = import(store, under("first")).await.channel;
    let [sent, other] = {
        let mut upcoming =
            all(store, own).await.events.into_iter().filter(|game| game.status == StreamStatus::Upcoming);
        [upcoming.next().unwrap(), upcoming.next().unwrap()]
    };
    let media = store.video_await(own, UploadFor::Game(sent.id), NOW).await.unwrap();
    store.stream_end(own, sent.id, media, 90_000, NOW).await.unwrap();
    let game = async |id| -> Event { all(store, own).await.events.into_iter().find(|game| game.id == id).unwrap() };
    let played = game(sent.id).await;
    assert_eq!(played.status, StreamStatus::Finished);
    let mut file = under("first");
    for game in &mut file.content.events {
        game.name = format!("{} again", game.name);
        game.score = Some([9, 9]);
    }
    import(store, file).await;
    let after = game(sent.id).await;
    assert_eq!(after, Event { name: format!("{} again", played.name), ..played });
    let after = game(other.id).await;
    assert_eq!((after.status, after.score), (other.status, Some([9, 9])));
}

/// A channel that has a form of that name already gets no second one.
#[tokio::test]
async fn a_form_takes_the_place_of_the_one_of_its_name() {
    let test = TestDatabase::new().await;
    let own = import(&test.store, under("first")).await.channel;
    let before = all(&test.store, own).await.forms;
    let mut file = under("first");
    for form in &mut file.content.forms {
        form.id += 500;
        form.title = "New".into();
    }
    import(&test.store, file).await;
    let after = all(&test.store, own).await.forms;
    assert!(!after.is_empty());
    let ids = |forms: &[domain::form::CustomForm]| forms.iter().map(|form| form.id).collect::<Vec<_>>();
    assert_eq!(ids(&after), ids(&before));
    assert!(after.iter().all(|form| form.title == "New"));
}
