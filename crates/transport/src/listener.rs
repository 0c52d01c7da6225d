//! Accepts connections: bounded in total and per network, with timeouts.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use domain::crowd::{Crowd, Holder};
use domain::network::Network;
use http::HeaderValue;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use ipnet::IpNet;
use rustix::net::sockopt::{set_socket_send_buffer_size, socket_incoming_cpu};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::core_threads::CoreThreads;
use crate::fast_path;
use crate::sendfile::{PendingFiles, SendfileStream};
use crate::sse_writer;
use crate::{Handler, SegmentSource};

/// The head of a request, with its address and headers.
const HEAD_BYTES: usize = 64 * 1024;
/// Kept free for this machine itself, so that its health can be asked under attack.
const RESERVE: usize = 32;
const FORWARDED_FOR: &str = "x-forwarded-for";
/// On its way to each of a crowd that is near; the system doubles it. Segments would lie there whole for all of them,
/// and be read when the processor has long forgotten what it has just sent to others.
const NEAR_BUFFER: usize = 200_000;

/// The client's IP address: the peer of the connection or, behind trusted proxies, the address that the first of them
/// saw. Everything that depends on an address uses this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientIp(pub IpAddr);

impl ClientIp {
    /// Walks back from the connection as long as it finds trusted proxies. Earlier entries could be forged and are
    /// ignored.
    pub fn of<'a>(
        connection: IpAddr,
        forwarded_for: impl DoubleEndedIterator<Item = &'a [u8]>,
        proxies: &[IpNet],
    ) -> Self {
        let trusted = |address: &IpAddr| proxies.iter().any(|network| network.contains(address));
        let mut peer = connection.to_canonical();
        let mut hops = forwarded_for.rev().flat_map(|line| line.rsplit(|byte| *byte == b','));
        while trusted(&peer) {
            // A proxy that does not know is the last that is known.
            let Some(address) = hops.next().and_then(forwarded) else { break };
            peer = address;
        }
        Self(peer)
    }
}

/// An address as proxies write it, with a port or without.
fn forwarded(hop: &[u8]) -> Option<IpAddr> {
    let hop = std::str::from_utf8(hop).ok()?.trim();
    let bare = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop);
    let address = bare.parse().or_else(|_| hop.parse::<SocketAddr>().map(|socket| socket.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

/// How many connections there may be, and how slow.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time to send the head of a request; the next one on a kept connection too.
    pub head_time: Duration,
    /// A client that accepts no data for this time is disconnected.
    pub write_idle: Duration,
    pub total: usize,
    pub per_network: usize,
    /// Proxies bring many visitors from one network.
    pub proxies: Vec<IpNet>,
}

/// Serves until `stop`, then lets what is in flight finish, for `grace` at most.
pub async fn serve<S: Handler + SegmentSource>(
    listener: TcpListener,
    threads: Arc<CoreThreads<S::Key>>,
    service: S,
    limits: Limits,
    stop: CancellationToken,
    grace: Duration,
) {
    let in_flight = TaskTracker::new();
    let connections = Connections::new(limits);
    let mut stopped = pin!(stop.cancelled());
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    // A refused connection is closed at once: keeping it to explain would cost what is to be saved.
                    if let Some(place) = connections.admit(peer.ip()) {
                        serve_connection(stream, threads.clone(), service.clone(), stop.clone(), (place, in_flight.token()));
                    }
                }
                Err(cause) => {
                    // Out of file handles, most likely: wait for some to be given back instead of spinning.
                    tracing::warn!(%cause, "accepting a connection failed");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
            () = &mut stopped => break,
        }
    }
    drop(listener);
    in_flight.close();
    if tokio::time::timeout(grace, in_flight.wait()).await.is_err() {
        tracing::warn!("some requests did not finish in time and were cut off");
    }
}

/// This machine and its network, where a proxy usually runs: latency is low, so a small send buffer is enough. Distant
/// clients get a buffer that fills the line.
fn is_near(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_loopback() || address.is_private(),
        IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
    }
}

/// Serves one connection; `held` is given back when it ends.
fn serve_connection<S: Handler + SegmentSource>(
    mut stream: TcpStream,
    threads: Arc<CoreThreads<S::Key>>,
    service: S,
    stop: CancellationToken,
    mut held: (Place, TaskTrackerToken),
) {
    // Answers are written whole; waiting for more to fill a packet only delays them.
    let _ = stream.set_nodelay(true);
    tokio::spawn(async move {
        let Place { limits, silence, .. } = &mut held.0;
        let over = async {
            tokio::select! {
                () = stop.cancelled() => {}
                _ = &mut silence.displaced => {}
            }
        };
        let first = fast_path::first_words(&mut stream, limits, over).await;
        held.0.has_spoken();
        match first {
            None => {}
            Some(read) if fast_path::is_for_video(&read) => serve_video(stream, read, &threads, service, stop, held),
            // Apart, so that connections without it do not pay for its size.
            Some(read) => Box::pin(serve_http(stream, read.freeze(), service, stop, held)).await,
        }
    });
}

/// Serves a connection on a thread, and back here from the first request on that is not for a piece of video.
fn serve_video<S: Handler + SegmentSource>(
    stream: TcpStream,
    read: BytesMut,
    threads: &CoreThreads<S::Key>,
    service: S,
    stop: CancellationToken,
    held: (Place, TaskTrackerToken),
) {
    let here = Handle::current();
    let slot = threads.near(socket_incoming_cpu(&stream).ok().and_then(|core| usize::try_from(core).ok()));
    if slot.in_a_crowd && is_near(held.0.address) {
        // Only a wish: it is sent as well without.
        let _ = set_socket_send_buffer_size(&stream, NEAR_BUFFER);
    }
    // A socket belongs to the thread that is told of its news.
    let Ok(socket) = stream.into_std() else { return };
    slot.runtime.clone().spawn(async move {
        let Ok(mut stream) = TcpStream::from_std(socket) else { return };
        let (address, limits) = (held.0.address, held.0.limits.clone());
        let left = fast_path::serve(&mut stream, read, address, &slot, &service, &limits).await;
        drop(slot);
        let (Some(read), Ok(socket)) = (left, stream.into_std()) else { return };
        here.spawn(async move {
            if let Ok(stream) = TcpStream::from_std(socket) {
                serve_http(stream, read, service, stop, held).await;
            }
        });
    });
}

/// Serves a connection that something has been read of, with all that HTTP is.
async fn serve_http<S: Handler>(
    stream: TcpStream,
    read: Bytes,
    service: S,
    stop: CancellationToken,
    held: (Place, TaskTrackerToken),
) {
    let (address, limits) = (held.0.address, held.0.limits.clone());
    let pending_files = PendingFiles::default();
    let mut stream = TimeoutStream::new(SendfileStream::new(stream, read, pending_files.clone()));
    stream.set_write_timeout(Some(limits.write_idle));
    let (hand_over, mut handed_over) = mpsc::channel(1);
    let head_time = limits.head_time;
    let service = service_fn(move |mut request: http::Request<Incoming>| {
        let forwarded_for = request.headers().get_all(FORWARDED_FOR).iter().map(HeaderValue::as_bytes);
        let peer = ClientIp::of(address, forwarded_for, &limits.proxies);
        request.extensions_mut().insert(peer);
        request.extensions_mut().insert(pending_files.clone());
        let (service, hand_over) = (service.clone(), hand_over.clone());
        async move {
            let answer = service.answer(request).await;
            if sse_writer::is_long_lived(&answer) {
                // The connection is taken from under this future before it would go on.
                let _ = hand_over.send(answer).await;
                std::future::pending::<()>().await;
                unreachable!("nobody waits for an answer that was handed over");
            }
            Ok::<_, Infallible>(answer)
        }
    });
    let mut connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_time)
        .max_buf_size(HEAD_BYTES)
        // Bodies stay in pieces of their own: those of stored files must reach the wire as they are.
        .writev(true)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    let mut stopped = pin!(stop.cancelled());
    let mut stopping = false;
    loop {
        tokio::select! {
            // A connection that breaks is the client's affair.
            _ = &mut connection => break,
            Some(answer) = handed_over.recv() => {
                let socket = connection.into_parts().io.into_inner();
                tokio::spawn(async move {
                    let _ = sse_writer::write(socket, answer).await;
                    drop(held);
                });
                break;
            }
            () = &mut stopped, if !stopping => {
                stopping = true;
                std::pin::Pin::new(&mut connection).graceful_shutdown();
            }
        }
    }
}

#[derive(Clone)]
struct Connections {
    limits: Arc<Limits>,
    open: Arc<Mutex<Open>>,
}

struct Open {
    total: usize,
    of: HashMap<Network, usize>,
    /// Those that have said nothing yet. Dropping what is kept tells a connection to go.
    silent: Crowd<Network, oneshot::Sender<()>>,
}

impl Connections {
    fn new(limits: Limits) -> Self {
        let silent = Crowd::new(usize::MAX, usize::MAX);
        let open = Open { total: 0, of: HashMap::new(), silent };
        Self { limits: Arc::new(limits), open: Arc::new(Mutex::new(open)) }
    }

    fn admit(&self, address: IpAddr) -> Option<Place> {
        let address = address.to_canonical();
        let network = Network::of(address);
        let local = address.is_loopback();
        let proxy = self.limits.proxies.iter().any(|network| network.contains(&address));
        let total = if local { self.limits.total + RESERVE } else { self.limits.total };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let of_network = open.of.get(&network).copied().unwrap_or(0);
        let has_its_share = of_network >= self.limits.per_network && !local && !proxy;
        if has_its_share || (open.total >= total && !open.make_room(network)) {
            metrics::counter!("touchline_connections_refused").increment(1);
            return None;
        }
        open.total += 1;
        *open.of.entry(network).or_insert(0) += 1;
        let (keep, displaced) = oneshot::channel();
        let holder = open.silent.enter(network, keep).holder;
        metrics::gauge!("touchline_connections").set(open.total as f64);
        let silence = Silence { holder, displaced };
        Some(Place { address, limits: self.limits.clone(), silence, open: self.open.clone() })
    }
}

impl Open {
    /// Closes a silent connection of a network that has more of them than this one, so that silent connections cannot
    /// keep others out. It is counted until it has closed.
    fn make_room(&mut self, network: Network) -> bool {
        self.silent.largest() > self.silent.count(network) + 1 && self.silent.displace().is_some()
    }
}

/// A connection's place among those allowed; given back when it ends.
struct Place {
    address: IpAddr,
    limits: Arc<Limits>,
    silence: Silence,
    open: Arc<Mutex<Open>>,
}

/// What a connection holds until its first words.
struct Silence {
    holder: Holder,
    displaced: oneshot::Receiver<()>,
}

impl Place {
    /// The connection is no longer silent and cannot be displaced.
    fn has_spoken(&self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.silent.leave(Network::of(self.address), self.silence.holder);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let network = Network::of(self.address);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.total -= 1;
        open.silent.leave(network, self.silence.holder);
        if let Some(of_network) = open.of.get_mut(&network) {
            *of_network -= 1;
            if *of_network == 0 {
                open.of.remove(&network);
            }
        }
        metrics::gauge!("touchline_connections").set(open.total as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::oneshot::error::TryRecvError;

    fn connections(total: usize, per_network: usize) -> Connections {
        Connections::new(Limits {
            head_time: Duration::from_secs(10),
            write_idle: Duration::from_secs(60),
            total,
            per_network,
            proxies: vec!["10.0.0.0/8".parse().unwrap()],
        })
    }

    fn peer(connection: &str, forwarded: &[&str]) -> String {
        let proxies = ["10.0.0.0/8".parse().unwrap(), "2001:db8:99::/48".parse().unwrap()];
        ClientIp::of(connection.parse().unwrap(), forwarded.iter().map(|line| line.as_bytes()), &proxies).0.to_string()
    }

    /// T8: only proxies that are trusted are believed, and only what they themselves have seen.
    #[test]
    fn forwarded_addresses_are_believed_from_proxies_only() {
        assert_eq!(peer("192.0.2.1", &["203.0.113.7"]), "192.0.2.1", "a visitor cannot choose an address");
        assert_eq!(peer("192.0.2.1", &[]), "192.0.2.1");
        assert_eq!(peer("10.0.0.1", &["203.0.113.7"]), "203.0.113.7");
        assert_eq!(peer("10.0.0.1", &["1.1.1.1, 203.0.113.7"]), "203.0.113.7", "what the visitor wrote does not count");
        assert_eq!(peer("10.0.0.1", &["1.1.1.1", "203.0.113.7, 10.0.0.2"]), "203.0.113.7", "through two proxies");
        assert_eq!(peer("10.0.0.1", &["10.0.0.3, 10.0.0.2"]), "10.0.0.3", "from within the network itself");
        assert_eq!(
            peer("10.0.0.1", &["1.1.1.1", "é, 203.0.113.7"]),
            "203.0.113.7",
            "what cannot be read hides nothing"
        );
        assert_eq!(peer("10.0.0.1", &["1.1.1.1", "é"]), "10.0.0.1");
        assert_eq!(peer("10.0.0.1", &[]), "10.0.0.1");
    }

    /// T8: addresses in all their spellings; what cannot be read ends the walk.
    #[test]
    fn forwarded_addresses_come_in_many_spellings() {
        for (written, read) in [
            (" 203.0.113.7 ", "203.0.113.7"),
            ("203.0.113.7:4711", "203.0.113.7"),
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("2001:db8::7", "2001:db8::7"),
            ("[2001:db8::7]", "2001:db8::7"),
            ("[2001:db8::7]:4711", "2001:db8::7"),
            ("unknown", "10.0.0.1"),
            ("203.0.113.7, _hidden, 10.0.0.2", "10.0.0.2"),
            ("203.0.113.7,", "10.0.0.1"),
            ("", "10.0.0.1"),
            ("203.0.113.7, é", "10.0.0.1"),
        ] {
            assert_eq!(peer("10.0.0.1", &[written]), read, "{written}");
        }
        assert_eq!(peer("::ffff:10.0.0.1", &["203.0.113.7"]), "203.0.113.7");
        assert_eq!(peer("2001:db8:99::1", &["2001:db8::7"]), "2001:db8::7");
    }

    #[test]
    fn this_machine_and_its_network_are_near() {
        let near = |address: &str| is_near(address.parse().unwrap());
        for address in ["127.0.0.1", "127.8.8.8", "10.1.2.3", "172.17.0.1", "192.168.1.7", "::1", "fd00::7"] {
            assert!(near(address), "{address}");
        }
        for address in ["203.0.113.7", "172.32.0.1", "100.64.0.1", "169.254.1.1", "2001:db8::7", "fe80::1"] {
            assert!(!near(address), "{address}");
        }
    }

    fn admit(connections: &Connections, address: &str) -> Option<Place> {
        connections.admit(address.parse().unwrap())
    }

    /// T36, T55: one network cannot take all connections; a place is given back when its connection ends.
    #[test]
    fn connections_of_one_network_are_limited() {
        for (one, other, stranger) in
            [("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.2"), ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1")]
        {
            let connections = connections(10, 2);
            let places = [one, other].map(|from| admit(&connections, from).unwrap());
            assert!(admit(&connections, one).is_none() && admit(&connections, other).is_none());
            assert!(admit(&connections, stranger).is_some());
            drop(places);
            assert!(admit(&connections, one).is_some());
            let open = connections.open.lock().unwrap();
            assert!(open.of.is_empty() && open.silent.is_empty(), "nothing is remembered of those without connections");
        }
    }

    /// T36: there is a total, with a reserve for the machine itself; a proxy's visitors are not one network.
    #[test]
    fn the_total_keeps_a_reserve() {
        let connections = connections(3, 1);
        let proxied: Vec<_> = (0..3).map(|_| admit(&connections, "10.1.2.3").unwrap()).collect();
        proxied.iter().for_each(Place::has_spoken);
        assert!(admit(&connections, "192.0.2.9").is_none());
        assert!(admit(&connections, "127.0.0.1").is_some());
        drop(proxied);
    }

    /// T55: connections that say nothing make room, those of the largest network first; no other is closed.
    #[test]
    fn silent_connections_make_room() {
        let connections = connections(6, 4);
        let mut silent: Vec<_> = (0..3).map(|_| admit(&connections, "192.0.2.1").unwrap()).collect();
        let mut other = admit(&connections, "192.0.2.2").unwrap();
        let busy: Vec<_> = (0..2).map(|_| admit(&connections, "192.0.2.3").unwrap()).collect();
        busy.iter().for_each(Place::has_spoken);
        let must_go = |place: &mut Place| place.silence.displaced.try_recv() == Err(TryRecvError::Closed);
        assert!(admit(&connections, "192.0.2.1").is_none(), "who holds most gets no more");
        let visitor = admit(&connections, "192.0.2.4").unwrap();
        visitor.has_spoken();
        assert!(must_go(&mut silent[0]) && !must_go(&mut silent[1]) && !must_go(&mut other));
        drop(silent.remove(0));
        let second = admit(&connections, "192.0.2.5").unwrap();
        assert!(must_go(&mut silent[0]));
        drop(silent.remove(0));
        assert!(admit(&connections, "192.0.2.6").is_none(), "those who are left hold no more than others");
        assert_eq!(connections.open.lock().unwrap().total, 6);
        drop((busy, visitor, second));
    }
}
