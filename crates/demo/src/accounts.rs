//! The demo's accounts. They are created once, so visitors' changes stay.

use anyhow::Result;
use domain::account::EmailKey;
use domain::commerce::ownership::Part;
use domain::favourite::Kind;
use domain::ids::{ChannelId, PassId};
use domain::pass::Source;
use domain::password::PasswordHash;
use domain::secret::Secret;
use domain::time::Timestamp;
use rand::RngExt;
use store::{NewAccount, NewEntitlement, Store};

/// Everybody's; the demo is for this machine only.
pub const PASSWORD: &str = "touchline-demo";

/// A member of the demo.
pub struct DemoAccount {
    pub email: &'static str,
    pub(crate) first_name: &'static str,
    pub(crate) last_name: &'static str,
    /// What there is to try with this account.
    pub what: &'static str,
    pub(crate) temporary_password: bool,
    pub(crate) basic_pass_selected: bool,
    /// What they keep from the beginning.
    pub(crate) favourites: Vec<(Kind, i64)>,
    /// The pass that they hold.
    pub(crate) pass: Option<PassId>,
}

/// Makes the accounts that are missing.
pub(crate) async fn write(store: &Store, channel: ChannelId, accounts: &[DemoAccount], now: Timestamp) -> Result<()> {
    let mut missing = Vec::new();
    for account in accounts {
        let key = EmailKey::of(account.email);
        let is_known = match &key {
            Some(key) => store.account_by_email(channel, key).await?.is_some(),
            None => false,
        };
        if !is_known {
            missing.push(account);
        }
    }
    if !missing.is_empty() {
        make(store, channel, &missing, now).await?;
    }
    for account in accounts {
        if let (Some(pass), Some(key)) = (account.pass, EmailKey::of(account.email)) {
            grant(store, channel, &key, pass, now).await?;
        }
    }
    Ok(())
}

/// Grants a pass to an account that does not hold it yet.
async fn grant(store: &Store, channel: ChannelId, key: &EmailKey, pass: PassId, now: Timestamp) -> Result<()> {
    let Some(stored) = store.account_by_email(channel, key).await? else { return Ok(()) };
    let account = stored.account.id;
    if store.entitlements(channel, account, now).await?.iter().any(|held| held.pass_id == pass) {
        return Ok(());
    }
    let source = Source::Grant;
    let new = NewEntitlement { part: Part::whole(pass), source, starts_at: now, ends_at: None, now };
    store.entitlement_add(channel, account, new).await?;
    Ok(())
}

async fn make(store: &Store, channel: ChannelId, missing: &[&DemoAccount], now: Timestamp) -> Result<()> {
    let password = Secret::new(PASSWORD.to_owned());
    // One hash for all of them: it is slow on purpose.
    let hash = tokio::task::spawn_blocking(move || server::hash_password(&password)).await??;
    for account in missing {
        let Some(made) = store.account_create(channel, new(account, &hash, now)).await? else { continue };
        for (kind, target) in &account.favourites {
            store.favourite_add(channel, made.id, *kind, *target, now).await?;
        }
    }
    Ok(())
}

fn new(account: &DemoAccount, hash: &PasswordHash, now: Timestamp) -> NewAccount {
    NewAccount {
        email: account.email.into(),
        password: Some(hash.clone()),
        first_name: account.first_name.into(),
        last_name: account.last_name.into(),
        temporary_password: account.temporary_password,
        basic_pass_selected: account.basic_pass_selected,
        // What they may do comes with their pass.
        capabilities: vec![],
        language: None,
        email_verified_at: Some(now),
        calendar_secret: Secret::new(rand::rng().random()),
        now,
    }
}
