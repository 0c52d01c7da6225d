//! Answers to forms, and what edits and imports of a form do to them.

use domain::form::{Answer, Answers, CustomForm};
use domain::ids::ChannelId;
use domain::operator::Action;
use domain::time::Timestamp;
use store::{
    AuditEntry, ChannelImport, DeletedEntries, EditError, FilledForm, FormEntryFilter, MAX_SEARCHED, Versioned,
};
use testkit::{TestDatabase, audit_entry, channel};

fn filled(form: i64, text: &str) -> FilledForm {
    let answers = Answers::from([("name".to_owned(), Answer::Text(text.into()))]);
    FilledForm { form, account: None, answers, selects_basic_pass: false }
}

async fn said(test: &TestDatabase, channel: ChannelId, form: i64, filter: &FormEntryFilter, limit: u64) -> Vec<String> {
    let found = test.store.form_entries(channel, form, filter, None, limit).await.unwrap();
    found.entries.into_iter().map(|entry| format!("{:?}", entry.answers["name"])).collect()
}

fn entry(channel: ChannelId) -> AuditEntry {
    AuditEntry { channel: Some(channel), ..audit_entry(Action::RemoveForm) }
}

/// FORM-01: a text is looked for in all answers of the form, however many stand between.
#[tokio::test]
async fn texts_are_found_behind_many_others() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    test.store.form_entry_add(demo, filled(1, "Needle"), Timestamp(1)).await.unwrap();
    let rows: Vec<String> =
        (0..2_100).map(|_| format!("({demo}, 1, 2, '{{\"name\": \"Hay\"}}')", demo = demo.0)).collect();
    let insert =
        format!("INSERT INTO form_entries (channel_id, form_id, created_at, \"values\") VALUES {}", rows.join(", "));
    test.execute(&insert).await;
    let filter = |text: &str| FormEntryFilter { text: Some(text.into()), ..FormEntryFilter::default() };
    assert_eq!(said(&test, demo, 1, &filter("nEEDLE"), 5).await, ["Text(\"Needle\")"]);
    assert_eq!(said(&test, demo, 1, &filter("hay"), 2_050).await.len(), 2_050);
    assert_eq!(said(&test, demo, 1, &FormEntryFilter::default(), 3).await.len(), 3);
    assert!(said(&test, demo, 1, &filter("straw"), 5).await.is_empty());
    assert_eq!(test.store.form_entry_counts(demo).await.unwrap()[&1].count, 2_101);
}

/// FORM-01: a search reads so many answers, says where it stopped, and goes on from there. The other form's are not read.
#[tokio::test]
async fn search_stops_and_goes_on() {
    let test = TestDatabase::new().await;
    let mut import = channel("demo", 1);
    let second = CustomForm { id: 2, alias: "tickets".into(), ..import.content.forms[0].clone() };
    import.content.forms.push(second);
    let demo = test.store.channel_import(import).await.unwrap();
    test.store.form_entry_add(demo, filled(1, "Needle"), Timestamp(1)).await.unwrap();
    let hay = async |form: i64, count: u64| {
        let row = format!("({}, {form}, 2, '{{\"name\": \"Hay\"}}')", demo.0);
        let rows = vec![row.as_str(); usize::try_from(count).unwrap()].join(", ");
        test.execute(&format!("INSERT INTO form_entries (channel_id, form_id, created_at, \"values\") VALUES {rows}"))
            .await;
    };
    hay(1, MAX_SEARCHED - 2).await;
    hay(2, 3).await;
    let needle = FormEntryFilter { text: Some("needle".into()), ..FormEntryFilter::default() };
    let found = async |cursor| test.store.form_entries(demo, 1, &needle, cursor, 5).await.unwrap();
    let near = found(None).await;
    assert_eq!((near.entries.len(), near.stopped_at), (1, None));

    hay(1, 1).await;
    hay(1, 1).await;
    let far = found(None).await;
    assert_eq!(far.entries, []);
    let end = far.stopped_at.unwrap();
    assert_eq!(end.created_at, Timestamp(2));
    assert_eq!(found(Some(end.id)).await, near);
    let all = test.store.form_entries(demo, 1, &FormEntryFilter::default(), None, 5).await.unwrap();
    assert_eq!((all.entries.len(), all.stopped_at), (5, None));
}

/// CONT-03: an import changes a form in place and removes none; its answers stay, and so does what an operator edited.
#[tokio::test]
async fn imports_keep_answers() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    for (channel, form) in [(demo, 1), (other, 1001)] {
        test.store.form_entry_add(channel, filled(form, "Ada"), Timestamp(1)).await.unwrap();
    }
    let forms = async |channel| -> Vec<(i64, i64, String)> {
        let found: Vec<Versioned<CustomForm>> = test.store.edited(channel).await.unwrap();
        found.into_iter().map(|found| (found.item.id, found.version, found.item.title)).collect()
    };
    let titled = |title: &str| {
        let mut import = channel("demo", 1);
        import.content.forms[0].title = title.into();
        import
    };
    test.store.channel_import(channel("demo", 1)).await.unwrap();
    assert_eq!(forms(demo).await[0].1, 1, "the same again changes nothing");
    test.store.channel_import(titled("Hello")).await.unwrap();
    assert_eq!(forms(demo).await, [(1, 2, "Hello".to_owned())]);
    let mut none = channel("demo", 1);
    none.content.forms.clear();
    test.store.channel_import(none).await.unwrap();
    assert_eq!(forms(demo).await, [(1, 2, "Hello".to_owned())], "it stays with its answers");

    let rename = |form: &mut CustomForm| form.title = "Ours".into();
    let by = AuditEntry { operator: Some(domain::ids::OperatorId(7)), ..entry(demo) };
    test.store.edit::<CustomForm>(demo, 1, 2, rename, by).await.unwrap().unwrap();
    test.store.channel_import(ChannelImport { keeps_edits: true, ..titled("Theirs") }).await.unwrap();
    assert_eq!(forms(demo).await, [(1, 3, "Ours".to_owned())]);
    test.store.channel_import(titled("Theirs")).await.unwrap();
    assert_eq!(forms(demo).await, [(1, 4, "Theirs".to_owned())]);
    for (channel, form) in [(demo, 1), (other, 1001)] {
        assert_eq!(said(&test, channel, form, &FormEntryFilter::default(), 9).await, ["Text(\"Ada\")"]);
    }
    let kept: Vec<i64> = test.store.revisions(demo, "form", 1).await.unwrap().iter().map(|kept| kept.version).collect();
    assert_eq!(kept, [4, 3, 2, 1]);
}

/// FORM-01: either an answer stops the removal of its form, or it finds no form.
#[tokio::test]
async fn answers_never_end_with_their_form() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    for _ in 0..8 {
        let found: Vec<Versioned<CustomForm>> = test.store.edited(demo).await.unwrap();
        let version = found[0].version;
        let (sent, removed) = tokio::join!(
            test.store.form_entry_add(demo, filled(1, "Ada"), Timestamp(1)),
            test.store.edit_remove::<CustomForm>(demo, 1, version, entry(demo)),
        );
        let is_kept = !said(&test, demo, 1, &FormEntryFilter::default(), 9).await.is_empty();
        assert_eq!(sent.is_ok(), is_kept);
        match removed.unwrap() {
            Ok(removal) => {
                assert!(sent.is_err());
                assert_eq!(removal, version + 1);
                test.store.edit_restore::<CustomForm>(demo, 1, version, None, entry(demo)).await.unwrap().unwrap();
            }
            Err(refused) => {
                assert_eq!(refused, EditError::HasAnswers);
                test.store.form_entries_delete(demo, 1, DeletedEntries::UpTo(i64::MAX), entry(demo)).await.unwrap();
            }
        }
    }
}
