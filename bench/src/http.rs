//! As much of an HTTP/1.1 client as a load generator needs: it costs little beside the server it measures.

use std::cell::RefCell;
use std::future::poll_fn;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::task::{Poll, ready};

use anyhow::{Context, Result, ensure};
use memchr::{memchr, memchr_iter, memmem};
use tokio::io::{AsyncRead, AsyncWriteExt, ReadBuf};
use tokio::net::{TcpSocket, TcpStream};

/// Takes most answers in a single read.
const BUFFER_BYTES: usize = 128 * 1024;

/// A fetched body is kept in memory.
const MAX_FETCHED_BYTES: usize = 16 * 1024 * 1024;

/// A GET request as it goes over the wire; `localhost` is the host of the demo channel.
pub(crate) fn get(path: &str, accept_encoding: &str) -> Vec<u8> {
    get_from("localhost", path, accept_encoding)
}

pub(crate) fn get_from(host: &str, path: &str, accept_encoding: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: {host}\r\naccept: */*\r\naccept-encoding: {accept_encoding}\r\n\r\n")
        .into_bytes()
}

/// A call that carries JSON, from a client behind the proxy that this machine is then.
pub(crate) fn post(path: &str, from: &str, json: &str) -> Vec<u8> {
    post_with(path, &format!("x-forwarded-for: {from}\r\n"), json)
}

/// The same from where it is sent.
pub(crate) fn post_directly(path: &str, json: &str) -> Vec<u8> {
    post_with(path, "", json)
}

fn post_with(path: &str, header: &str, json: &str) -> Vec<u8> {
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\n{header}content-type: application/json\r\ncontent-length: {}\r\n\r\n\
         {json}",
        json.len()
    )
    .into_bytes()
}

/// What the head of an answer says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) status: u16,
    pub(crate) content_length: usize,
    pub(crate) content_type: Option<String>,
    pub(crate) content_encoding: Option<String>,
}

/// A keep-alive connection that carries one request at a time.
pub(crate) struct Connection {
    stream: TcpStream,
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await.with_context(|| format!("cannot connect to {address}"))?;
        stream.set_nodelay(true)?;
        Ok(Self { stream })
    }

    /// From another address of this machine: all of 127.0.0.0/8 is.
    pub(crate) async fn open_from(from: Ipv4Addr, address: SocketAddr) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((from, 0).into())?;
        let stream = socket.connect(address).await.with_context(|| format!("cannot connect to {address}"))?;
        stream.set_nodelay(true)?;
        Ok(Self { stream })
    }

    /// Sends a request and reads the answer to its end; only status and length of it are kept.
    pub(crate) async fn exchange(&mut self, request: &[u8]) -> Result<(u16, usize)> {
        self.stream.write_all(request).await?;
        let take = |head: &[u8], body: &[u8]| Ok((status(head)?, content_length(head)?, body.len()));
        let (status, length, mut received) = self.read_head(take).await?;
        while received < length {
            received += self.read(<[u8]>::len).await?;
        }
        ensure!(received == length, "the answer is longer than its content-length of {length}");
        Ok((status, length))
    }

    /// Sends a request and keeps the whole answer.
    pub(crate) async fn fetch(&mut self, request: &[u8]) -> Result<(Head, Vec<u8>)> {
        self.stream.write_all(request).await?;
        let (head, mut body) = self.read_head(|head, body| Ok((parse_head(head)?, body.to_vec()))).await?;
        ensure!(head.content_length <= MAX_FETCHED_BYTES, "an answer of {} bytes", head.content_length);
        while body.len() < head.content_length {
            self.read(|piece| body.extend_from_slice(piece)).await?;
        }
        ensure!(body.len() == head.content_length, "the answer is longer than its content-length");
        Ok((head, body))
    }

    /// Reads until the head is complete; gives what is made of it and of what came with it.
    async fn read_head<T>(&mut self, take: impl Fn(&[u8], &[u8]) -> Result<T>) -> Result<T> {
        let mut begun = Vec::new();
        loop {
            let taken = self.read(|piece| {
                if begun.is_empty()
                    && let Some(taken) = split(piece, &take)
                {
                    return Some(taken);
                }
                begun.extend_from_slice(piece);
                split(&begun, &take)
            });
            if let Some(taken) = taken.await? {
                return taken;
            }
            ensure!(begun.len() < BUFFER_BYTES, "the head of the answer does not end");
        }
    }

    /// Reads what is there, into memory that all connections of this thread share: with some for each, a crowd's would
    /// not fit into the processor's own.
    async fn read<T>(&mut self, mut take: impl FnMut(&[u8]) -> T) -> Result<T> {
        thread_local! {
            static BUFFER: RefCell<Box<[u8]>> = RefCell::new(vec![0; BUFFER_BYTES].into());
        }
        let read = poll_fn(|context| {
            BUFFER.with_borrow_mut(|buffer| {
                let mut piece = ReadBuf::new(buffer);
                ready!(Pin::new(&mut self.stream).poll_read(context, &mut piece))?;
                Poll::Ready(io::Result::Ok((!piece.filled().is_empty()).then(|| take(piece.filled()))))
            })
        });
        read.await?.context("the server closed the connection in the middle")
    }
}

/// What is made of a head and of what follows it; nothing while the head is not complete.
fn split<T>(read: &[u8], take: impl Fn(&[u8], &[u8]) -> T) -> Option<T> {
    let end = memmem::find(read, b"\r\n\r\n")? + 4;
    Some(take(&read[..end], &read[end..]))
}

fn parse_head(head: &[u8]) -> Result<Head> {
    let text = |name| header(head, name).map(|value| String::from_utf8_lossy(value).into_owned());
    Ok(Head {
        status: status(head)?,
        content_length: content_length(head)?,
        content_type: text("content-type"),
        content_encoding: text("content-encoding"),
    })
}

fn status(head: &[u8]) -> Result<u16> {
    let code = head.strip_prefix(b"HTTP/1.1 ").and_then(|rest| rest.get(..3));
    number(code).context("the answer does not start with an HTTP/1.1 status")
}

fn content_length(head: &[u8]) -> Result<usize> {
    number(header(head, "content-length")).context("the answer has no content-length")
}

fn number<T: std::str::FromStr>(digits: Option<&[u8]>) -> Option<T> {
    std::str::from_utf8(digits?).ok()?.parse().ok()
}

fn header<'a>(head: &'a [u8], name: &str) -> Option<&'a [u8]> {
    memchr_iter(b'\n', head).find_map(|end| {
        let (found, value) = head[end + 1..].split_at_checked(name.len())?;
        let value = value.strip_prefix(b":").filter(|_| found.eq_ignore_ascii_case(name.as_bytes()))?;
        Some(value[..memchr(b'\n', value)?].trim_ascii())
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::io::AsyncReadExt;
    use tokio::net::TcpListener;

    use super::*;

    /// Answers a first request with the given pieces, some time apart.
    async fn server(pieces: &'static [&'static str]) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            stream.set_nodelay(true).unwrap();
            let mut request = [0; 1024];
            assert!(stream.read(&mut request).await.unwrap() > 0);
            for piece in pieces {
                stream.write_all(piece.as_bytes()).await.unwrap();
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        address
    }

    async fn exchange(pieces: &'static [&'static str]) -> Result<(u16, usize)> {
        Connection::open(server(pieces).await).await?.exchange(&get("/", "identity")).await
    }

    #[tokio::test]
    async fn answers_are_read_however_they_are_cut() {
        let whole = &["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"];
        assert_eq!(exchange(whole).await.unwrap(), (200, 5));
        let cut = &["HTTP/1.1 404 Not Found\r\ncontent-le", "ngth:5\r\n\r", "\nhe", "llo"];
        assert_eq!(exchange(cut).await.unwrap(), (404, 5));
        assert_eq!(exchange(&["HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n"]).await.unwrap(), (204, 0));
    }

    #[tokio::test]
    async fn broken_answers_are_errors() {
        for pieces in [
            &["HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhell"],
            &["HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello!"],
            &["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"],
            &["SSH-2.0\r\n\r\n"],
        ] {
            assert!(exchange(pieces).await.is_err(), "{pieces:?}");
        }
    }

    #[tokio::test]
    async fn a_fetched_answer_is_whole() {
        let address = server(&[
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\ncontent-encoding: br\r\ncontent-length: 5\r\n\r\nhe",
            "llo",
        ])
        .await;
        let (head, body) = Connection::open(address).await.unwrap().fetch(&get("/", "br")).await.unwrap();
        assert_eq!(body, b"hello");
        let expected = Head {
            status: 200,
            content_length: 5,
            content_type: Some("text/plain".into()),
            content_encoding: Some("br".into()),
        };
        assert_eq!(head, expected);
    }
}
