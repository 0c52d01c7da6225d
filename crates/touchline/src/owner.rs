//! `touchline create-owner`: creates the first operator of a server, or resets an owner's password and
//! removes their second factors.

use std::io::{BufRead, IsTerminal, Write};

use anyhow::{Context, Result, bail, ensure};
use domain::account::EmailKey;
use domain::operator::Role;
use domain::registration;
use domain::secret::Secret;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use server::config::Config;
use store::{AuditEntry, NewOperator, Store};

use crate::cli::open_store;

#[expect(clippy::print_stdout, reason = "what was done is this command's result")]
pub(crate) async fn create(config: &Config, email: &str, channel: Option<&str>) -> Result<()> {
    let key = EmailKey::of(email).with_context(|| format!("{email} is not an e-mail address"))?;
    let store = open_store(config).await?;
    let mut channels: Vec<_> = store.channels().await?.into_iter().map(|channel| channel.identity).collect();
    if let Some(alias) = channel {
        channels.retain(|channel| channel.alias == alias);
    }
    match channel {
        Some(alias) if channels.is_empty() => bail!("channel {alias} does not exist"),
        _ => ensure!(!channels.is_empty(), "no channel exists yet"),
    }
    let password = tokio::task::spawn_blocking(ask_for_password).await??;
    let errors = registration::password_errors(&password, &password, email);
    if let Some(error) = errors.get("password").and_then(|errors| errors.first()) {
        bail!("password: {error}");
    }
    let hash = tokio::task::spawn_blocking(move || server::hash_password(&password)).await??;
    let now = server::system_clock().now();
    let aliases: Vec<&str> = channels.iter().map(|channel| channel.alias.as_str()).collect();
    let entry = AuditEntry::owner_created(email, &aliases, now);
    let new = NewOperator {
        email: email.to_owned(),
        name: String::new(),
        password: hash,
        channels: channels.iter().map(|channel| (channel.id, Role::Owner)).collect(),
        now,
    };
    let had_factors = has_second_factor(&store, &key).await?;
    store.operator_put(new, entry).await?;
    println!("{} is now owner of {}", email.trim(), aliases.join(", "));
    if had_factors {
        println!("The authenticator app, passkeys and recovery codes of {} were removed", email.trim());
    }
    Ok(())
}

async fn has_second_factor(store: &Store, key: &EmailKey) -> Result<bool> {
    match store.operator_by_email(key).await? {
        Some(known) => Ok(store.second_factors(known.operator.id).await?.has_any()),
        None => Ok(false),
    }
}

/// Prompts twice on the terminal without echo; without a terminal, reads the first line of standard input. Never an
/// argument: every user of the machine can see those.
fn ask_for_password() -> Result<Secret<String>> {
    if !std::io::stdin().is_terminal() {
        return read_line();
    }
    let _hidden = Hidden::new()?;
    let first = prompt("Password: ")?;
    let again = prompt("Repeat password: ")?;
    ensure!(first == again, "the passwords do not match");
    Ok(first)
}

fn prompt(text: &str) -> Result<Secret<String>> {
    let mut terminal = std::io::stderr();
    write!(terminal, "{text}")?;
    terminal.flush()?;
    let line = read_line();
    writeln!(terminal)?;
    line
}

fn read_line() -> Result<Secret<String>> {
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line).context("cannot read the password")?;
    ensure!(read > 0, "no password on standard input");
    Ok(Secret::new(line.trim_end_matches(['\r', '\n']).to_owned()))
}

/// Turns the terminal's echo off.
struct Hidden(Termios);

impl Hidden {
    fn new() -> Result<Self> {
        let before = tcgetattr(std::io::stdin())?;
        let mut quiet = before.clone();
        quiet.local_modes.remove(LocalModes::ECHO);
        tcsetattr(std::io::stdin(), OptionalActions::Flush, &quiet)?;
        Ok(Self(before))
    }
}

impl Drop for Hidden {
    fn drop(&mut self) {
        // Nothing is left to be done about a terminal that is gone.
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Flush, &self.0);
    }
}
