//! Requests to addresses that somebody else chose: of the public internet only, resolved once for each connection, without
//! redirects, with a time limit and a short answer.

use std::error::Error;
use std::net::SocketAddr;
use std::time::Duration;

use domain::network::may_reach;
use domain::webhook::{WebhookAddressError, check_address};
use http::HeaderMap;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use super::client::{client, read_at_most, tls};
use super::host_probe::{ProbeError, reason};

/// For the whole of an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(3);
/// A connection is used again for so long.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
const MAX_IDLE_PER_HOST: usize = 4;

/// Why there was no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PublicHttpError {
    #[error("the address is not of the public internet")]
    Private,
    #[error("the name does not resolve")]
    NameNotFound,
    #[error("no answer: {0:?}")]
    Probe(ProbeError),
}

/// The status, and the beginning of the body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

pub(crate) struct PublicHttp {
    client: reqwest::Client,
    allows_loopback: bool,
}

impl PublicHttp {
    /// `allows_loopback` lets requests reach this machine, for development and tests.
    pub(crate) fn new(allows_loopback: bool) -> Self {
        let client = client(tls(), ANSWER_TIMEOUT)
            .referer(false)
            .user_agent("Touchline")
            .dns_resolver(PublicNames { allows_loopback })
            .pool_idle_timeout(IDLE_TIMEOUT)
            .pool_max_idle_per_host(MAX_IDLE_PER_HOST)
            .build()
            .expect("nothing in it depends on the configuration");
        Self { client, allows_loopback }
    }

    /// The address as it is kept, unless its text says that it is not a public one.
    pub(crate) fn check(&self, address: &str) -> Result<Url, WebhookAddressError> {
        check_address(address, self.allows_loopback)
    }

    /// Whether the address leads to the public internet now, as far as its name resolves.
    pub(crate) async fn is_public(&self, url: &Url) -> bool {
        match url.host() {
            Some(Host::Domain(name)) => resolve(name, self.allows_loopback).await != Err(LookupError::Private),
            _ => true,
        }
    }

    /// Posts the body; of the answer at most so many bytes are read.
    pub(crate) async fn post(
        &self,
        address: &str,
        headers: HeaderMap,
        body: String,
        max_answer: usize,
    ) -> Result<Answer, PublicHttpError> {
        let url = self.checked(address)?;
        answered(self.client.post(url).headers(headers).body(body), max_answer).await
    }

    /// Gets what is at the address, at most so many bytes of it.
    pub(crate) async fn get(&self, address: &str, max_answer: usize) -> Result<Answer, PublicHttpError> {
        let url = self.checked(address)?;
        answered(self.client.get(url), max_answer).await
    }

    /// Again for each request: addresses of numbers are not resolved, and the rule may have become stricter.
    fn checked(&self, address: &str) -> Result<Url, PublicHttpError> {
        self.check(address).map_err(|_| PublicHttpError::Private)
    }
}

async fn answered(request: reqwest::RequestBuilder, max_answer: usize) -> Result<Answer, PublicHttpError> {
    let mut response = request.send().await.map_err(|cause| classify(&cause))?;
    // The status has decided: a body that does not come, or does not end, changes nothing.
    let (body, _) = read_at_most(&mut response, max_answer).await;
    Ok(Answer { status: response.status().as_u16(), body })
}

fn classify(error: &reqwest::Error) -> PublicHttpError {
    let mut cause = error.source();
    while let Some(inner) = cause {
        match inner.downcast_ref::<LookupError>() {
            Some(LookupError::Private) => return PublicHttpError::Private,
            Some(LookupError::NotFound) => return PublicHttpError::NameNotFound,
            Some(LookupError::TimedOut) => return PublicHttpError::Probe(ProbeError::TimedOut),
            None => cause = inner.source(),
        }
    }
    PublicHttpError::Probe(reason(error))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum LookupError {
    #[error("the name leads to an address that is not of the public internet")]
    Private,
    #[error("the name does not resolve")]
    NotFound,
    #[error("the name was not resolved in time")]
    TimedOut,
}

/// Gives the client public addresses alone. It connects to those that were looked at here, whatever the name resolves to a
/// moment later.
struct PublicNames {
    allows_loopback: bool,
}

impl Resolve for PublicNames {
    fn resolve(&self, name: Name) -> Resolving {
        let allows_loopback = self.allows_loopback;
        Box::pin(async move {
            let addresses: Addrs = Box::new(resolve(name.as_str(), allows_loopback).await?.into_iter());
            Ok(addresses)
        })
    }
}

/// A name with one private address is refused with all: it would be used as soon as the others do not answer.
async fn resolve(name: &str, allows_loopback: bool) -> Result<Vec<SocketAddr>, LookupError> {
    let found = tokio::time::timeout(LOOKUP_TIMEOUT, tokio::net::lookup_host((name, 0))).await;
    let found: Vec<SocketAddr> =
        found.map_err(|_| LookupError::TimedOut)?.map_err(|_| LookupError::NotFound)?.collect();
    if found.is_empty() {
        return Err(LookupError::NotFound);
    }
    let is_reachable = found.iter().all(|address| may_reach(address.ip(), allows_loopback));
    if is_reachable { Ok(found) } else { Err(LookupError::Private) }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    /// Answers one request with these bytes, and counts the bytes that it could send.
    async fn answering(answer: Vec<u8>) -> (String, tokio::task::JoinHandle<usize>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/hook", listener.local_addr().unwrap());
        let sent = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let _ = stream.read(&mut [0; 4096]).await.unwrap();
            let mut sent = 0;
            for part in answer.chunks(64 * 1024) {
                match stream.write_all(part).await {
                    Ok(()) => sent += part.len(),
                    Err(_) => break,
                }
            }
            sent
        });
        (address, sent)
    }

    async fn post(address: &str, allows_loopback: bool) -> Result<Answer, PublicHttpError> {
        PublicHttp::new(allows_loopback).post(address, HeaderMap::new(), "{}".to_owned(), 1024).await
    }

    /// T32: nothing is sent to this machine, by its number or by a name, unless that is allowed; then it is.
    #[tokio::test]
    async fn private_addresses_are_never_connected() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        for host in ["127.0.0.1", "localhost", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254"] {
            for scheme in ["http", "https"] {
                let refused = post(&format!("{scheme}://{host}:{port}/"), false).await.err();
                assert_eq!(refused, Some(PublicHttpError::Private), "{scheme}://{host}");
            }
        }
        let connected = tokio::time::timeout(Duration::from_millis(50), listener.accept()).await;
        assert!(connected.is_err(), "nobody came");
        let (address, _) = answering(b"HTTP/1.1 204 No Content\r\n\r\n".to_vec()).await;
        assert_eq!(post(&address, true).await.ok().unwrap().status, 204);
    }

    /// T32: what a name resolves to is looked at when it is used, so that a name which moved to this machine is refused.
    #[tokio::test]
    async fn names_of_private_addresses_are_refused_when_they_are_used() {
        let refused = PublicNames { allows_loopback: false }.resolve("localhost".parse().unwrap()).await.err().unwrap();
        assert_eq!(refused.downcast_ref(), Some(&LookupError::Private));
        let found = PublicNames { allows_loopback: true }.resolve("localhost".parse().unwrap()).await.ok().unwrap();
        assert!(found.count() > 0);
        // The client asks it, and says why there was no answer.
        let client = PublicHttp { allows_loopback: true, ..PublicHttp::new(false) };
        let refused = client.post("http://localhost:9/", HeaderMap::new(), String::new(), 1).await.err();
        assert_eq!(refused, Some(PublicHttpError::Private));
        let url = Url::parse("https://localhost/").unwrap();
        assert!(!PublicHttp::new(false).is_public(&url).await && PublicHttp::new(true).is_public(&url).await);
    }

    /// T32: a redirect is an answer like others, and is not followed.
    #[tokio::test]
    async fn redirect_is_not_followed() {
        let (elsewhere, never) = answering(Vec::new()).await;
        let moved = format!("HTTP/1.1 307 Moved\r\nlocation: {elsewhere}\r\ncontent-length: 4\r\n\r\nmove");
        let (address, _) = answering(moved.into_bytes()).await;
        let answer = post(&address, true).await.ok().unwrap();
        assert_eq!((answer.status, answer.body.as_slice()), (307, &b"move"[..]));
        assert!(!never.is_finished(), "nobody went there");
        never.abort();
    }

    /// T32, T37: of an endless answer the beginning is read, and the connection is closed.
    #[tokio::test]
    async fn large_answer_is_cut() {
        const SIZE: usize = 64 * 1024 * 1024;
        let whole = [&b"HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n"[..], &vec![b'x'; SIZE]].concat();
        let (address, sent) = answering(whole).await;
        let answer = post(&address, true).await.ok().unwrap();
        assert_eq!((answer.status, answer.body.len()), (200, 1024));
        assert!(sent.await.unwrap() < SIZE, "the rest was not taken");
    }

    /// T32: a server that does not answer is given up; the clock is the test's, so nobody waits.
    #[tokio::test(start_paused = true)]
    async fn silent_server_is_given_up() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        assert_eq!(post(&address, true).await.err(), Some(PublicHttpError::Probe(ProbeError::TimedOut)));
    }

    #[tokio::test]
    async fn closed_port_is_told_apart() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        drop(listener);
        assert_eq!(post(&address, true).await.err(), Some(PublicHttpError::Probe(ProbeError::Refused)));
    }
}
