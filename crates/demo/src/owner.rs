//! The owner of the demo's channels. It is created once, so a changed password stays.

use anyhow::{Context, Result};
use domain::account::EmailKey;
use domain::ids::ChannelId;
use domain::operator::Role;
use domain::secret::Secret;
use domain::time::Timestamp;
use store::{AuditEntry, NewOperator, Store};

use super::PASSWORD;

pub const OWNER: &str = "owner@demo.test";

pub(crate) async fn write(store: &Store, channels: &[ChannelId], now: Timestamp) -> Result<()> {
    let key = EmailKey::of(OWNER).context("the owner has no address")?;
    if store.operator_by_email(&key).await?.is_some() {
        return Ok(());
    }
    let password = Secret::new(PASSWORD.to_owned());
    let hash = tokio::task::spawn_blocking(move || server::hash_password(&password)).await??;
    let new = NewOperator {
        email: OWNER.to_owned(),
        name: "Odessa Owens".to_owned(),
        password: hash,
        channels: channels.iter().map(|id| (*id, Role::Owner)).collect(),
        now,
    };
    store.operator_put(new, AuditEntry::owner_created(OWNER, &["demo", "demo2"], now)).await?;
    Ok(())
}
