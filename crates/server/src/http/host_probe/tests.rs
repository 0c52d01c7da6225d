use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread::{JoinHandle, spawn};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rustls::pki_types::PrivatePkcs8KeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use super::super::certificate::CertificateFault;
use super::*;

/// For `tv.test`, issued by itself, and its key.
const CERTIFICATE: &str = "MIIBjDCCATKgAwIBAgIUK2KQrdB44KAbkgCtXMJuXW0FOpIwCgYIKoZIzj0EAwIwEjEQMA4GA1UEAwwHdHYudGVzdDAgFw0yNjEx\
    MTkwMTE5MTlaGA8yMTI2MTAyNjAxMTkxOVowEjEQMA4GA1UEAwwHdHYudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAqT\
    77MKiLtTcpXsOqY7LC8od/AVbVhO5jOw/iuV6yaO9PFBsIfH0Ol+I62y4gxlvSKQgJgD59ZDgW+E8DgZ9IKjZDBiMB0GA1UdDgQW\
    BBQxnSweNDkoS0RYJuIqqB6NVQYnwTAfBgNVHSMEGDAWgBQxnSweNDkoS0RYJuIqqB6NVQYnwTASBgNVHREECzAJggd0di50ZXN0\
    MAwGA1UdEwEB/wQCMAAwCgYIKoZIzj0EAwIDSAAwRQIhAOlAvKwOhPVRVuJEyWKR1uaStzwTWXXB9bZKVmw+N8ToAiAE81eDijmJ\
    vYghB24zHGY9T3oVISsFg2MOMmtnsfaHmQ==";
const KEY: &str = "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXI7gKUQFF64eSsUptvTbLwohg7QOunWeA4fg5Xd3LPyhRANCAAQK\
    k++zCoi7U3KV7DqmOywvKHfwFW1YTuYzsP4rlesmjvTxQbCHx9DpfiOtsuIMZb0ikICYA+fWQ4FvhPA4GfSC";
const END: i64 = 4_948_651_159;

fn listening() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

fn read_and_answer(stream: &mut (impl Read + Write), answer: &str) {
    let length = stream.read(&mut [0; 4096]).unwrap();
    assert!(length > 0);
    // A client that has read enough of it hangs up.
    let _ = stream.write_all(answer.as_bytes()).and_then(|()| stream.flush());
}

/// Answers one request with this text.
fn answering(answer: String) -> (SocketAddr, JoinHandle<()>) {
    let (listener, address) = listening();
    (address, spawn(move || read_and_answer(&mut listener.accept().unwrap().0, &answer)))
}

async fn asked(scheme: &str, address: SocketAddr) -> Probe {
    probe("tv.test", &format!("{scheme}://tv.test:{}/x", address.port()), address).await
}

/// T32: the request goes to the given address, its redirect is not followed, and of a long answer the beginning is read.
#[tokio::test]
async fn probe_stays_at_its_address() {
    let (elsewhere, never) = answering(String::new());
    let moved = format!("HTTP/1.1 302 Found\r\nlocation: http://{elsewhere}\r\ncontent-length: 4\r\n\r\nmove");
    let (address, _) = answering(moved);
    let Answer { status, text } = asked("http", address).await.answer.ok().unwrap();
    assert_eq!((status, text.as_str()), (302, "move"));
    assert!(!never.is_finished(), "nobody went there");

    let (address, _) = answering(format!("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{}", "x".repeat(100_000)));
    assert_eq!(asked("http", address).await.answer.ok().unwrap().text.len(), MAX_ANSWER);
}

/// T32: an address that does not answer is given up; the clock is the test's, so nobody waits.
#[tokio::test(start_paused = true)]
async fn silent_address_is_given_up() {
    let (_listener, address) = listening();
    assert_eq!(asked("http", address).await.answer.err(), Some(ProbeError::TimedOut));
}

#[tokio::test]
async fn closed_port_is_told_apart_from_a_wrong_one() {
    let (listener, address) = listening();
    drop(listener);
    assert_eq!(asked("http", address).await.answer.err(), Some(ProbeError::Refused));
    let (address, _) = answering("SSH-2.0-other\r\n".into());
    let probe = asked("https", address).await;
    assert_eq!((probe.answer.err(), probe.certificate), (Some(ProbeError::Tls), None));
}

/// OPS-02: a certificate that browsers refuse is described, and what stands behind it is asked nevertheless.
#[tokio::test]
async fn certificate_is_described() {
    let (listener, address) = listening();
    let [certificate, key] = [CERTIFICATE, KEY].map(|text| STANDARD.decode(text).unwrap());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = config.with_no_client_auth();
    let config = config.with_single_cert(vec![certificate.into()], PrivatePkcs8KeyDer::from(key).into()).unwrap();
    spawn(move || {
        let connection = ServerConnection::new(Arc::new(config)).unwrap();
        let mut stream = StreamOwned::new(connection, listener.accept().unwrap().0);
        read_and_answer(&mut stream, "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
    });
    let Probe { answer, certificate } = asked("https", address).await;
    assert_eq!(answer.ok().unwrap().text, "ok");
    let certificate = certificate.unwrap();
    assert_eq!(certificate.fault, Some(CertificateFault::UnknownIssuer));
    let shown = serde_json::to_value(certificate).unwrap();
    let expected = serde_json::json!({
        "subject": "CN=tv.test", "issuer": "CN=tv.test", "valid_until": END, "fault": "unknown_issuer"
    });
    assert_eq!(shown, expected);
}
