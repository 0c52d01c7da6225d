//! `touchline administrator`: the operators who administer the server. The set-up link makes the first one of a new server.

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use domain::account::EmailKey;
use domain::operator::Action;
use server::config::Config;
use store::{AdministratorChange, AuditEntry, Store};

use crate::cli::open_store;

#[derive(Subcommand)]
pub(crate) enum AdministratorCommand {
    /// Make an operator an administrator of the server.
    Add {
        /// The e-mail address that the operator logs in with.
        email: String,
    },
    /// Make an administrator a plain operator, with the same channels as before.
    Remove {
        /// The e-mail address that the administrator logs in with.
        email: String,
    },
    /// List the administrators.
    List,
}

pub(crate) async fn run(config: &Config, command: AdministratorCommand) -> Result<()> {
    let store = open_store(config).await?;
    match command {
        AdministratorCommand::Add { email } => set(&store, &email, true).await,
        AdministratorCommand::Remove { email } => set(&store, &email, false).await,
        AdministratorCommand::List => list(&store).await,
    }
}

#[expect(clippy::print_stdout, reason = "what was done is this command's result")]
async fn set(store: &Store, email: &str, is_administrator: bool) -> Result<()> {
    let email = email.trim();
    let key = EmailKey::of(email).with_context(|| format!("{email} is not an e-mail address"))?;
    let action = if is_administrator { Action::MakeAdministrator } else { Action::RemoveAdministrator };
    let entry = AuditEntry {
        channel: None,
        operator: None,
        at: server::system_clock().now(),
        action,
        subject: email.to_owned(),
        detail: serde_json::json!({}),
    };
    match store.administrator_set(key, is_administrator, entry).await? {
        AdministratorChange::Done if is_administrator => println!("{email} is now an administrator of the server"),
        AdministratorChange::Done => println!("{email} is no longer an administrator of the server"),
        AdministratorChange::Unchanged if is_administrator => println!("{email} is an administrator already"),
        AdministratorChange::Unchanged => println!("{email} is no administrator"),
        AdministratorChange::Unknown => {
            bail!(
                "no operator logs in with {email}: invite them to a channel's team, or run `touchline create-owner {email}`"
            )
        }
        AdministratorChange::Disabled => {
            bail!("the login of {email} is disabled: `touchline create-owner {email}` enables it with a new password")
        }
    }
    if store.administrators().await?.is_empty() {
        println!("the server has no administrator now");
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the list is this command's result")]
async fn list(store: &Store) -> Result<()> {
    let administrators = store.administrators().await?;
    if administrators.is_empty() {
        println!("the server has no administrator: `touchline administrator add EMAIL` makes one");
    }
    for administrator in administrators {
        match administrator.name.as_str() {
            "" => println!("{}", administrator.email),
            name => println!("{} ({name})", administrator.email),
        }
    }
    Ok(())
}
