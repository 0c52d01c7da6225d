//! Wrong settings stop the program at its start, and say which one it is.

use std::net::SocketAddr;
use std::path::Path;

use tempfile::NamedTempFile;
use testkit::{CountryRecord, MailSink, Manner};

use crate::process::{command, finish};

fn refused(arguments: &[&str], settings: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let child = command(folder.path()).args(arguments).envs(settings.iter().copied()).spawn().unwrap();
    let (status, said) = finish(child);
    assert!(!status.success(), "{said}");
    said
}

#[test]
fn a_wrong_setting_is_named() {
    for (setting, value) in [
        ("PORT", "eighty"),
        ("DATABASE_URL", "mysql://x"),
        ("MEDIA_URL", "s4:bucket"),
        ("METRICS_PORT", "maybe"),
        ("TOUCHLINE_LISTEN", "here"),
        ("TOUCHLINE_LOG", "=,="),
        ("TOUCHLINE_COLOUR", "red"),
    ] {
        let said = refused(&["serve"], &[(setting, value)]);
        assert!(said.contains(&format!("touchline: {setting}: ")), "{setting} gave {said}");
    }
}

/// T48: plain HTTP is not offered to the world by accident.
#[test]
fn a_public_address_has_to_be_meant() {
    let said = refused(&["serve", "--demo"], &[("TOUCHLINE_LISTEN", "0.0.0.0")]);
    assert!(said.contains("TOUCHLINE_ALLOW_PLAIN_HTTP"), "{said}");
}

#[test]
fn a_file_that_is_wrong_is_named_too() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("touchline.toml"), "port = \"eighty\"\n").unwrap();
    let (status, said) = finish(command(folder.path()).arg("serve").spawn().unwrap());
    assert!(!status.success());
    assert!(said.contains("PORT: "), "{said}");
}

#[test]
fn a_port_that_is_taken_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let said = refused(&["serve"], &[("PORT", &port), ("METRICS_PORT", "off")]);
    assert!(said.contains("PORT"), "{said}");
}

#[test]
fn the_document_can_be_printed_without_any_setting() {
    let folder = tempfile::tempdir().unwrap();
    let output = command(folder.path()).arg("openapi").output().unwrap();
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    assert!(!folder.path().join("data").exists(), "nothing is made for it");
}

#[test]
fn the_consoles_document_can_be_printed_too() {
    let folder = tempfile::tempdir().unwrap();
    let output = command(folder.path()).args(["openapi", "--console"]).output().unwrap();
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(document["paths"]["/login"].is_object());
}

#[test]
fn the_doctor_says_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let said = refused(&["doctor"], &[("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none")]);
    assert!(said.contains("WRONG database"), "{said}");
    let migrated = command(folder.path()).arg("migrate").status().unwrap();
    assert!(migrated.success());
    let output = command(folder.path()).arg("doctor").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("ok    database"), "{said}");
    assert!(said.contains("ok    mail (no SMTP_URL: mails are kept, not sent)"), "{said}");
}

/// A country database of the tests' own, so that a program that was built without one is well too.
pub fn country_database() -> NamedTempFile {
    let file = NamedTempFile::new().unwrap();
    let bytes = testkit::country_database(CountryRecord::Flat("FR"), CountryRecord::Nested("CA"));
    std::fs::write(file.path(), bytes).unwrap();
    file
}

fn doctor(folder: &Path, settings: &[(&str, &str)]) -> (bool, String) {
    let countries = country_database();
    let mut command = command(folder);
    command.arg("doctor").env("TOUCHLINE_GEO_DATABASE", countries.path()).envs(settings.iter().copied());
    let output = command.output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A server that was never started is well, and looking at it makes nothing; a folder that nothing can be made in is
/// not.
#[test]
fn the_doctor_finds_an_empty_folder_well() {
    let folder = tempfile::tempdir().unwrap();
    let (is_well, said) = doctor(folder.path(), &[]);
    assert!(is_well && !said.contains("WRONG"), "{said}");
    for part in ["ok    database (none yet", "ok    media storage (none yet"] {
        assert!(said.contains(part), "{said}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is made");
    std::fs::write(folder.path().join("file"), "").unwrap();
    let (is_well, said) = doctor(folder.path(), &[("TOUCHLINE_DATA_DIR", "file/data")]);
    assert!(!is_well && said.contains("WRONG database: cannot be created"), "{said}");
    assert!(said.contains("WRONG media storage: cannot be created"), "{said}");
}

/// Tables of a newer program are neither well nor touched, whichever command looks at them; another database is.
#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_knows_newer_tables() {
    let (newer, own) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for folder in [&newer, &own] {
        assert!(command(folder.path()).arg("migrate").status().unwrap().success());
    }
    let url = format!("sqlite:{}", newer.path().join("data/touchline.db").display());
    testkit::execute(&url, "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9999_future', 1)").await;
    let (is_well, said) = doctor(newer.path(), &[]);
    assert!(!is_well && said.contains("WRONG database: a newer version"), "{said}");
    assert!(said.contains("m9999_future"), "{said}");
    for arguments in [&["migrate"][..], &["serve"]] {
        let (status, said) = finish(command(newer.path()).args(arguments).spawn().unwrap());
        assert!(!status.success() && said.contains("a newer version of touchline"), "{said}");
    }
    assert!(doctor(own.path(), &[]).1.contains("ok    database\n"));
}

/// A bucket that does not answer, or is not there, is found within seconds; one that answers is well.
#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_tries_the_bucket() {
    let folder = tempfile::tempdir().unwrap();
    let examined = async |url: String| {
        let folder = folder.path().to_owned();
        let keys = [("AWS_ACCESS_KEY_ID", "of-the-test"), ("AWS_SECRET_ACCESS_KEY", "hunter2")];
        let examining = move || doctor(&folder, &[&keys[..], &[("MEDIA_URL", &url)]].concat());
        tokio::task::spawn_blocking(examining).await.unwrap()
    };
    let s3 = testkit::S3::start().await;
    let (is_well, said) = examined(s3.url()).await;
    assert!(is_well && said.contains("ok    media storage\n"), "{said}");
    let (is_well, said) = examined(s3.url().replace("s3://games/", "s3://nowhere/")).await;
    assert!(!is_well && said.contains("WRONG media storage: "), "{said}");
    // It takes connections, and says nothing.
    let dead = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = dead.local_addr().unwrap();
    let (is_well, said) = examined(format!("s3://games?endpoint=http://{address}&region=eu-west-1")).await;
    assert!(!is_well && said.contains("WRONG media storage: the bucket does not answer"), "{said}");
    assert!(!said.contains("hunter2"), "{said}");
}

/// T44: the doctor tries the mail server, and repeats no password.
#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_tries_the_mail_server() {
    let folder = tempfile::tempdir().unwrap();
    let sink = MailSink::start(Manner::Takes).await;
    let examined = |address: SocketAddr| {
        let url = format!("smtp://me:hunter2@{address}");
        let output = command(folder.path()).arg("doctor").env("SMTP_URL", url).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let address = sink.address;
    let said = examined(address);
    assert!(said.contains(&format!("ok    mail ({address})")), "{said}");
    let closed = MailSink::start(Manner::RefusesLogin).await;
    let said = examined(closed.address);
    assert!(said.contains("WRONG mail") && !said.contains("hunter2"), "{said}");
}

/// T53, T44: the doctor names keys of Stripe's that are missing, swapped, mixed or of another kind, and repeats none.
#[test]
fn the_doctor_looks_at_the_keys_of_payments() {
    let folder = tempfile::tempdir().unwrap();
    let examined = |keys: [&str; 3], others: &[(&str, &str)]| {
        let names = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"];
        let given = names.into_iter().zip(keys).filter(|(_, key)| !key.is_empty());
        let output = command(folder.path()).arg("doctor").envs(given).envs(others.iter().copied()).output().unwrap();
        let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(!said.contains("1x"), "{said}");
        said
    };
    assert!(command(folder.path()).arg("migrate").status().unwrap().success());
    for (keys, setting) in [
        (["pk_live_1x", "sk_live_1x", "whsec_1x"], "STRIPE_SECRET_KEY"),
        (["sk_live_1x", "pk_test_1x", "whsec_1x"], "STRIPE_PUBLISHABLE_KEY"),
        (["sk_live_1x", "pk_live_1x", ""], "STRIPE_WEBHOOK_SECRET"),
        (["sk_live_1x", "pk_live_1x", "1x"], "STRIPE_WEBHOOK_SECRET"),
        (["1x", "pk_live_1x", "whsec_1x"], "STRIPE_SECRET_KEY"),
    ] {
        let said = examined(keys, &[]);
        assert!(said.contains(&format!("WRONG settings: {setting}: ")), "{said}");
    }
    let none = examined(["", "", ""], &[]);
    assert!(
        none.contains("ok    payments (no STRIPE_SECRET_KEY and no TOUCHLINE_TEST_PAYMENTS: nothing is for sale)"),
        "{none}"
    );
    let test = examined(["", "", ""], &[("TOUCHLINE_TEST_PAYMENTS", "true")]);
    assert!(test.contains("ok    payments (the built-in test bank: no real money moves)"), "{test}");
    let live = examined(["sk_live_1x", "pk_live_1x", "whsec_1x"], &[]);
    assert!(live.contains("ok    payments (Stripe)"), "{live}");
}
