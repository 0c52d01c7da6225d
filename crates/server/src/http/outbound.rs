//! Requests to other servers: https, with a timeout, a size limit and no redirects.

use std::net::IpAddr;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use http::Uri;
use oauth2::{AsyncHttpClient, HttpRequest, HttpResponse};

use super::client::{client, read_at_most, tls};

/// For the whole of an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// Keys, tokens and profiles are a few kilobytes.
const MAX_ANSWER: usize = 256 * 1024;

pub(crate) struct Outbound {
    client: reqwest::Client,
}

/// What can go wrong with a request; nothing of its content is in the words.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OutboundError {
    #[error("only https and loopback addresses are allowed")]
    Plain,
    #[error("timed out")]
    TooSlow,
    #[error("response too large")]
    TooLarge,
    #[error("unreachable: {0}")]
    Unreachable(String),
}

impl From<reqwest::Error> for OutboundError {
    fn from(cause: reqwest::Error) -> Self {
        // The address may carry a secret.
        if cause.is_timeout() { Self::TooSlow } else { Self::Unreachable(innermost(&cause.without_url())) }
    }
}

impl Outbound {
    pub(crate) fn new() -> Self {
        let client = client(tls(), ANSWER_TIMEOUT).build().expect("nothing in it depends on the configuration");
        Self { client }
    }

    pub(crate) async fn send(&self, request: HttpRequest) -> Result<HttpResponse, OutboundError> {
        let request = reqwest::Request::try_from(request).map_err(|_| OutboundError::Plain)?;
        // The address as it is asked, in case two parsers read it differently.
        if !request.url().as_str().parse().is_ok_and(|uri| is_safe(&uri)) {
            return Err(OutboundError::Plain);
        }
        let mut answer = self.client.execute(request).await?;
        let (body, end) = read_at_most(&mut answer, MAX_ANSWER + 1).await;
        end?;
        if body.len() > MAX_ANSWER {
            return Err(OutboundError::TooLarge);
        }
        let mut response = HttpResponse::new(body);
        *response.status_mut() = answer.status();
        *response.headers_mut() = std::mem::take(answer.headers_mut());
        Ok(response)
    }
}

impl<'c> AsyncHttpClient<'c> for Outbound {
    type Error = OutboundError;
    type Future = BoxFuture<'c, Result<HttpResponse, OutboundError>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        self.send(request).boxed()
    }
}

/// Whether the connection is encrypted or local, because secrets are sent to these URLs.
pub(crate) fn is_safe(uri: &Uri) -> bool {
    let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
    let is_here = host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback());
    match uri.scheme_str() {
        Some("https") => !host.is_empty(),
        Some("http") => is_here,
        _ => false,
    }
}

fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    #[test]
    fn plain_requests_stay_on_this_machine() {
        for good in ["https://accounts.google.com", "http://localhost:9/x", "http://127.0.0.1:9", "http://[::1]:9/"] {
            assert!(is_safe(&good.parse().unwrap()), "{good}");
        }
        for wrong in
            ["http://accounts.google.com", "http://localhost.evil.test", "http://10.0.0.1", "/x", "ftp://localhost/"]
        {
            assert!(!is_safe(&wrong.parse().unwrap()), "{wrong}");
        }
    }

    /// Answers one request with these bytes, and says what it was asked.
    async fn answering(answer: Vec<u8>) -> (String, tokio::task::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/token", listener.local_addr().unwrap());
        let asked = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut asked = vec![0; 4096];
            let length = stream.read(&mut asked).await.unwrap();
            // A client that has read enough of it hangs up.
            let _ = stream.write_all(&answer).await;
            String::from_utf8(asked[..length].to_vec()).unwrap()
        });
        (address, asked)
    }

    fn post(address: &str) -> HttpRequest {
        http::Request::post(address).header("x-sent", "yes").body(b"code=1".to_vec()).unwrap()
    }

    /// T32: a request arrives as it was made, and its answer as it was given; one that leads elsewhere is not followed.
    #[tokio::test]
    async fn redirect_is_returned_and_not_followed() {
        let (elsewhere, never) = answering(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".to_vec()).await;
        let moved = format!("HTTP/1.1 302 Found\r\nlocation: {elsewhere}\r\ncontent-length: 4\r\n\r\nmove");
        let (address, asked) = answering(moved.into_bytes()).await;
        let answer = Outbound::new().send(post(&address)).await.unwrap();
        assert_eq!((answer.status().as_u16(), answer.body().as_slice()), (302, &b"move"[..]));
        assert_eq!(answer.headers()["location"], elsewhere.as_str());
        let asked = asked.await.unwrap();
        assert!(asked.starts_with("POST /token HTTP/1.1\r\n") && asked.ends_with("\r\n\r\ncode=1"), "{asked}");
        assert!(asked.contains("x-sent: yes"), "{asked}");
        assert!(!never.is_finished(), "nobody went there");
        never.abort();
    }

    /// T32: an answer without an end is given up at its limit, whatever length it announces.
    #[tokio::test]
    async fn large_answers_are_refused() {
        let whole =
            |length: usize| [&b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n"[..], &vec![b'x'; length]].concat();
        let (address, _asked) = answering(whole(MAX_ANSWER)).await;
        assert_eq!(Outbound::new().send(post(&address)).await.unwrap().body().len(), MAX_ANSWER);
        let (address, _asked) = answering(whole(MAX_ANSWER + 1)).await;
        let refused = Outbound::new().send(post(&address)).await;
        assert!(matches!(refused, Err(OutboundError::TooLarge)), "{refused:?}");
    }

    /// T32: a server that does not answer is given up; the clock is the test's, so nobody waits.
    #[tokio::test(start_paused = true)]
    async fn slow_answers_are_given_up() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let refused = Outbound::new().send(post(&address)).await;
        assert!(matches!(refused, Err(OutboundError::TooSlow)), "{refused:?}");
    }

    /// T32: secrets go nowhere in plain text, and what failed does not repeat them.
    #[tokio::test]
    async fn failures_keep_secrets() {
        let refused = Outbound::new().send(post("http://login.example/token?secret=s3cret")).await;
        assert!(matches!(refused, Err(OutboundError::Plain)), "{refused:?}");
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/token?secret=s3cret", listener.local_addr().unwrap());
        drop(listener);
        let refused = Outbound::new().send(post(&address)).await.unwrap_err();
        assert!(matches!(refused, OutboundError::Unreachable(_)), "{refused:?}");
        assert!(!format!("{refused:?} {refused}").contains("s3cret"), "{refused:?}");
    }
}
