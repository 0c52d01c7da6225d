//! Which forms servers on one database tell each other of.

use domain::operator::{Action, Role};
use domain::time::Timestamp;
use store::OpenForm;
use testkit::{TestDatabase, audit_entry, channel, operator};

const NOW: Timestamp = Timestamp(1_800_000_000_000);

/// OPS-01: a server hears of the others' forms, as they were told last, until they are too old; and never of its own.
#[tokio::test]
async fn open_forms_are_told_to_other_servers() {
    let test = TestDatabase::new().await;
    let store = &test.store;
    let demo = store.channel_import(channel("demo", 1)).await.unwrap();
    let new = operator("ann@demo.test", &[(demo, Role::Editor)]);
    let ann = store.operator_put(new, audit_entry(Action::CreateOwner)).await.unwrap();
    let form = |item: i64, edited_at: Option<Timestamp>| OpenForm {
        channel: demo,
        operator: ann,
        name: "Olive Owner".into(),
        kind: "page".into(),
        item,
        place: format!("window {item}"),
        edited_at,
    };
    let old = NOW.plus(-Timestamp::MINUTE);
    store.open_forms_note("one", vec![form(1, None), form(2, None)], old, NOW).await.unwrap();
    store.open_forms_note("one", vec![form(1, Some(NOW))], old, NOW).await.unwrap();
    assert_eq!(store.open_forms_elsewhere("two", old).await.unwrap(), [form(1, Some(NOW))]);
    assert_eq!(store.open_forms_elsewhere("one", old).await.unwrap(), []);
    assert_eq!(store.open_forms_elsewhere("two", NOW).await.unwrap(), [], "a minute later");
    let later = NOW.plus(Timestamp::SECOND);
    store.open_forms_note("two", vec![form(3, None)], later, later).await.unwrap();
    assert_eq!(store.open_forms_elsewhere("three", old).await.unwrap(), [form(3, None)], "the old one is gone");
}
