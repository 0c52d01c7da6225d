//! `touchline doctor`: checks everything that the program needs and reports problems with their solution.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Result, bail};
use mail::Smtp;
use media::storage::{Objects, folder_named};
use rustix::fs::Access;
use server::config::{Config, ConfigError};
use server::{Closed, Countries};
use store::{Store, Tables};

/// Timeout for the bucket; the storage library itself would retry for minutes.
const TIMEOUT: Duration = Duration::from_secs(10);

const MAX_PROBLEM: usize = 300;

#[expect(clippy::print_stdout, reason = "the report is this command's result")]
pub(crate) async fn examine(config: &Config) -> Result<()> {
    let findings = [
        ("settings".to_owned(), Ok(())),
        named("database", database(config).await),
        named("administrators", administrators(config).await),
        named("media storage", media(config).await),
        ("country database".to_owned(), countries(config)),
        mail(config).await,
        payments(config).await,
        ("ffmpeg".to_owned(), ffmpeg().await),
    ];
    let mut wrong = 0;
    for (what, finding) in findings {
        match finding {
            Ok(()) => println!("ok    {what}"),
            Err(problem) => {
                wrong += 1;
                println!("WRONG {what}: {problem}");
            }
        }
    }
    if wrong > 0 {
        bail!("{wrong} of these checks failed");
    }
    Ok(())
}

/// No other check can run before the settings are right. The message names the setting and never its value.
#[expect(clippy::print_stdout, reason = "the report is this command's result")]
pub(crate) fn settings_are_wrong(wrong: &ConfigError) -> Result<()> {
    println!("WRONG settings: {wrong}");
    bail!("the settings are wrong")
}

/// A successful check, with an optional note.
type Note = Option<&'static str>;

/// Adds the note to the check's name.
fn named(what: &str, finding: Result<Note, String>) -> (String, Result<(), String>) {
    match finding {
        Ok(Some(note)) => (format!("{what} ({note})"), Ok(())),
        Ok(None) => (what.to_owned(), Ok(())),
        Err(problem) => (what.to_owned(), Err(problem)),
    }
}

/// A server that was never started has no database yet, which is fine. Checking creates nothing.
async fn database(config: &Config) -> Result<Note, String> {
    let url = config.database_url.expose();
    if let Some(file) = store::sqlite_file(url).filter(|file| !file.exists()) {
        return can_be_made(&file).map(|()| Some("none yet: the first start creates it"));
    }
    let store = Store::open(url).await.map_err(|cause| cause.to_string())?;
    match store.tables().await.map_err(|cause| cause.to_string())? {
        Tables::Missing => Ok(Some("empty: the first start creates the tables")),
        Tables::Old { .. } => Ok(Some("older version: the next start or `touchline migrate` updates it")),
        Tables::Newer(steps) => Err(store::newer_tables(&steps)),
        Tables::Current => {
            let read = store.channels().await;
            read.map(|_| None).map_err(|_| "the tables are damaged: restore a backup".to_owned())
        }
    }
}

/// A server without one works; nobody can create, pause or delete its channels. What is wrong with the database is said by
/// its own check.
async fn administrators(config: &Config) -> Result<Note, String> {
    const NEW: Note = Some("none yet: the first start prints a link that creates one");
    let url = config.database_url.expose();
    // A database that is opened is made.
    if store::sqlite_file(url).is_some_and(|file| !file.exists()) {
        return Ok(NEW);
    }
    let read: store::Result<Note> = async {
        let store = Store::open(url).await?;
        match store.tables().await? {
            Tables::Missing => Ok(NEW),
            Tables::Current if !store.has_operators().await? => Ok(NEW),
            Tables::Current if store.administrators().await?.is_empty() => {
                Ok(Some("none: `touchline administrator add EMAIL` makes an operator one"))
            }
            Tables::Current => Ok(None),
            Tables::Old { .. } | Tables::Newer(_) => Ok(Some("not known with these tables")),
        }
    }
    .await;
    Ok(read.unwrap_or(Some("not known without the database")))
}

async fn media(config: &Config) -> Result<Note, String> {
    let url = config.media_url.expose();
    let folder = folder_named(url).map_err(|cause| cause.to_string())?;
    if let Some(folder) = folder.filter(|folder| !folder.exists()) {
        return can_be_made(&folder).map(|()| Some("none yet: the first start creates it"));
    }
    let objects = Objects::open(url).map_err(|cause| cause.to_string())?;
    match tokio::time::timeout(TIMEOUT, objects.probe()).await {
        Ok(probed) => probed.map(|()| None).map_err(|cause| one_line(&cause.to_string())),
        Err(_) => {
            let seconds = TIMEOUT.as_secs();
            Err(format!("the bucket does not answer within {seconds} seconds: check MEDIA_URL and the network"))
        }
    }
}

/// Whether a file or folder can be created: the nearest existing parent folder must be writable.
fn can_be_made(path: &Path) -> Result<(), String> {
    let path = std::path::absolute(path).map_err(|cause| cause.to_string())?;
    let above = path.ancestors().skip(1).find(|above| above.exists()).unwrap_or(Path::new("/"));
    let may_write = rustix::fs::access(above, Access::WRITE_OK | Access::EXEC_OK).is_ok();
    if above.is_dir() && may_write {
        Ok(())
    } else {
        Err(format!("cannot be created: {} is not writable", above.display()))
    }
}

/// Shortens the storage's error message, which can be a whole page.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(MAX_PROBLEM).collect()
}

fn countries(config: &Config) -> Result<(), String> {
    let countries = Countries::open(config.geo_database.as_deref()).map_err(|cause| cause.to_string())?;
    if countries.are_known() { Ok(()) } else { Err("none: set TOUCHLINE_GEO_DATABASE".to_owned()) }
}

/// Whether the mail server accepts our login. Having no mail server is not an error, but mails are not sent.
async fn mail(config: &Config) -> (String, Result<(), String>) {
    let Some(url) = &config.smtp_url else {
        return ("mail (no SMTP_URL: mails are kept, not sent)".to_owned(), Ok(()));
    };
    match Smtp::new(url) {
        Ok(smtp) => (format!("mail ({})", smtp.place()), smtp.check().await.map_err(|cause| cause.to_string())),
        Err(cause) => ("mail".to_owned(), Err(format!("SMTP_URL: {cause}"))),
    }
}

/// The payment provider. Wrong, swapped or mixed keys were rejected with the settings.
async fn payments(config: &Config) -> (String, Result<(), String>) {
    let url = config.database_url.expose();
    // A database that is opened is made.
    let is_missing = store::sqlite_file(url).is_some_and(|file| !file.exists());
    let were_real = !is_missing
        && match Store::open(url).await {
            Ok(store) => store.real_payments_since().await.ok().flatten().is_some(),
            Err(_) => false,
        };
    match (Closed::of(config.stripe.as_ref(), were_real, demo::stand_ins::take_payments(config, false)), &config.stripe)
    {
        (Some(Closed::NoKeys), _) => {
            ("payments (no STRIPE_SECRET_KEY and no TOUCHLINE_TEST_PAYMENTS: nothing is for sale)".to_owned(), Ok(()))
        }
        (Some(closed), _) => ("payments".to_owned(), Err(closed.to_string())),
        (None, Some(stripe)) if stripe.api.is_live() => ("payments (Stripe)".to_owned(), Ok(())),
        (None, Some(_)) => ("payments (Stripe's test mode: no real money moves)".to_owned(), Ok(())),
        (None, None) => ("payments (the built-in test bank: no real money moves)".to_owned(), Ok(())),
    }
}

async fn ffmpeg() -> Result<(), String> {
    let found =
        tokio::process::Command::new("ffmpeg").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    match found.await {
        Ok(status) if status.success() => Ok(()),
        _ => Err("not found: install it for lower renditions and uploads".to_owned()),
    }
}
