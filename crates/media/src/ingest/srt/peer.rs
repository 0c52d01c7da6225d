//! One peer: handshake, stream key, then a transport stream until one side disconnects.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use srt_protocol::connection::{Connection, DuplexConnection};
use srt_protocol::packet::{
    ControlTypes, CoreRejectReason, HandshakeVsInfo, Packet, RejectReason, ServerRejectReason, SrtControlPacket,
};
use srt_protocol::protocol::pending_connection::listen::Listen;
use srt_protocol::protocol::pending_connection::{AccessControlRequest, AccessControlResponse, ConnectionResult};
use srt_protocol::settings::{CipherSettings, ConnInitSettings, KeyMaterialRefreshSettings, KeySettings};
use tokio::net::UdpSocket;
use tokio::sync::mpsc;
use tokio::time::{sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::{Passphrase, cookie};
use crate::ingest::slots::ConnectionSlot;
use crate::ingest::ts::Demuxer;
use crate::ingest::{Authorizer, End, Feed, Limits, Protocol, Refused, authorize};

/// SRT says something every second; encoders themselves give up after this long.
const PEER_IDLE_TIMEOUT: Duration = Duration::from_secs(5);
/// The handshake itself, keys, and the stream id.
const EXTENSIONS: std::ops::RangeInclusive<u16> = 1..=5;
/// Where a cookie stands in a packet of the handshake.
const COOKIE: std::ops::Range<usize> = 44..48;
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

pub struct Peer {
    socket: Arc<UdpSocket>,
    remote: SocketAddr,
    packets: mpsc::Receiver<Bytes>,
    stop: CancellationToken,
    is_ipv6: bool,
}

/// What was let in: the protocol's state, and the answer that let it in, should that be lost.
struct Open {
    connection: DuplexConnection,
    answer: Option<Packet>,
}

/// What an encoder asks for, and the keys that it will encrypt with.
struct Request {
    access: AccessControlRequest,
    secrets: Option<SrtControlPacket>,
}

impl Request {
    /// The library panics on what does not fit, so that is found out before.
    fn decrypt(&self, passphrase: Option<Passphrase>) -> Result<Option<KeySettings>, CoreRejectReason> {
        match (passphrase, &self.secrets) {
            (None, None) => Ok(None),
            (Some(Passphrase(passphrase)), Some(SrtControlPacket::KeyRefreshRequest(secrets))) => {
                // Whatever length of key the encoder chose is good.
                let key = KeySettings { key_size: self.access.key_size, passphrase };
                match CipherSettings::new(&key, &KeyMaterialRefreshSettings::default(), secrets) {
                    Ok(_) => Ok(Some(key)),
                    Err(_) => Err(CoreRejectReason::BadSecret),
                }
            }
            _ => Err(CoreRejectReason::Unsecure),
        }
    }
}

/// A packet of the handshake, without the extensions that the library panics on. They are wishes; ours are its
/// defaults.
fn handshake_packet(bytes: &[u8], is_ipv6: bool) -> Option<Packet> {
    if !super::is_handshake_request(bytes) {
        return None;
    }
    let (fixed, mut rest) = bytes.split_at_checked(super::MIN_HANDSHAKE_BYTES)?;
    let mut known = fixed.to_vec();
    while let Some(&[high, low, length_high, length_low]) = rest.first_chunk() {
        let length = 4 * usize::from(u16::from_be_bytes([length_high, length_low]));
        let (extension, after) = rest.split_at_checked(4 + length)?;
        if EXTENSIONS.contains(&u16::from_be_bytes([high, low])) {
            known.extend(extension);
        }
        rest = after;
    }
    Packet::parse(&mut &known[..], is_ipv6).ok()
}

/// The encrypted keys in a handshake.
fn secrets(packet: &Packet) -> Option<&SrtControlPacket> {
    let ControlTypes::Handshake(handshake) = &packet.control()?.control_type else { return None };
    if let HandshakeVsInfo::V5(info) = &handshake.info { info.ext_km.as_ref() } else { None }
}

impl Peer {
    pub fn new(
        socket: Arc<UdpSocket>,
        remote: SocketAddr,
        packets: mpsc::Receiver<Bytes>,
        stop: CancellationToken,
    ) -> Self {
        Self { socket, is_ipv6: remote.is_ipv6(), remote, packets, stop }
    }

    pub async fn run<G: Authorizer>(
        mut self,
        authorizer: &G,
        limits: &Limits,
        passphrase: Option<Passphrase>,
        mut slot: ConnectionSlot,
    ) {
        let settings =
            ConnInitSettings { peer_idle_timeout: PEER_IDLE_TIMEOUT.min(limits.idle), ..ConnInitSettings::default() };
        let mut listen = Listen::new(settings, true);
        let request = timeout(limits.publish, self.request(&mut listen)).await;
        let Ok(Some(request)) = request else { return };
        let from = self.remote;
        let authorized = tokio::select! {
            biased;
            authorized = self.authorize(authorizer, &request, passphrase) => authorized,
            () = slot.displaced() => Err((End::Displaced, ServerRejectReason::Overload.into())),
        };
        let authorized = authorized.and_then(|authorized| match slot.publish() {
            Ok(()) => Ok(authorized),
            Err(refused) => Err((refused.into(), ServerRejectReason::Overload.into())),
        });
        let (key, feed, game) = match authorized {
            Ok(authorized) => authorized,
            Err((end, reason)) => {
                tracing::debug!(%from, %end, "connection closed before publishing");
                let refusal = AccessControlResponse::Rejected(reason);
                if let ConnectionResult::Reject(Some((packet, _)), _) =
                    listen.handle_access_control_response(Instant::now(), refusal)
                {
                    self.send(&packet).await;
                }
                return;
            }
        };
        let accepted = AccessControlResponse::Accepted(key);
        let end = match listen.handle_access_control_response(Instant::now(), accepted) {
            ConnectionResult::Connected(answer, connection) => self.open(answer, connection, feed, limits).await,
            ConnectionResult::Reject(packet, _) => {
                if let Some((packet, _)) = packet {
                    self.send(&packet).await;
                }
                End::Protocol("the handshake was refused")
            }
            _ => End::Protocol("the handshake makes no sense"),
        };
        tracing::info!(game, %from, %end, "encoder disconnected");
    }

    /// Up to the question whether it may: the first packet brings the cookie back that the peer was sent.
    async fn request(&mut self, listen: &mut Listen) -> Option<Request> {
        let mut bytes = self.packets.recv().await?.to_vec();
        // The library wants to have made the cookie itself: it is begun with anew, and given its own.
        let induction = handshake_packet(&cookie::induction_of(&bytes)?, self.is_ipv6)?;
        let begun = listen.handle_packet(Instant::now(), Ok((induction, self.remote)));
        let ConnectionResult::SendPacket((answer, _)) = begun else { return None };
        bytes.get_mut(COOKIE)?.copy_from_slice(serialized(&answer).get(COOKIE)?);
        let packet = handshake_packet(&bytes, self.is_ipv6)?;
        let secrets = secrets(&packet).cloned();
        match listen.handle_packet(Instant::now(), Ok((packet, self.remote))) {
            ConnectionResult::RequestAccess(access) => Some(Request { access, secrets }),
            ConnectionResult::Reject(packet, _) => {
                if let Some((packet, _)) = packet {
                    self.send(&packet).await;
                }
                None
            }
            _ => None,
        }
    }

    /// Checks the passphrase first, so that a peer without it cannot take a game over.
    async fn authorize<G: Authorizer>(
        &self,
        authorizer: &G,
        request: &Request,
        passphrase: Option<Passphrase>,
    ) -> Result<(Option<KeySettings>, Feed, String), (End, RejectReason)> {
        let key = request.decrypt(passphrase).map_err(|reason| {
            (End::Protocol("the pass phrase is not the same on both sides"), RejectReason::from(reason))
        })?;
        let name = request.access.stream_id.as_ref().and_then(|id| key_of(id)).unwrap_or_default();
        match authorize(authorizer, name, self.remote, Protocol::Srt).await {
            Ok((feed, game)) => Ok((key, feed, game)),
            Err(refused) => {
                let reason = match refused {
                    Refused::UnknownKey => ServerRejectReason::Unauthorized,
                    Refused::Occupied => ServerRejectReason::Conflict,
                    Refused::TooManyTries | Refused::Finished | Refused::NoSpace | Refused::TooManyGames => {
                        ServerRejectReason::Forbidden
                    }
                    Refused::Elsewhere | Refused::Unavailable => ServerRejectReason::Down,
                };
                Err((refused.into(), reason.into()))
            }
        }
    }

    async fn open(
        &mut self,
        answer: Option<(Packet, SocketAddr)>,
        connection: Connection,
        feed: Feed,
        limits: &Limits,
    ) -> End {
        let answer = answer.map(|(packet, _)| packet);
        if let Some(answer) = &answer {
            self.send(answer).await;
        }
        let mut open = Open { connection: DuplexConnection::new(connection), answer };
        let end = self.publish(&mut open, &feed, limits).await.err().unwrap_or(End::Left);
        // The game need not wait for the rest.
        drop(feed);
        self.close(&mut open.connection).await;
        end
    }

    async fn publish(&mut self, open: &mut Open, feed: &Feed, limits: &Limits) -> Result<(), End> {
        let mut demuxer = Demuxer::default();
        let mut sends_since = None;
        let mut stopping = std::pin::pin!(self.stop.clone().cancelled_owned());
        while open.connection.is_open() {
            let wake = self.step(&mut open.connection).await;
            while let Some((_, bytes)) = open.connection.next_data(Instant::now()) {
                sends_since.get_or_insert_with(Instant::now);
                for input in demuxer.push(&bytes)? {
                    feed.send_within(limits.queue, input).await?;
                }
            }
            let is_late = sends_since.is_some_and(|since| since.elapsed() >= limits.first_picture);
            feed.tell_unshown(demuxer.unshown().filter(|_| is_late));
            tokio::select! {
                biased;
                why = feed.closed() => return Err(End::Closed(why)),
                () = &mut stopping => return Err(End::Stopping),
                packet = self.receive() => match packet {
                    // It did not hear that it was let in.
                    Some(Some(packet)) if packet.is_handshake() => {
                        if let Some(answer) = &open.answer {
                            self.send(answer).await;
                        }
                    }
                    Some(Some(packet)) => open.connection.handle_packet_input(Instant::now(), Ok((packet, self.remote))),
                    Some(None) => {}
                    None => return Err(End::Stopping),
                },
                () = sleep_until(wake.into()) => {}
            }
        }
        while let Some((_, bytes)) = open.connection.next_data(Instant::now() + limits.first_picture) {
            for input in demuxer.push(&bytes)? {
                feed.send_within(limits.queue, input).await?;
            }
        }
        for input in demuxer.end()? {
            feed.send_within(limits.queue, input).await?;
        }
        Ok(())
    }

    /// Sends what there is to send, and tells when there may be more to do.
    async fn step(&self, connection: &mut DuplexConnection) -> Instant {
        let wake = connection.check_timers(Instant::now());
        while let Some((packet, _)) = connection.next_packet(Instant::now()) {
            self.send(&packet).await;
        }
        wake
    }

    /// Tells the other side that it is over.
    async fn close(&self, connection: &mut DuplexConnection) {
        connection.handle_data_input(Instant::now(), None);
        let closed = async {
            while connection.is_open() {
                let wake = self.step(connection).await;
                sleep_until(wake.into()).await;
            }
        };
        // A peer that is gone already need not know.
        let _ = timeout(CLOSE_TIMEOUT, closed).await;
    }

    /// The next packet, if it is valid; `None` when the socket is closed.
    async fn receive(&mut self) -> Option<Option<Packet>> {
        let mut bytes = self.packets.recv().await?;
        Some(Packet::parse(&mut bytes, self.is_ipv6).ok())
    }

    async fn send(&self, packet: &Packet) {
        // A packet that cannot be sent is as good as lost on the way.
        let _ = self.socket.send_to(&serialized(packet), self.remote).await;
    }
}

fn serialized(packet: &Packet) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(super::MAX_PACKET);
    packet.serialize(&mut bytes);
    bytes
}

/// The key in a stream id: all of it, or the resource of the form that SRT recommends.
fn key_of(id: &str) -> Option<&str> {
    let Some(fields) = id.strip_prefix("#!::") else { return Some(id) };
    fields.split(',').find_map(|field| field.strip_prefix("r="))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_in_stream_ids() {
        assert_eq!(key_of("42-1-ABC"), Some("42-1-ABC"));
        assert_eq!(key_of("#!::m=publish,r=42-1-ABC,u=me"), Some("42-1-ABC"));
        assert_eq!(key_of("#!::m=publish"), None);
    }
}
