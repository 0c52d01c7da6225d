//! What an operator does about a game's stream from the command line. The running server, if there is one, looks at the
//! database every second and follows.

use anyhow::{Context, Result, bail};
use domain::event::StreamStatus;
use domain::ids::EventId;
use domain::stream_key::{self, Claim};
use server::config::{Config, OptionalPort};
use store::{Channel, Store};

use crate::cli::open_store;

/// `touchline stream-key`: the addresses, and nothing else.
#[expect(clippy::print_stdout, reason = "the addresses are this command's result")]
pub(crate) async fn print_addresses(config: &Config, event: EventId, rotate: bool) -> Result<()> {
    let store = open_store(config).await?;
    let (channel, mut generation) = channel_of(&store, event).await?;
    let identity = &channel.identity;
    if rotate {
        let rotated = store.rotate_stream_key(identity.id, event).await?;
        generation = rotated.with_context(|| format!("game {event} is gone"))?;
    }
    let key = stream_key::issue(&identity.key_secret, identity.id, Claim { event, generation });
    let addresses = addresses(config, &channel, key.expose());
    if addresses.is_empty() {
        bail!("RTMP_PORT and SRT_PORT are both off: no encoder can send anything");
    }
    for address in addresses {
        println!("{address}");
    }
    Ok(())
}

/// `touchline end-game`.
pub(crate) async fn end_game(config: &Config, event: EventId) -> Result<()> {
    let store = open_store(config).await?;
    let (channel, _) = channel_of(&store, event).await?;
    if !store.move_event(channel.identity.id, event, StreamStatus::Live, StreamStatus::Finished).await? {
        bail!("game {event} is not live");
    }
    Ok(())
}

/// The channel that has the game, and which generation of its keys is good.
async fn channel_of(store: &Store, event: EventId) -> Result<(Channel, i64)> {
    for channel in store.channels().await? {
        if let Some(generation) = store.key_generation(channel.identity.id, event).await? {
            return Ok((channel, generation));
        }
    }
    bail!("there is no game {event}")
}

fn addresses(config: &Config, channel: &Channel, key: &str) -> Vec<String> {
    // Where nobody else can reach it, the channel's own name leads elsewhere.
    let host = match channel.identity.hosts.first() {
        Some(host) if !config.rtmp_listen.is_loopback() => host,
        _ => "localhost",
    };
    let mut addresses = Vec::new();
    if let OptionalPort::On(port) = config.rtmp_port {
        addresses.push(format!("rtmp://{host}:{port}/live/{key}"));
    }
    if let OptionalPort::On(port) = config.srt_port {
        addresses.push(format!("srt://{host}:{port}?streamid={key}"));
    }
    addresses
}
