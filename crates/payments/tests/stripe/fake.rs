//! A server that answers by a script, writes down what it was sent, and can do what no proper server does.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// Ends with the test.
pub struct Fake {
    pub address: String,
    state: Arc<State>,
    server: JoinHandle<()>,
}

struct State {
    script: Mutex<VecDeque<Reply>>,
    seen: watch::Sender<Vec<Seen>>,
}

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Method, path and query.
    pub line: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

#[derive(Clone)]
pub enum Reply {
    Answer(u16, String, String),
    /// Takes the request, does its work, and hangs up.
    Close,
    /// Begins an answer, and hangs up.
    Break,
    /// Says nothing until the client has gone.
    Hang,
    /// More than anybody wants to read.
    Endless,
}

impl Reply {
    pub fn json(status: u16, body: &str) -> Self {
        Self::with(status, "", body)
    }

    pub fn with(status: u16, headers: &str, body: &str) -> Self {
        Self::Answer(status, headers.to_owned(), body.to_owned())
    }
}

impl Seen {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(header, _)| header == name).map(|(_, value)| value.as_str())
    }
}

impl Fake {
    /// Gives these replies, the last of them for ever.
    pub async fn start(script: impl IntoIterator<Item = Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let script = Mutex::new(script.into_iter().collect());
        let state = Arc::new(State { script, seen: watch::Sender::default() });
        let shared = state.clone();
        let server = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, shared.clone()));
            }
        });
        Self { address, state, server }
    }

    pub fn seen(&self) -> Vec<Seen> {
        self.state.seen.borrow().clone()
    }

    /// Waits until this many requests have come.
    pub async fn wait_for(&self, count: usize) -> Vec<Seen> {
        let mut seen = self.state.seen.subscribe();
        seen.wait_for(|seen| seen.len() >= count).await.unwrap().clone()
    }

    pub fn lines(&self) -> Vec<String> {
        self.seen().into_iter().map(|seen| seen.line).collect()
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl State {
    fn next(&self) -> Reply {
        let mut script = self.script.lock().unwrap();
        if script.len() > 1 { script.pop_front().unwrap() } else { script[0].clone() }
    }
}

/// One request on each connection.
async fn serve(mut stream: TcpStream, state: Arc<State>) {
    let Some(seen) = read(&mut stream).await else { return };
    state.seen.send_modify(|all| all.push(seen));
    match state.next() {
        Reply::Close => {}
        Reply::Break => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{\"id\":").await;
        }
        Reply::Hang => {
            let _ = stream.read(&mut [0; 16]).await;
        }
        Reply::Endless => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await;
            while stream.write_all(&[b' '; 64 * 1024]).await.is_ok() {}
        }
        Reply::Answer(status, headers, body) => {
            let head =
                format!("HTTP/1.1 {status} X\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n", body.len());
            let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
        }
    }
}

async fn read(stream: &mut TcpStream) -> Option<Seen> {
    let mut bytes = Vec::new();
    let head = loop {
        let mut chunk = [0; 4096];
        let count = stream.read(&mut chunk).await.ok().filter(|count| *count > 0)?;
        bytes.extend_from_slice(&chunk[..count]);
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
    };
    let mut body = bytes.split_off(head + 4);
    let head = String::from_utf8(bytes).unwrap();
    let mut lines = head.trim_end().split("\r\n");
    let line = lines.next()?.trim_end_matches(" HTTP/1.1").to_owned();
    let split =
        |header: &str| header.split_once(": ").map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()));
    let headers: Vec<_> = lines.filter_map(split).collect();
    let length =
        headers.iter().find(|(name, _)| name == "content-length").map_or(0, |(_, value)| value.parse().unwrap());
    while body.len() < length {
        stream.read_buf(&mut body).await.ok().filter(|count| *count > 0)?;
    }
    Some(Seen { line, headers, body: String::from_utf8(body).unwrap() })
}
