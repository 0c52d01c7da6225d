//! Texts for which defaults stand in: of mails and of the cookie notice; and the legal pages.

use domain::secret::Secret;
use reqwest::StatusCode;
use serde_json::{Value, json};
use testkit::{MailSink, Manner, account};

use crate::app::TestApp;
use crate::site::{Site, assert_refused};

const COOKIES: i64 = 1;
const RESET: i64 = 5;
const CODE: i64 = 6;

fn body(text: &str) -> Value {
    json!({ "en": { "subject": "A key for {{ channel }}", "title": "Your key", "body": text } })
}

async fn text(site: &Site, id: i64) -> Value {
    site.list("texts").await.into_iter().find(|text| text["id"] == id).unwrap()
}

/// The mail that somebody of a channel gets who forgot their password.
async fn mail(site: &Site, host: &str, email: &str) -> store::Mail {
    let sent = site.app.at(host).post_solved("auth/password-reset-request", json!({ "email": email })).await;
    assert_eq!(sent.body["data"], json!({ "sent": true }), "{}", sent.body);
    let channel = crate::console::channel(&site.app, host.split('.').next().unwrap()).await;
    let mails = site.app.database.store.mails(channel, Some(email), 50).await.unwrap();
    mails.into_iter().find(|mail| mail.kind == "reset_password").unwrap()
}

/// Two members of `demo`, one who reads French, and one of `other`.
async fn people(site: &Site) {
    let french = store::NewAccount { language: Some(domain::channel::Language::Fr), ..account("lecteur@demo.test") };
    site.app.account_create("demo", account("fan@demo.test")).await;
    site.app.account_create("demo", french).await;
    site.app.account_create("other", account("fan@other.test")).await;
}

/// OPS-02, T58: a mail is written in the channel's own words in the reader's language, another language and another
/// channel keep the default, and without own words the default is back.
#[tokio::test]
async fn mails_are_in_the_words_of_their_channel() {
    let site = Site::in_english().await;
    people(&site).await;
    let others = site.others("texts").await;
    assert_eq!((others.as_array().unwrap().len(), text(&site, RESET).await["version"].clone()), (23, json!(0)));
    let before = site.bootstrap().await["content_version"].clone();
    let words = "Hello {{ name }}, here is your key.\n\n{{ link }}\n\nIt is yours alone.";
    let saved = site.patch("texts/5", json!({ "version": 0, "translations": body(words) })).await;
    assert_eq!((saved.status, &saved.body["data"]["version"]), (StatusCode::OK, &json!(1)), "{}", saved.body);
    assert_eq!(saved.body["data"]["kind"], "reset_password");
    let seen =
        async |before: &Value| site.app.until(async || site.bootstrap().await["content_version"] != *before).await;
    seen(&before).await;
    let own = mail(&site, "demo.test", "fan@demo.test").await;
    assert!(own.subject.starts_with("A key for ") && own.html.contains(">Your key</h1>"), "{}", own.subject);
    assert!(own.text.contains("/password-reset?") && own.text.contains("It is yours alone."), "{}", own.text);
    assert!(!own.shown_text.contains("/password-reset?") && own.shown_text.contains("It is yours alone."));
    let french = mail(&site, "demo.test", "lecteur@demo.test").await;
    let other = mail(&site, "other.test", "fan@other.test").await;
    assert!(!french.text.contains("key") && !other.text.contains("here is your key"), "{}", other.text);
    assert_eq!(site.others("texts").await, others);

    let before = site.bootstrap().await["content_version"].clone();
    let reset = site.patch("texts/5", json!({ "version": 1, "translations": {} })).await;
    assert_eq!(reset.body["data"]["version"], 2);
    seen(&before).await;
    assert!(!mail(&site, "demo.test", "fan@demo.test").await.text.contains("here is your key"));
    let undone = site.post("revisions/text/5/restore", json!({ "revision": 1, "version": 2 })).await;
    assert_eq!(undone.body["data"], json!({ "kind": "text", "id": 5, "version": 3 }), "{}", undone.body);
    assert_eq!(text(&site, RESET).await["translations"], body(words));
    let versions: Vec<_> = site.list("revisions/text/5").await.iter().map(|one| one["version"].clone()).collect();
    assert_eq!(versions, [3, 2, 1, 0]);
    let actions: Vec<_> = site.audit().await.into_iter().map(|(action, subject, _)| (action, subject)).collect();
    let of_text = |action: &str| (action.to_owned(), "reset_password".to_owned());
    assert_eq!(actions, [of_text("update_text"), of_text("update_text"), of_text("restore_text")]);
}

/// T46: no text takes the button or the code out of a mail that needs it, or puts an address of others into one.
#[tokio::test]
async fn wrong_texts_are_named() {
    let site = Site::in_english().await;
    for (id, wrong, code) in [
        (RESET, body("Look at our site."), "link_missing"),
        (RESET, body("{{ link }}\n{{ password }}"), "unknown_variable"),
        (RESET, body("{{ link }}\n{{ channel"), "variable_syntax"),
        (RESET, body("Press {{ link }} now."), "part_line"),
        (RESET, body("{{ link }}\nhttps://evil.test"), "foreign_link"),
        (CODE, body("Type it."), "code_missing"),
        (CODE, body("{{ code }}\n{{ link }}"), "unknown_variable"),
    ] {
        let refused = site.patch(&format!("texts/{id}"), json!({ "version": 0, "translations": wrong })).await;
        assert_eq!(refused.problems(), [json!(["translations.en.body", code, {}])], "{wrong}");
        let preview = json!({ "language": "en", "texts": wrong["en"] });
        let refused = site.post(&format!("texts/{id}/preview"), preview).await;
        assert_eq!(refused.problems(), [json!(["translations.en.body", code, {}])], "{wrong}");
    }
    assert_eq!(text(&site, RESET).await["version"], 0);
    let nothing = site.patch("texts/24", json!({ "version": 0, "translations": {} })).await;
    assert_refused(&nothing, StatusCode::NOT_FOUND, "not_found");
    let late = site.patch("texts/5", json!({ "version": 7, "translations": {} })).await;
    assert_eq!(late.status, StatusCode::CONFLICT, "{}", late.body);
}

/// OPS-02: a draft is shown as viewers would get it, and is stored nowhere.
#[tokio::test]
async fn previews_show_the_draft() {
    let site = Site::in_english().await;
    let draft = json!({ "language": "fr", "texts": { "body": "Bonjour {{ name }} & <b>co</b>\n\n{{ link }}" } });
    let shown = site.post("texts/5/preview", draft).await;
    let (html, plain) = (shown.body["data"]["html"].as_str().unwrap(), shown.body["data"]["text"].as_str().unwrap());
    assert!(
        html.contains("Bonjour Alex &amp; &lt;b&gt;co&lt;") && plain.contains("Bonjour Alex & <b>co</b>"),
        "{html}"
    );
    assert_eq!(shown.body["data"]["subject"], text_of(&site, "reset_password", "fr", "subject").await);
    assert_eq!(text(&site, RESET).await["translations"], json!({}));
    let notice = json!({ "language": "en", "texts": {} });
    assert_refused(&site.post(&format!("texts/{COOKIES}/preview"), notice).await, StatusCode::NOT_FOUND, "not_found");
}

async fn text_of(site: &Site, kind: &str, language: &str, field: &str) -> Value {
    let texts = site.list("texts").await;
    texts.iter().find(|text| text["kind"] == kind).unwrap()["defaults"][language][field].clone()
}

async fn with_mail_server(sink: &MailSink) -> Site {
    let url = Secret::new(sink.url());
    Site::of(TestApp::start_with(|config| config.smtp_url = Some(url)).await).await
}

/// T46: a test mail goes to the operator alone, says what the mail server did, is recorded and limited.
#[tokio::test]
async fn test_mails_say_what_happened() {
    let sink = MailSink::start(Manner::Answers(vec!["250 OK", "550 5.7.1 no such mailbox"])).await;
    let site = with_mail_server(&sink).await;
    site.app.clock.stop();
    let draft = json!({ "language": "en", "texts": { "subject": "Try me" } });
    let sent = site.post("texts/5/test", draft.clone()).await.body["data"].clone();
    assert_eq!(
        (&sent["to"], &sent["outcome"], &sent["problem"]),
        (&json!("editor@demo.test"), &json!("accepted"), &Value::Null)
    );
    let received = sink.until_received(1).await.remove(0);
    assert_eq!(received.to, "editor@demo.test");
    assert!(received.head().contains("Subject: Try me"), "{}", received.head());
    let refused = site.post("texts/5/test", draft.clone()).await.body["data"].clone();
    assert_eq!(refused["outcome"], "refused", "{refused}");
    assert!(refused["problem"].as_str().unwrap().contains("no such mailbox"), "{refused}");
    let recorded: Vec<_> = site
        .audit()
        .await
        .into_iter()
        .map(|(action, subject, detail)| (action, subject, detail["outcome"].clone()))
        .collect();
    let of_mail = |outcome: &str| ("send_test_mail".to_owned(), "reset_password".to_owned(), json!(outcome));
    assert_eq!(recorded, [of_mail("accepted"), of_mail("refused")]);
    for _ in 0..8 {
        assert_eq!(site.post("texts/5/test", draft.clone()).await.status, StatusCode::OK);
    }
    assert_eq!(site.post("texts/5/test", draft).await.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn test_mail_without_a_mail_server_is_not_sent() {
    let site = Site::in_english().await;
    let sent = site.post("texts/5/test", json!({ "language": "en", "texts": {} })).await.body["data"].clone();
    assert_eq!((&sent["outcome"], &sent["server"]), (&json!("no_server"), &Value::Null));
}

/// UI-01: the cookie notice is in the channel's own words, by language; another channel's is not.
#[tokio::test]
async fn cookie_notice_is_the_channels_own() {
    let site = Site::in_english().await;
    assert!(site.bootstrap().await["settings"].get("cookie_notice").is_none());
    let words = json!({ "fr": { "text": "Des cookies ? <b>Oui.</b>" } });
    let saved = site.patch("texts/1", json!({ "version": 0, "translations": words })).await;
    assert_eq!(saved.status, StatusCode::OK, "{}", saved.body);
    let shown = async || site.bootstrap().await["settings"].get("cookie_notice").cloned();
    site.app.until(async || shown().await.is_some()).await;
    assert_eq!(shown().await, Some(json!({ "fr": "Des cookies ? <b>Oui.</b>" })));
    let other = site.app.at("other.test").get("settings").await.body["data"].clone();
    assert!(other.get("cookie_notice").is_none(), "{other}");
}

/// ROUTE-25: every legal page says whether it is there, what is missing, and brings a template that can be saved.
#[tokio::test]
async fn legal_pages_say_what_is_missing() {
    let site = Site::in_english().await;
    let legal = async |kind: &str| {
        let pages = site.list("legal-pages").await;
        pages.into_iter().find(|page| page["kind"] == kind).unwrap()
    };
    assert_eq!(
        (&legal("privacy").await["state"], &legal("imprint").await["state"]),
        (&json!("notice"), &json!("none"))
    );
    let template = legal("imprint").await["template"].clone();
    let made = site.post("pages", template).await;
    assert_eq!((made.status, &made.body["data"]["url"]), (StatusCode::OK, &json!("/imprint")), "{}", made.body);
    let page = legal("imprint").await;
    assert_eq!(
        (&page["state"], &page["page"], &page["untranslated"]),
        (&json!("own"), &made.body["data"]["id"], &json!([]))
    );
    assert!(page["blanks"].as_array().unwrap().len() >= 3, "{page}");
    let item = made.body["data"]["id"].as_i64().unwrap();
    let filled =
        json!({ "version": 1, "content": "<p>Northline Ltd</p>", "translations": { "fr": { "name": "Mentions" } } });
    assert_eq!(site.patch(&format!("pages/{item}"), filled).await.status, StatusCode::OK);
    let page = legal("imprint").await;
    assert_eq!((&page["blanks"], &page["untranslated"]), (&json!([]), &json!(["fr", "bg"])));
    let others = site.others("legal-pages").await;
    assert!(others.as_array().unwrap().iter().all(|page| page["page"].is_null()), "{others}");
}
