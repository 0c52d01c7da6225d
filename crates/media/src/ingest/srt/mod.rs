//! SRT: `srt://HOST:PORT?streamid=KEY`, carrying a transport stream. `srt-protocol` implements the protocol, the
//! sockets are ours. Each peer has its own task, so that a failure of one does not affect the others.

mod cookie;
mod peer;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use tokio::net::UdpSocket;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::slots::{ConnectionSlot, ConnectionSlots};
use super::{Authorizer, Limits};
use cookie::Cookies;
use peer::Peer;

/// Larger than any packet of the protocol.
const MAX_PACKET: usize = 2048;
/// The shortest packet of a handshake.
const MIN_HANDSHAKE_BYTES: usize = 64;
/// Packets that wait for their peer's task; more are lost, and asked for again.
const MAX_QUEUED_PACKETS: usize = 512;
/// Time to notify peers of the end.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Encrypts what all encoders of this server send; 10 to 79 letters.
#[derive(Clone, Debug)]
pub struct Passphrase(srt_protocol::options::Passphrase);

impl Passphrase {
    pub fn new(phrase: &str) -> Option<Self> {
        phrase.to_owned().try_into().ok().map(Self)
    }
}

/// Takes encoders until `stop`; ends when the last of them is gone.
pub async fn serve<G: Authorizer>(
    socket: UdpSocket,
    authorizer: Arc<G>,
    limits: Limits,
    passphrase: Option<Passphrase>,
    stop: CancellationToken,
) {
    let socket = Arc::new(socket);
    let slots = ConnectionSlots::new(&limits);
    let cookies = Cookies::new(Instant::now());
    let mut peers = HashMap::<SocketAddr, mpsc::Sender<Bytes>>::new();
    let mut tasks = JoinSet::new();
    let mut buffer = [0; MAX_PACKET];
    loop {
        let (packet, from) = tokio::select! {
            received = socket.recv_from(&mut buffer) => match received {
                Ok((length, from)) => (Bytes::copy_from_slice(&buffer[..length]), from),
                // Told of a peer that is gone; the others go on.
                Err(_) => continue,
            },
            Some(ended) = tasks.join_next() => {
                if ended.is_err() {
                    tracing::warn!("encoder connection task panicked");
                }
                peers.retain(|_, packets| !packets.is_closed());
                continue;
            }
            () = stop.cancelled() => break,
        };
        let Some(packet) = deliver(&peers, from, packet) else { continue };
        let now = Instant::now();
        if let Some(answer) = cookies.answer(&packet, from, now) {
            // One that cannot be sent is as good as lost on the way: it is asked for again.
            let _ = socket.try_send_to(&answer, from);
        }
        if !cookies.is_brought_back(&packet, from, now) {
            continue;
        }
        let slot = slots.enter(from.ip());
        let (packets, queue) = mpsc::channel(MAX_QUEUED_PACKETS);
        // There is room in a new queue.
        let _ = packets.try_send(packet);
        peers.insert(from, packets);
        let peer = Peer::new(socket.clone(), from, queue, stop.clone());
        tasks.spawn(run(peer, authorizer.clone(), limits, passphrase.clone(), slot));
    }
    // The tasks are told as well, and say good-bye.
    let all = async { while tasks.join_next().await.is_some() {} };
    if timeout(CLOSE_TIMEOUT, all).await.is_err() {
        tasks.shutdown().await;
    }
}

async fn run<G: Authorizer>(
    peer: Peer,
    authorizer: Arc<G>,
    limits: Limits,
    passphrase: Option<Passphrase>,
    slot: ConnectionSlot,
) {
    peer.run(authorizer.as_ref(), &limits, passphrase, slot).await;
}

/// Passes the packet to its peer's task; returns it if there is none.
fn deliver(peers: &HashMap<SocketAddr, mpsc::Sender<Bytes>>, from: SocketAddr, packet: Bytes) -> Option<Bytes> {
    let Some(peer) = peers.get(&from) else { return Some(packet) };
    match peer.try_send(packet) {
        Ok(()) | Err(TrySendError::Full(_)) => None,
        Err(TrySendError::Closed(packet)) => Some(packet),
    }
}

/// Whether the packet asks for a connection.
fn is_handshake_request(packet: &[u8]) -> bool {
    packet.starts_with(&[0x80, 0, 0, 0]) && packet.len() >= MIN_HANDSHAKE_BYTES
}
