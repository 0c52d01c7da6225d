//! Clients that dawdle, crowd, or try to confuse the parser: bytes on real connections.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::TestApp;

const TIMEOUT: Duration = Duration::from_secs(10);

async fn connect(app: &TestApp) -> TcpStream {
    TcpStream::connect(app.address).await.unwrap()
}

/// Everything the server says until it closes the connection.
async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut said = Vec::new();
    let read =
        tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut said)).await.expect("the server closes the connection");
    // A reset is an end too.
    let _ = read;
    String::from_utf8_lossy(&said).into_owned()
}

async fn send(app: &TestApp, request: &str) -> String {
    let mut stream = connect(app).await;
    stream.write_all(request.as_bytes()).await.unwrap();
    read_to_end(&mut stream).await
}

/// T36: a head that never ends does not keep its connection.
#[tokio::test]
async fn slow_heads_are_cut_off() {
    let app = TestApp::start_with(|config| config.head_time_s = 1).await;
    let begun = Instant::now();
    let mut slow = Vec::new();
    for _ in 0..50 {
        let mut stream = connect(&app).await;
        stream.write_all(b"GET / HTTP/1.1\r\nHost: demo.test\r\nX-Slow: ").await.unwrap();
        slow.push(stream);
    }
    for mut stream in slow {
        read_to_end(&mut stream).await;
    }
    assert!(begun.elapsed() >= Duration::from_millis(900), "they had their second");
    app.demo().get("settings").await;
}

/// T36: a body that pauses for too long is given up.
#[tokio::test]
async fn slow_bodies_are_cut_off() {
    let app = TestApp::start_with(|config| config.body_idle_s = 1).await;
    let said = send(
        &app,
        "POST /api/get_api_key HTTP/1.1\r\nHost: demo.test\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{\"chan",
    )
    .await;
    assert!(said.starts_with("HTTP/1.1 408"), "{said}");
    assert!(said.contains("\"code\":\"too_slow\""), "{said}");
}

/// T36: a client that asks and never reads is let go of.
#[tokio::test]
async fn clients_that_do_not_read_are_cut_off() {
    let app = TestApp::start_with(|config| config.write_idle_s = 1).await;
    let mut stream = connect(&app).await;
    let request = "GET / HTTP/1.1\r\nHost: demo.test\r\n\r\n";
    // Far more answers than socket buffers take, none of them read.
    let closed = async {
        loop {
            if stream.write_all(request.as_bytes()).await.is_err() {
                break;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(30), closed).await.expect("the server lets go");
    app.demo().get("settings").await;
}

/// Nothing has been said, and the server has not hung up.
fn is_open(stream: &TcpStream) -> bool {
    matches!(stream.try_read(&mut [0]), Err(cause) if cause.kind() == std::io::ErrorKind::WouldBlock)
}

/// T36: connections are counted; those over the limit are closed, and places are given back.
#[tokio::test]
async fn connections_have_a_limit() {
    // Loopback may use the reserve of 32 beyond the total.
    // Without a shop: the server's own calls to its test bank would take a place.
    let app = TestApp::start_with(|config| (config.max_connections, config.test_payments) = (8, false)).await;
    let mut open = Vec::new();
    for _ in 0..60 {
        open.push(connect(&app).await);
    }
    let kept = 8 + 32;
    let closed = async {
        while open.len() > kept {
            open.retain(is_open);
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, closed).await.expect("those over the limit are closed");
    assert!(open.len() == kept && open.iter().all(is_open), "those within the limit are kept");
    drop(open);
    let served = async {
        loop {
            if app.demo().request(reqwest::Method::GET, "/healthz").send().await.is_ok() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, served).await.expect("places are given back");
}

/// T39: a request whose end two parsers could see at different places is refused, and its connection closed.
#[tokio::test]
async fn ambiguous_lengths_are_refused() {
    let app = TestApp::start().await;
    let smuggled = "GET /api/settings HTTP/1.1\r\nHost: demo.test\r\n\r\n";
    for lengths in [
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        "Transfer-Encoding: xchunked\r\n",
        "Content-Length: 5\r\nContent-Length: 6\r\n",
        "Content-Length: +5\r\n",
        "Content-Length: 0x5\r\n",
    ] {
        let request = format!(
            "POST /api/get_api_key HTTP/1.1\r\nHost: demo.test\r\nContent-Type: application/json\r\n{lengths}\r\n0\r\n\r\n{smuggled}"
        );
        let said = send(&app, &request).await;
        assert!(said.starts_with("HTTP/1.1 400"), "{lengths} gave {said}");
        assert_eq!(
            said.matches("HTTP/1.1 ").count(),
            1,
            "{lengths}: what followed was not taken for a request: {said}"
        );
        assert!(!said.contains("\"alias\""), "{lengths}");
    }
}

/// T39: heads that are not HTTP, have two hosts or none, or smuggle line ends get a refusal and nothing else.
#[tokio::test]
async fn malformed_heads_are_refused() {
    let app = TestApp::start().await;
    for head in [
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: demo.test\r\nHost: other.test\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: demo.test\r\nX-A: a\rX-B: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: demo.test\r\nX A: a\r\n\r\n",
        "GET  / HTTP/1.1\r\nHost: demo.test\r\n\r\n",
        "nonsense\r\n\r\n",
    ] {
        let said = send(&app, head).await;
        assert!(said.starts_with("HTTP/1.1 400"), "{head:?} gave {said}");
    }
    let endless = format!("GET / HTTP/1.1\r\nHost: demo.test\r\nX-Long: {}\r\n\r\n", "a".repeat(1_000_000));
    let mut stream = connect(&app).await;
    // The server may hang up before it has been told everything.
    let _ = stream.write_all(endless.as_bytes()).await;
    let said = read_to_end(&mut stream).await;
    assert!(said.is_empty() || said.starts_with("HTTP/1.1 431"), "{said}");
}

/// T39: what a visitor sends never becomes a header of the answer.
#[tokio::test]
async fn request_text_never_becomes_a_response_header() {
    let app = TestApp::start().await;
    let said = send(
        &app,
        "GET /x%0d%0aSet-Cookie:%20a=b?y=%0d%0aX-Evil:1 HTTP/1.1\r\nHost: demo.test\r\nConnection: close\r\n\r\n",
    )
    .await;
    let head = said.split("\r\n\r\n").next().unwrap().to_lowercase();
    assert!(!head.contains("set-cookie") && !head.contains("x-evil"), "{head}");
}

/// A stop finishes what is in flight, takes nothing new, and ends well.
#[tokio::test]
async fn a_stop_finishes_what_is_in_flight() {
    let app = TestApp::start().await;
    let mut stream = connect(&app).await;
    let (first, rest) = ("{\"channel_key\":", "\"ck_demo\"}");
    let head = format!(
        "POST /api/get_api_key HTTP/1.1\r\nHost: demo.test\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{first}",
        first.len() + rest.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    // Once another request has been answered, the first one has long been read.
    app.demo().get("settings").await;
    let address = app.address;
    let stopping = tokio::spawn(app.stop());
    let refused = async {
        while TcpStream::connect(address).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, refused).await.expect("nothing new is taken");
    stream.write_all(rest.as_bytes()).await.unwrap();
    let said = read_to_end(&mut stream).await;
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    assert!(said.contains("\"api_key\""), "{said}");
    stopping.await.unwrap().unwrap();
}
