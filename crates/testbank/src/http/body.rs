//! Bodies: small, and soon there. What comes from strangers is read at places of its own, of which the oldest go when
//! more come, so that bodies that never come keep nobody out.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::request::Parts;
use domain::crowd::{Crowd, Holder};
use domain::network::Network;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::error::ApiError;

/// More than any call of the API needs.
pub const MAX_BYTES: usize = 128 * 1_024;
/// A body that has not come by then does not come.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// Bodies of strangers that are read at once, in all and from one network.
const STRANGERS: usize = 256;
const STRANGERS_OF_NETWORK: usize = 32;

/// Where the bodies of strangers are read.
#[derive(Clone)]
pub struct Readers(Arc<Mutex<Crowd<Network, oneshot::Sender<()>>>>);

/// Given back when it is dropped.
struct Reader {
    network: Network,
    holder: Holder,
    readers: Readers,
}

impl Default for Readers {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Crowd::new(STRANGERS, STRANGERS_OF_NETWORK))))
    }
}

impl Readers {
    /// Reads the body of a caller whose key proves nothing.
    pub async fn read(&self, parts: &Parts, body: Body, largest: usize) -> Result<Bytes, ApiError> {
        let (_reader, displaced) = self.enter(network(parts));
        tokio::select! {
            biased;
            body = read(body, largest) => body,
            _ = displaced => Err(ApiError::new(503, "api_error", "Too many requests are under way. Try again.")),
        }
    }

    fn enter(&self, network: Network) -> (Reader, oneshot::Receiver<()>) {
        let (keep, displaced) = oneshot::channel();
        let holder = self.0.lock().unwrap_or_else(PoisonError::into_inner).enter(network, keep).holder;
        (Reader { network, holder, readers: self.clone() }, displaced)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.readers.0.lock().unwrap_or_else(PoisonError::into_inner).leave(self.network, self.holder);
    }
}

/// Reads the body of a caller whose key is right.
pub async fn read(body: Body, largest: usize) -> Result<Bytes, ApiError> {
    match timeout(BODY_TIMEOUT, to_bytes(body, largest)).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(_)) => Err(ApiError::new(413, "invalid_request_error", "The request is too large.")),
        Err(_) => Err(ApiError::new(408, "invalid_request_error", "The request did not come in time.")),
    }
}

/// Told by the server that the bank is mounted in.
fn network(parts: &Parts) -> Network {
    let known = parts.extensions.get::<Network>().copied();
    known.unwrap_or_else(|| Network::of(IpAddr::V4(Ipv4Addr::UNSPECIFIED)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;
    use futures::FutureExt;

    fn parts(from: &str) -> Parts {
        let network = Network::of(from.parse().unwrap());
        Request::builder().extension(network).body(()).unwrap().into_parts().0
    }

    fn endless() -> Body {
        Body::from_stream(futures::stream::pending::<Result<Bytes, std::io::Error>>())
    }

    /// T55: a body that never comes ends after ten seconds, for every caller, and one that is too large at once.
    #[tokio::test(start_paused = true)]
    async fn bodies_are_small_and_soon_there() {
        let readers = Readers::default();
        let from = parts("192.0.2.1");
        assert_eq!(read(endless(), MAX_BYTES).await.unwrap_err().status, 408);
        assert_eq!(readers.read(&from, endless(), MAX_BYTES).await.unwrap_err().status, 408);
        assert_eq!(readers.read(&from, Body::from("four"), 3).await.unwrap_err().status, 413);
        assert_eq!(readers.read(&from, Body::from("four"), 4).await.unwrap(), "four");
        assert!(readers.0.lock().unwrap().is_empty(), "places are given back");
    }

    /// T55: bodies that never come make room for those that do, by network.
    #[tokio::test(start_paused = true)]
    async fn bodies_that_never_come_make_room() {
        let readers = Readers::default();
        let [one, neighbour, other] = ["2001:db8::1", "2001:db8::2", "192.0.2.1"].map(parts);
        let mut waiting = Vec::new();
        for from in [&one; STRANGERS_OF_NETWORK] {
            waiting.push(Box::pin(readers.read(from, endless(), MAX_BYTES)));
        }
        let mut others = Box::pin(readers.read(&other, endless(), MAX_BYTES));
        assert!(waiting.iter_mut().chain([&mut others]).all(|reading| reading.now_or_never().is_none()));
        assert_eq!(readers.read(&neighbour, Body::from("four"), 4).await.unwrap(), "four");
        let gone = waiting.remove(0).now_or_never().expect("the oldest connection of the network is evicted");
        assert_eq!(gone.unwrap_err().status, 503);
        assert!(waiting.iter_mut().chain([&mut others]).all(|reading| reading.now_or_never().is_none()));
    }
}
