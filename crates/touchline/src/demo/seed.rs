//! Writes the demo channels into the store, and keeps their games around the present.

use std::time::Duration;

use anyhow::Result;
use domain::secret::Secret;
use domain::time::Timestamp;
use media::images::Images;
use rand::RngExt;
use store::{ChannelImport, Store};

use super::{DemoChannel, channels};

/// Often enough that a live game never looks older than it says.
const REFRESH: Duration = Duration::from_secs(10 * 60);

/// Adds the demo channels, or moves their games to the present. Safe to run at every start.
pub(crate) async fn write(store: &Store, images: &Images) -> Result<()> {
    let now = Timestamp(jiff::Timestamp::now().as_millisecond());
    for channel in channels(now) {
        for drawing in &channel.drawings {
            images.put_drawing(channel.alias, &drawing.name, drawing.svg.clone()).await?;
        }
        store.import_channel(import(channel, now)).await?;
    }
    Ok(())
}

/// Goes on for as long as the demo runs.
pub(crate) async fn keep_present(store: Store, images: Images) {
    loop {
        tokio::time::sleep(REFRESH).await;
        if let Err(cause) = write(&store, &images).await {
            tracing::warn!(%cause, "cannot move the demo's games to the present");
        }
    }
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
