//! Writes the demo channels into the store, and keeps their games around the present.

use std::time::Duration;

use anyhow::Result;
use domain::secret::Secret;
use domain::time::Timestamp;
use media::images::Images;
use rand::RngExt;
use store::{ChannelImport, Store};

use super::{DemoChannel, accounts, channels, coupons, owner};

/// Adds the demo channels, or moves their games to the present. Safe to run at every start.
pub(crate) async fn write(store: &Store, images: &Images) -> Result<()> {
    let now = Timestamp(jiff::Timestamp::now().as_millisecond());
    let mut ids = Vec::new();
    for mut channel in channels(now) {
        for drawing in &channel.drawings {
            images.put_drawing(channel.alias, &drawing.name, drawing.svg.clone()).await?;
        }
        let mut prerolls = Vec::new();
        for preroll in std::mem::take(&mut channel.content.prerolls) {
            // Its pictures are drawn after the first start.
            let key = preroll.url.trim_start_matches("/storage/");
            if images.objects().get(key, u64::MAX).await?.is_some() {
                prerolls.push(preroll);
            }
        }
        channel.content.prerolls = prerolls;
        let people = std::mem::take(&mut channel.accounts);
        let id = store.import_channel(import(channel, now)).await?;
        accounts::write(store, id, &people, now).await?;
        coupons::write(store, id, now).await?;
        ids.push(id);
    }
    owner::write(store, &ids, now).await
}

/// Goes on for as long as the demo runs.
pub(crate) async fn keep_present(store: Store, images: Images) {
    loop {
        tokio::time::sleep(until_next_hour(jiff::Timestamp::now().as_second())).await;
        if let Err(cause) = write(&store, &images).await {
            tracing::warn!(%cause, "cannot move the demo's games to the present");
        }
    }
}

/// The games stay where they are within an hour, and move with each new one.
fn until_next_hour(now_s: i64) -> Duration {
    Duration::from_secs((3600 - now_s.rem_euclid(3600)).unsigned_abs())
}

fn import(channel: DemoChannel, now: Timestamp) -> ChannelImport {
    let mut random = rand::rng();
    ChannelImport {
        alias: channel.alias.into(),
        hosts: channel.hosts,
        profile: channel.profile,
        content: channel.content,
        channel_key: format!("{:032x}", random.random::<u128>()),
        key_secret: Secret::new(random.random()),
        now,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_hour_is_never_now() {
        assert_eq!(until_next_hour(7200), Duration::from_secs(3600));
        assert_eq!(until_next_hour(7199), Duration::from_secs(1));
    }
}
