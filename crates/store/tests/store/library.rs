//! Films, forms, translations and rules by country are written and read back, each for its own channel only.

use domain::channel::Language;
use domain::form::{Answer, Answers};
use domain::geo::Rule;
use domain::ids::{VodCategoryId, VodItemId};
use domain::time::Timestamp;
use domain::translations::Translations;
use store::{ChannelImport, Error, FilledForm, FormEntryFilter};
use testkit::{TestDatabase, channel};

const HOSTILE: &str = "<p>Hi</p><script>alert(1)</script><a href=\"javascript:alert(1)\">x</a>";

/// VOD-01, CONT-03: films, categories, rails and forms read back as they were written, with their translations.
#[tokio::test]
async fn the_library_reads_back_as_it_was_written() {
    let test = TestDatabase::new().await;
    let mut import = channel("demo", 1);
    // Rails stand in the order that they are given in, whatever their ids.
    import.content.vod_rails.reverse();
    let id = test.store.channel_import(import.clone()).await.unwrap();
    let read = test.store.content(id).await.unwrap();
    assert_eq!(read.vod_items, import.content.vod_items);
    assert_eq!(read.vod_categories, import.content.vod_categories);
    assert_eq!(read.vod_rails, import.content.vod_rails);
    assert_eq!(read.forms, import.content.forms);
    assert_eq!(read.categories, import.content.categories);
    assert_eq!(read.faq, import.content.faq);
}

/// Films that are written again change in place; rails are as they are said now.
#[tokio::test]
async fn importing_again_changes_films_and_replaces_rails() {
    let test = TestDatabase::new().await;
    let id = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let mut again = channel("demo", 1);
    again.content.vod_items[0].title = "Renamed".into();
    again.content.vod_items[0].category_ids = vec![VodCategoryId(2), VodCategoryId(1)];
    again.content.vod_rails.remove(0);
    again.content.vod_rails[0].item_ids = vec![VodItemId(4)];
    again.content.forms[0].title = "New title".into();
    test.store.channel_import(again).await.unwrap();
    let read = test.store.content(id).await.unwrap();
    assert_eq!(read.vod_items.len(), 4);
    assert_eq!(read.vod_items[0].title, "Renamed");
    assert_eq!(read.vod_items[0].category_ids, [VodCategoryId(2), VodCategoryId(1)]);
    assert_eq!(read.vod_rails.len(), 1);
    assert_eq!(read.vod_rails[0].item_ids, [VodItemId(4)]);
    assert_eq!(read.forms[0].title, "New title");
}

/// T28: script in a page, an answer, a block or any translation of them is gone before it is stored.
#[tokio::test]
async fn hostile_content_is_stored_sanitised() {
    let test = TestDatabase::new().await;
    let mut import = channel("demo", 1);
    let everywhere = |field: &str| {
        Language::ALL.into_iter().fold(Translations::default(), |all, language| all.with(language, field, HOSTILE))
    };
    import.content.pages[0].content = HOSTILE.into();
    import.content.pages[0].translations = everywhere("content");
    import.content.faq[0].answer = HOSTILE.into();
    import.content.faq[0].translations = everywhere("answer");
    import.content.static_blocks = vec![domain::content::StaticBlock {
        id: 1,
        place: "home".into(),
        content: HOSTILE.into(),
        translations: everywhere("content"),
    }];
    let id = test.store.channel_import(import).await.unwrap();
    let read = test.store.content(id).await.unwrap();
    let mut texts = vec![&read.pages[0].content, &read.faq[0].answer, &read.static_blocks[0].content];
    let translated = [&read.pages[0].translations, &read.faq[0].translations, &read.static_blocks[0].translations];
    texts.extend(translated.iter().flat_map(|translations| translations.all()).flat_map(|(_, texts)| texts.values()));
    assert_eq!(texts.len(), 12);
    for text in texts {
        assert!(text.starts_with("<p>Hi</p>") && !text.contains("script"), "{text}");
    }
}

/// T26, T28: what could not be shown, is no field, or is not the channel's own is refused, and nothing of it is kept.
#[tokio::test]
async fn unusable_films_forms_and_translations_are_refused() {
    let test = TestDatabase::new().await;
    let refused: [fn(&mut ChannelImport); 10] = [
        |import| import.content.vod_items[0].assets[0].path = "javascript:alert(1)".into(),
        |import| import.content.slides[0].link_url = Some("javascript:alert(1)".into()),
        |import| import.content.vod_items[0].category_ids.push(VodCategoryId(1001)),
        |import| import.content.vod_rails[0].item_ids.push(VodItemId(1001)),
        |import| import.content.forms[0].fields[2].options.clear(),
        |import| {
            let link = &mut import.content.links[0].translations;
            *link = Translations::default().with(Language::Fr, "url", "javascript:alert(1)");
        },
        |import| {
            let option = &mut import.content.forms[0].fields[2].options[0].translations;
            *option = Translations::default().with(Language::Fr, "value", "x");
        },
        |import| {
            let slide = &mut import.content.slides[0].translations;
            *slide = Translations::default().with(Language::Bg, "image", "https://example.org/x.png");
        },
        |import| import.profile.geo_rule = Rule::OnlyIn { countries: ["UK".parse().unwrap()].into() },
        |import| {
            import.content.events[1].geo_rule = Some(Rule::NotIn { countries: ["UK".parse().unwrap()].into() });
        },
    ];
    for (number, spoil) in refused.into_iter().enumerate() {
        let mut import = channel("demo", 1);
        spoil(&mut import);
        assert!(matches!(test.store.channel_import(import).await, Err(Error::Conflict(_))), "{number}");
    }
    assert!(test.store.channels().await.unwrap().is_empty());
}

/// T26: a channel cannot take over films or forms of another, whose ids it knows.
#[tokio::test]
async fn films_and_forms_belong_to_one_channel() {
    let test = TestDatabase::new().await;
    let demo = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let other = test.store.channel_import(channel("other", 1001)).await.unwrap();
    let steal: [fn(&mut ChannelImport, ChannelImport); 2] = [
        |thief, demo| {
            thief.content.vod_items = demo.content.vod_items;
            thief.content.vod_categories = demo.content.vod_categories;
            thief.content.vod_rails = vec![];
        },
        |thief, demo| thief.content.forms = demo.content.forms,
    ];
    for steal in steal {
        let mut thief = channel("other", 1001);
        steal(&mut thief, channel("demo", 1));
        assert!(matches!(test.store.channel_import(thief).await, Err(Error::Conflict(_))));
    }
    let read = test.store.content(demo).await.unwrap();
    assert_eq!(read.vod_items, channel("demo", 1).content.vod_items);

    let answers = Answers::from([("name".to_owned(), Answer::Text("Ada".into()))]);
    let foreign = test.store.form_entry_add(other, filled(read.forms[0].id, answers), Timestamp(1)).await;
    assert!(matches!(foreign, Err(Error::Conflict(_))));
    assert!(
        test.store
            .form_entries(demo, read.forms[0].id, &FormEntryFilter::default(), None, 10)
            .await
            .unwrap()
            .entries
            .is_empty()
    );
    assert!(
        test.store
            .form_entries(other, read.forms[0].id, &FormEntryFilter::default(), None, 10)
            .await
            .unwrap()
            .entries
            .is_empty()
    );
}

fn filled(form: i64, answers: Answers) -> FilledForm {
    FilledForm { form, account: None, answers, selects_basic_pass: false }
}

/// FORM-01: what was sent is kept as it was sent, newest first, and stays when the channel is written again.
#[tokio::test]
async fn form_entries_are_kept() {
    let test = TestDatabase::new().await;
    let id = test.store.channel_import(channel("demo", 1)).await.unwrap();
    let answers = |text: &str| {
        Answers::from([("name".to_owned(), Answer::Text(text.into())), ("news".to_owned(), Answer::Checked(true))])
    };
    for (time, text) in [(1, "Ada"), (2, "<script>alert(1)</script>")] {
        test.store.form_entry_add(id, filled(1, answers(text)), Timestamp(time)).await.unwrap();
    }
    test.store.channel_import(channel("demo", 1)).await.unwrap();
    let entries = test.store.form_entries(id, 1, &FormEntryFilter::default(), None, 10).await.unwrap().entries;
    assert_eq!(entries.iter().map(|entry| entry.created_at.0).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(entries[0].answers, answers("<script>alert(1)</script>"), "data, and kept as data");
    assert_eq!(test.store.form_entries(id, 1, &FormEntryFilter::default(), None, 1).await.unwrap().entries.len(), 1);
}

/// GEO-02: rules by country are kept, a channel's and a game's.
#[tokio::test]
async fn rules_by_country_are_kept() {
    let test = TestDatabase::new().await;
    let mut import = channel("demo", 1);
    import.profile.geo_rule = Rule::NotIn { countries: ["FR".parse().unwrap(), "BG".parse().unwrap()].into() };
    import.content.events[1].geo_rule = Some(Rule::OnlyIn { countries: ["FR".parse().unwrap()].into() });
    let id = test.store.channel_import(import.clone()).await.unwrap();
    assert_eq!(test.store.channels().await.unwrap()[0].profile.geo_rule, import.profile.geo_rule);
    assert_eq!(test.store.events(id).await.unwrap(), import.content.events);
    import.content.events[1].geo_rule = None;
    test.store.channel_import(import.clone()).await.unwrap();
    assert_eq!(test.store.events(id).await.unwrap(), import.content.events, "and can be lifted");
}

/// Rows that were there before these columns read as untranslated, and as open everywhere.
#[tokio::test]
async fn older_rows_have_no_translations_and_no_rule() {
    let test = TestDatabase::new().await;
    test.store.channel_import(channel("demo", 1)).await.unwrap();
    let of_channel = "name, tagline, language, multi_language, currency, colours, version, created_at, key_secret";
    test.execute(&format!(
        "INSERT INTO channels (alias, channel_key, {of_channel}) SELECT 'older', 'ck_older', {of_channel} FROM channels"
    ))
    .await;
    test.execute(
        "INSERT INTO pages (id, channel_id, url, alt_name, name, content)
         SELECT 77, (SELECT id FROM channels WHERE alias = 'older'), url, alt_name, name, content FROM pages",
    )
    .await;
    let channels = test.store.channels().await.unwrap();
    let older = channels.iter().find(|channel| channel.identity.alias == "older").unwrap();
    assert_eq!(older.profile.geo_rule, Rule::Everywhere);
    assert!(test.store.content(older.identity.id).await.unwrap().pages[0].translations.is_empty());
}
