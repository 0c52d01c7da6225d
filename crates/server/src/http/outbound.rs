//! Requests to other servers: encrypted, answered within a few seconds, of limited size, and never led elsewhere.

use std::net::IpAddr;
use std::time::Duration;

use futures::FutureExt;
use futures::future::BoxFuture;
use http::Uri;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use oauth2::{AsyncHttpClient, HttpRequest, HttpResponse};

/// For the whole of an answer.
const ANSWER_TIME: Duration = Duration::from_secs(5);
/// Keys, tokens and profiles are a few kilobytes.
const LARGEST_ANSWER: usize = 256 * 1024;

pub(crate) struct Outbound {
    client: Client<HttpsConnector<HttpConnector>, Full<bytes::Bytes>>,
}

/// What can go wrong with a request; nothing of its content is in the words.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OutboundError {
    #[error("only encrypted addresses are asked, and this machine's own")]
    Plain,
    #[error("it did not answer in time")]
    TooSlow,
    #[error("its answer is too large")]
    TooLarge,
    #[error("it cannot be reached: {0}")]
    Unreachable(String),
}

impl Outbound {
    pub(crate) fn new() -> Self {
        // Named here, so that no second provider of cryptography in the program can be in doubt.
        let provider = rustls::crypto::ring::default_provider();
        let connector = HttpsConnectorBuilder::new()
            .with_provider_and_webpki_roots(provider)
            .expect("ring knows the usual versions of TLS")
            .https_or_http()
            .enable_http1()
            .build();
        Self { client: Client::builder(TokioExecutor::new()).build(connector) }
    }

    pub(crate) async fn send(&self, request: HttpRequest) -> Result<HttpResponse, OutboundError> {
        if !is_safe(request.uri()) {
            return Err(OutboundError::Plain);
        }
        let unreachable = |cause: &dyn std::error::Error| OutboundError::Unreachable(innermost(cause));
        let answered = async {
            let answer = self.client.request(request.map(|body| Full::new(body.into()))).await;
            let (head, body) = answer.map_err(|cause| unreachable(&cause))?.into_parts();
            let body = Limited::new(body, LARGEST_ANSWER).collect().await.map_err(|cause| {
                if cause.is::<LengthLimitError>() { OutboundError::TooLarge } else { unreachable(&*cause) }
            })?;
            Ok(HttpResponse::from_parts(head, body.to_bytes().into()))
        };
        tokio::time::timeout(ANSWER_TIME, answered).await.unwrap_or(Err(OutboundError::TooSlow))
    }
}

impl<'c> AsyncHttpClient<'c> for Outbound {
    type Error = OutboundError;
    type Future = BoxFuture<'c, Result<HttpResponse, OutboundError>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        self.send(request).boxed()
    }
}

/// Whether nobody on the way can read along: secrets go to these addresses.
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
}
