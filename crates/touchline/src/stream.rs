//! Commands for a game's stream. A running server polls the database every second and follows.

use std::net::SocketAddr;

use anyhow::{Context, Result, bail};
use domain::event::StreamStatus;
use domain::ids::EventId;
use domain::stream_key::{self, Claim};
use server::config::{Config, OptionalPort};
use store::{Channel, Store};

use crate::cli::open_store;

/// How an encoder sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Way {
    Rtmp,
    Srt,
}

/// Advice for encoder settings. Printed to standard error, so that standard output has only the addresses.
const ADVICE: &str = "Set the encoder to H.264 (4:2:0, 8 bit) with AAC, and a key frame every 2 seconds (in OBS: Output, \
    Keyframe Interval: 2 s). With fewer key frames, viewers wait longer for the first picture.";

/// `touchline stream-key`: prints the addresses, one per line.
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "the addresses are this command's result")]
pub(crate) async fn print_addresses(config: &Config, event: EventId, way: Option<Way>, rotate: bool) -> Result<()> {
    let store = open_store(config).await?;
    let (channel, mut generation) = channel_of(&store, event).await?;
    let identity = &channel.identity;
    if rotate {
        let rotated = store.stream_key_rotate(identity.id, event).await?;
        generation = rotated.with_context(|| format!("game {event} was deleted"))?;
    }
    let key = stream_key::issue(&identity.key_secret, identity.id, Claim { event, generation });
    let addresses = addresses(config, &channel, key.expose());
    if addresses.is_empty() {
        bail!("RTMP_PORT and SRT_PORT are both off: encoders cannot connect");
    }
    let wanted: Vec<_> = addresses.into_iter().filter(|(open, _)| way.is_none_or(|way| way == *open)).collect();
    if let (Some(way), []) = (way, &wanted[..]) {
        let setting = if way == Way::Rtmp { "RTMP_PORT" } else { "SRT_PORT" };
        bail!("{setting} is off: encoders cannot connect with this protocol");
    }
    for (_, address) in wanted {
        println!("{address}");
    }
    eprintln!("{ADVICE}");
    Ok(())
}

/// `touchline end-game`.
pub(crate) async fn end_game(config: &Config, event: EventId) -> Result<()> {
    let store = open_store(config).await?;
    let (channel, _) = channel_of(&store, event).await?;
    let now = server::system_clock().now();
    if !store.event_move(channel.identity.id, event, StreamStatus::Live, StreamStatus::Finished, now).await? {
        bail!("game {event} is not live");
    }
    Ok(())
}

/// The game's channel and the current generation of its stream keys.
async fn channel_of(store: &Store, event: EventId) -> Result<(Channel, i64)> {
    for channel in store.channels().await? {
        if let Some(generation) = store.stream_key_generation(channel.identity.id, event).await? {
            return Ok((channel, generation));
        }
    }
    bail!("game {event} does not exist")
}

fn addresses(config: &Config, channel: &Channel, key: &str) -> Vec<(Way, String)> {
    // Where nobody else can reach it, the channel's own name leads elsewhere.
    let public = channel.identity.hosts.first().filter(|_| !config.rtmp_listen.is_loopback()).map(String::as_str);
    let mut addresses = Vec::new();
    if let OptionalPort::On(port) = config.rtmp_port {
        let host = public.unwrap_or("localhost");
        addresses.push((Way::Rtmp, format!("rtmp://{host}:{port}/live/{key}")));
    }
    if let OptionalPort::On(port) = config.srt_port {
        // A name may mean an address of the other family first, and over UDP nobody says that there is no such port.
        let host = public
            .map_or_else(|| SocketAddr::new(config.rtmp_listen, port).to_string(), |host| format!("{host}:{port}"));
        addresses.push((Way::Srt, format!("srt://{host}?streamid={key}")));
    }
    addresses
}
