//! The loop that accepts connections: bounded in number, in total and per address, and none may dawdle.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use ipnet::IpNet;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_io_timeout::TimeoutStream;

use crate::edge::Edge;

/// The head of a request, with its address and headers.
const HEAD_BYTES: usize = 64 * 1024;
/// Kept free for this machine itself, so that its health can be asked under attack.
const RESERVE: usize = 32;

/// The address that a request came from, as its connection shows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// How many connections there may be, and how slow.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// Time to send the head of a request; the next one on a kept connection too.
    pub(crate) head_time: Duration,
    /// A client that takes nothing for this long is gone.
    pub(crate) write_idle: Duration,
    pub(crate) total: usize,
    pub(crate) per_address: usize,
    /// Proxies bring many visitors from one address.
    pub(crate) proxies: Vec<IpNet>,
}

/// Serves until `stop` says so, then lets what is in flight finish, for `grace` at most.
pub(crate) async fn serve(
    listener: TcpListener,
    edge: Edge,
    limits: Limits,
    mut stop: watch::Receiver<bool>,
    grace: Duration,
) {
    let graceful = GracefulShutdown::new();
    let connections = Connections::new(limits);
    let stopped = async move {
        // The sender is gone when the server is: that is a stop too.
        let _ = stop.wait_for(|stop| *stop).await;
    };
    tokio::pin!(stopped);
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    // A refused connection is closed at once: keeping it to explain would cost what is to be saved.
                    if let Some(place) = connections.admit(peer.ip()) {
                        serve_connection(stream, edge.clone(), &graceful, place);
                    }
                }
                Err(cause) => {
                    // Out of file handles, most likely: wait for some to be given back instead of spinning.
                    tracing::warn!(%cause, "cannot accept a connection");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            },
            () = &mut stopped => break,
        }
    }
    drop(listener);
    if tokio::time::timeout(grace, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time and were cut off");
    }
}

fn serve_connection(stream: TcpStream, edge: Edge, graceful: &GracefulShutdown, place: Place) {
    let peer = Peer(place.address);
    // Answers are written whole; waiting for more to fill a packet only delays them.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(place.limits.write_idle));
    let service = service_fn(move |mut request: http::Request<Incoming>| {
        request.extensions_mut().insert(peer);
        let edge = edge.clone();
        async move { Ok::<_, Infallible>(edge.answer(request).await) }
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(place.limits.head_time)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        // A connection that breaks is the client's affair.
        let _ = connection.await;
        drop(place);
    });
}

#[derive(Clone)]
struct Connections {
    limits: Arc<Limits>,
    open: Arc<Mutex<Open>>,
}

#[derive(Default)]
struct Open {
    total: usize,
    of: HashMap<IpAddr, usize>,
}

impl Connections {
    fn new(limits: Limits) -> Self {
        Self { limits: Arc::new(limits), open: Arc::default() }
    }

    fn admit(&self, address: IpAddr) -> Option<Place> {
        let address = address.to_canonical();
        let local = address.is_loopback();
        let proxy = self.limits.proxies.iter().any(|network| network.contains(&address));
        let total = if local { self.limits.total + RESERVE } else { self.limits.total };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = open.of.get(&address).copied().unwrap_or(0);
        if open.total >= total || (of_address >= self.limits.per_address && !local && !proxy) {
            metrics::counter!("touchline_connections_refused").increment(1);
            return None;
        }
        open.total += 1;
        *open.of.entry(address).or_insert(0) += 1;
        metrics::gauge!("touchline_connections").set(open.total as f64);
        Some(Place { address, limits: self.limits.clone(), open: self.open.clone() })
    }
}

/// A connection's place among those allowed; given back when it ends.
struct Place {
    address: IpAddr,
    limits: Arc<Limits>,
    open: Arc<Mutex<Open>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.total -= 1;
        if let Some(of_address) = open.of.get_mut(&self.address) {
            *of_address -= 1;
            if *of_address == 0 {
                open.of.remove(&self.address);
            }
        }
        metrics::gauge!("touchline_connections").set(open.total as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connections(total: usize, per_address: usize) -> Connections {
        Connections::new(Limits {
            head_time: Duration::from_secs(10),
            write_idle: Duration::from_secs(60),
            total,
            per_address,
            proxies: vec!["10.0.0.0/8".parse().unwrap()],
        })
    }

    /// T36: one address cannot take all connections; a place is given back when its connection ends.
    #[test]
    fn one_address_has_a_limit() {
        let connections = connections(10, 2);
        let places: Vec<_> = (0..2).map(|_| connections.admit("192.0.2.1".parse().unwrap()).unwrap()).collect();
        assert!(connections.admit("192.0.2.1".parse().unwrap()).is_none());
        assert!(connections.admit("::ffff:192.0.2.1".parse().unwrap()).is_none(), "the same address in other words");
        assert!(connections.admit("192.0.2.2".parse().unwrap()).is_some());
        drop(places);
        assert!(connections.admit("192.0.2.1".parse().unwrap()).is_some());
        assert_eq!(
            connections.open.lock().unwrap().of.len(),
            0,
            "nothing is remembered of addresses without connections"
        );
    }

    /// T36: there is a total, with a reserve for the machine itself; a proxy's visitors are not one address.
    #[test]
    fn the_total_keeps_a_reserve() {
        let connections = connections(3, 1);
        let proxied: Vec<_> = (0..3).map(|_| connections.admit("10.1.2.3".parse().unwrap()).unwrap()).collect();
        assert!(connections.admit("192.0.2.9".parse().unwrap()).is_none());
        assert!(connections.admit("127.0.0.1".parse().unwrap()).is_some());
        drop(proxied);
    }
}
