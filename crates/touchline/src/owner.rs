//! `touchline create-owner`: the first operator of a new server, and the way back in for one who forgot the password.

use std::io::{BufRead, IsTerminal, Write};

use anyhow::{Context, Result, bail, ensure};
use domain::account::EmailKey;
use domain::operator::Role;
use domain::registration;
use domain::secret::Secret;
use domain::time::Timestamp;
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
use server::config::Config;
use store::{AuditEntry, NewOperator};

use crate::cli::open_store;

#[expect(clippy::print_stdout, reason = "what was done is this command's result")]
pub(crate) async fn create(config: &Config, email: &str, channel: Option<&str>) -> Result<()> {
    ensure!(EmailKey::of(email).is_some(), "{email} is not an e-mail address");
    let store = open_store(config).await?;
    let mut channels: Vec<_> = store.channels().await?.into_iter().map(|channel| channel.identity).collect();
    if let Some(alias) = channel {
        channels.retain(|channel| channel.alias == alias);
    }
    match channel {
        Some(alias) if channels.is_empty() => bail!("there is no channel {alias}"),
        _ => ensure!(!channels.is_empty(), "there is no channel yet"),
    }
    let password = tokio::task::spawn_blocking(ask_for_password).await??;
    let problems = registration::password_problems(&password, &password, email);
    if let Some(problem) = problems.get("password").and_then(|problems| problems.first()) {
        bail!("password: {problem}");
    }
    let hash = tokio::task::spawn_blocking(move || server::hash_password(&password)).await??;
    let now = Timestamp(jiff::Timestamp::now().as_millisecond());
    let aliases: Vec<&str> = channels.iter().map(|channel| channel.alias.as_str()).collect();
    let entry = AuditEntry::owner_created(email, &aliases, now);
    let new = NewOperator {
        email: email.to_owned(),
        name: String::new(),
        password: hash,
        channels: channels.iter().map(|channel| (channel.id, Role::Owner)).collect(),
        now,
    };
    store.put_operator(new, entry).await?;
    println!("{} is owner of {}", email.trim(), aliases.join(", "));
    Ok(())
}

/// Asks on the terminal, twice and without showing it; reads the first line where there is no terminal. Never an
/// argument: those are seen by everybody on the machine.
fn ask_for_password() -> Result<Secret<String>> {
    if !std::io::stdin().is_terminal() {
        return read_line();
    }
    let _hidden = Hidden::new()?;
    let first = prompt("Password: ")?;
    let again = prompt("The same again: ")?;
    ensure!(first == again, "the two are not the same");
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
    let read = std::io::stdin().lock().read_line(&mut line).context("the password cannot be read")?;
    ensure!(read > 0, "there is no password on standard input");
    Ok(Secret::new(line.trim_end_matches(['\r', '\n']).to_owned()))
}

/// Keeps the terminal from showing what is typed.
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
