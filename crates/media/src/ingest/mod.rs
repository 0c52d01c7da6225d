//! Encoders that push streams. A connection's data becomes [`Input`]; the server, which knows the keys, authorizes it.
//!
//! Before its key is authorized a connection costs little: few bytes are read, in little time, and no media at all.

mod key;
pub mod rtmp;
mod slots;
pub mod srt;
mod ts;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use crate::codec::CodecError;
use crate::codec::frame::{Clock, Input};
pub use key::StreamKey;

/// About a second of pictures and sound: a game that falls behind further pushes back on its encoder.
const MAX_QUEUED_INPUTS: usize = 128;
/// An authorizer that does not answer for this long is taken for one that cannot.
const AUTHORIZE_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Rtmp,
    Srt,
}

impl Protocol {
    pub fn clock(self) -> Clock {
        match self {
            Self::Rtmp => Clock::Milliseconds,
            Self::Srt => Clock::Mpeg,
        }
    }
}

/// Authorizes stream keys. Called once per connection, before any media is read.
pub trait Authorizer: Send + Sync + 'static {
    fn authorize(
        &self,
        key: StreamKey,
        from: SocketAddr,
        protocol: Protocol,
    ) -> impl Future<Output = Result<Feed, Refused>> + Send;
}

/// Why a connection was rejected. The text is for the person at the encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("unknown stream key")]
    UnknownKey,
    #[error("too many wrong stream keys: wait a minute")]
    TooManyTries,
    #[error("the game is over")]
    Finished,
    #[error("not enough disk space for another recording")]
    NoSpace,
    #[error("too many games are live")]
    TooManyGames,
    #[error("another encoder sends this game with the same key: stop that one first")]
    Occupied,
    #[error("another server receives this game")]
    Elsewhere,
    #[error("the server is unavailable: try again")]
    Unavailable,
}

/// Why the server's side ended a connection. The text is for the person at the encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CloseReason {
    #[error("another encoder took over")]
    TakenOver,
    #[error("the stream key was changed")]
    KeyRotated,
    #[error("the game has ended")]
    Ended,
    #[error("another server receives the game")]
    Elsewhere,
    #[error("the server is stopping")]
    Stopping,
}

/// Why nothing of what an encoder sends can be shown. The text is for the person at the encoder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unshown {
    #[error("the transport stream has no PAT or PMT")]
    NoTables,
    #[error("the stream has no decodable video")]
    NoPictures,
}

/// The game takes no more; [`Feed::closed`] says why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone;

/// What an authorized encoder sends into.
#[derive(Debug)]
pub struct Feed {
    inputs: mpsc::Sender<Input>,
    closing: watch::Receiver<Option<CloseReason>>,
    unshown: watch::Sender<Option<Unshown>>,
}

/// The game's end of a [`Feed`]. Dropping it closes the connection; `inputs` ends when the encoder disconnects.
#[derive(Debug)]
pub struct Publication {
    pub clock: Clock,
    pub inputs: mpsc::Receiver<Input>,
    pub close: Close,
    /// Set while the encoder sends, but nothing that can be shown.
    pub unshown: watch::Receiver<Option<Unshown>>,
}

/// Ends a connection with a reason, from wherever it is kept. The first reason counts.
#[derive(Clone, Debug)]
pub struct Close(Arc<watch::Sender<Option<CloseReason>>>);

impl Close {
    pub fn close(&self, why: CloseReason) {
        self.0.send_if_modified(|closing| {
            let first = closing.is_none();
            closing.get_or_insert(why);
            first
        });
    }
}

impl Feed {
    pub fn new(protocol: Protocol) -> (Self, Publication) {
        let (sender, inputs) = mpsc::channel(MAX_QUEUED_INPUTS);
        let (close, closing) = watch::channel(None);
        let (tell, unshown) = watch::channel(None);
        let publication = Publication { clock: protocol.clock(), inputs, close: Close(Arc::new(close)), unshown };
        (Self { inputs: sender, closing, unshown: tell }, publication)
    }

    /// Waits until the game takes it.
    pub async fn send(&self, input: Input) -> Result<(), Gone> {
        self.inputs.send(input).await.map_err(|_| Gone)
    }

    /// Waits until the server's side ends the connection.
    pub async fn closed(&self) -> CloseReason {
        let mut closing = self.closing.clone();
        let told = async {
            let told = closing.wait_for(Option::is_some).await.map(|why| *why);
            match told {
                Ok(why) => why.unwrap_or(CloseReason::Ended),
                // Nobody can give a reason any more, but the game may still be listening.
                Err(_) => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            why = told => why,
            () = self.inputs.closed() => CloseReason::Ended,
        }
    }

    /// Tells the game why nothing is to be seen of it, or that something is.
    fn tell_unshown(&self, why: Option<Unshown>) {
        self.unshown.send_if_modified(|told| std::mem::replace(told, why) != why);
    }

    /// Waits for room, for so long at most.
    async fn send_within(&self, patience: Duration, input: Input) -> Result<(), End> {
        let room = async {
            tokio::select! {
                biased;
                why = self.closed() => Err(End::Closed(why)),
                sent = self.send(input) => sent.map_err(|Gone| End::Closed(CloseReason::Ended)),
            }
        };
        timeout(patience, room).await.unwrap_or(Err(End::Overrun))
    }
}

/// How many connections there may be, and how slow.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// With a right key; there are fewer games.
    pub publishing: usize,
    /// That have shown no key yet, in all and from one network: several encoders of one place come from one.
    pub strangers: usize,
    pub strangers_of_network: usize,
    pub handshake: Duration,
    /// From the connection to a key.
    pub publish: Duration,
    /// An encoder that is silent for this time is disconnected.
    pub idle: Duration,
    /// A game that takes nothing for so long has lost its encoder.
    pub queue: Duration,
    /// An encoder that has sent for this time without a decodable frame is reported; key frames are a few seconds
    /// apart.
    pub first_picture: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            publishing: 256,
            strangers: 256,
            strangers_of_network: 32,
            handshake: Duration::from_secs(5),
            publish: Duration::from_secs(10),
            idle: Duration::from_secs(20),
            queue: Duration::from_secs(5),
            first_picture: Duration::from_secs(10),
        }
    }
}

/// Why a connection ended.
#[derive(Debug, thiserror::Error)]
enum End {
    #[error("the encoder disconnected")]
    Left,
    #[error("the encoder was silent for too long")]
    Silent,
    #[error("no stream key arrived in time")]
    NoKey,
    #[error("no stream key arrived, connection displaced by another")]
    Displaced,
    #[error("the game could not keep up with the stream")]
    Overrun,
    #[error("the server is stopping")]
    Stopping,
    #[error("{0}")]
    Closed(CloseReason),
    #[error("{0}")]
    Refused(#[from] Refused),
    #[error("{0}")]
    Codec(#[from] CodecError),
    #[error("{0}")]
    Protocol(&'static str),
    #[error("connection lost: {0}")]
    Io(#[from] std::io::Error),
}

/// Asks the authorizer about what an encoder calls its key.
async fn authorize<G: Authorizer>(
    authorizer: &G,
    name: &str,
    from: SocketAddr,
    protocol: Protocol,
) -> Result<(Feed, String), Refused> {
    let key = StreamKey::parse(name).ok_or(Refused::UnknownKey)?;
    let game = key.game().to_owned();
    let feed = timeout(AUTHORIZE_TIMEOUT, authorizer.authorize(key, from, protocol))
        .await
        .unwrap_or(Err(Refused::Unavailable))?;
    tracing::info!(game, %from, ?protocol, "encoder publishing");
    Ok((feed, game))
}
