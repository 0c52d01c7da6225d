//! What all requests to other servers have in common: no redirects, no retries, no proxies, a time limit and a size limit.

use std::sync::Arc;
use std::time::Duration;

use reqwest::{Client, ClientBuilder, Response, redirect, retry};
use rustls::{ClientConfig, RootCertStore};

/// `timeout` is for the whole of an answer.
pub(super) fn client(tls: ClientConfig, timeout: Duration) -> ClientBuilder {
    Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .no_proxy()
        .timeout(timeout)
}

/// Ring is named here, so that no second provider of cryptography in the program can be in doubt.
pub(super) fn tls() -> ClientConfig {
    let roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("ring knows the usual versions of TLS")
        .with_root_certificates(roots)
        .with_no_client_auth()
}

/// The first `max` bytes of a body, or those that came before it broke off.
pub(super) async fn read_at_most(response: &mut Response, max: usize) -> (Vec<u8>, reqwest::Result<()>) {
    let mut body = Vec::new();
    while body.len() < max {
        match response.chunk().await {
            Ok(Some(chunk)) => body.extend_from_slice(&chunk[..chunk.len().min(max - body.len())]),
            Ok(None) => break,
            Err(cause) => return (body, Err(cause)),
        }
    }
    (body, Ok(()))
}
