//! `touchline doctor`: looks at everything the program needs, and says what is wrong and what to do.

use std::process::Stdio;

use anyhow::{Result, bail};
use mail::Smtp;
use media::objects::Objects;
use server::config::{Config, ConfigError};
use server::{Closed, Countries};
use store::Store;

#[expect(clippy::print_stdout, reason = "the report is this command's result")]
pub(crate) async fn examine(config: &Config) -> Result<()> {
    let findings = [
        ("settings".to_owned(), Ok(())),
        ("database".to_owned(), database(config).await),
        (
            "media storage".to_owned(),
            Objects::open(config.media_url.expose()).map(drop).map_err(|cause| cause.to_string()),
        ),
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
        bail!("{wrong} of these need attention");
    }
    Ok(())
}

/// Nothing else can be looked at before the settings are right. The message names the setting, and no value.
#[expect(clippy::print_stdout, reason = "the report is this command's result")]
pub(crate) fn settings_are_wrong(wrong: &ConfigError) -> Result<()> {
    println!("WRONG settings: {wrong}");
    bail!("the settings need attention")
}

async fn database(config: &Config) -> Result<(), String> {
    let store = Store::open(config.database_url.expose()).await.map_err(|cause| cause.to_string())?;
    store.ping().await.map_err(|cause| cause.to_string())?;
    store.channels().await.map(drop).map_err(|_| "the tables are missing or old: run `touchline migrate`".to_owned())
}

fn countries(config: &Config) -> Result<(), String> {
    let countries = Countries::open(config.geo_database.as_deref()).map_err(|cause| cause.to_string())?;
    if countries.are_known() { Ok(()) } else { Err("none; TOUCHLINE_GEO_DATABASE can name one".to_owned()) }
}

/// Whether the mail server lets us in; without one there is nothing wrong, but mails go nowhere.
async fn mail(config: &Config) -> (String, Result<(), String>) {
    let Some(url) = &config.smtp_url else {
        return ("mail (no SMTP_URL: mails are kept, not sent)".to_owned(), Ok(()));
    };
    match Smtp::new(url) {
        Ok(smtp) => (format!("mail ({})", smtp.place()), smtp.check().await.map_err(|cause| cause.to_string())),
        Err(cause) => ("mail".to_owned(), Err(format!("SMTP_URL: {cause}"))),
    }
}

/// Who takes the money. Keys that are wrong, swapped or mixed are refused with the settings, by name.
async fn payments(config: &Config) -> (String, Result<(), String>) {
    let were_real = match Store::open(config.database_url.expose()).await {
        Ok(store) => store.real_payments_since().await.ok().flatten().is_some(),
        Err(_) => false,
    };
    match (Closed::of(config, were_real), &config.stripe) {
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
        _ => Err("not found; install it, lower renditions and uploads need it".to_owned()),
    }
}
