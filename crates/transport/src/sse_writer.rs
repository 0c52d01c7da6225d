//! Long-lived responses (server-sent events) are written to the socket by a task of their own: the HTTP library keeps
//! 16 KB of buffers per connection, which thousands of idle clients do not need.

use std::io::Write;

use axum::body::Body;
use axum::response::Response;
use futures::StreamExt;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// Marks an answer that is to be handed over. It ends when its body does, or when the other side goes away.
#[derive(Clone, Copy)]
pub struct LongLived;

pub fn is_long_lived(answer: &Response) -> bool {
    answer.extensions().get::<LongLived>().is_some()
}

/// Writes the response until it ends. Nothing follows on the connection, so its end is the response's end.
pub async fn write<S>(mut socket: S, answer: Response) -> std::io::Result<()>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let head = head(&answer);
    let mut body = answer.into_body().into_data_stream();
    socket.write_all(&head).await?;
    drop(head);
    loop {
        let mut unexpected = [0; 1];
        tokio::select! {
            next = body.next() => match next {
                Some(Ok(bytes)) => socket.write_all(&bytes).await?,
                _ => break,
            },
            // There is nothing more to be said: either the other side is gone, or it does not speak our language.
            _ = socket.read(&mut unexpected) => break,
        }
    }
    socket.shutdown().await
}

fn head(answer: &Response<Body>) -> Vec<u8> {
    let mut head = Vec::with_capacity(1024);
    let date = jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&jiff::Timestamp::now());
    // Writing into memory cannot fail.
    let _ = write!(head, "HTTP/1.1 {}\r\nconnection: close\r\ndate: {}\r\n", answer.status(), date.unwrap_or_default());
    for (name, value) in answer.headers() {
        head.extend_from_slice(name.as_str().as_bytes());
        head.extend_from_slice(b": ");
        head.extend_from_slice(value.as_bytes());
        head.extend_from_slice(b"\r\n");
    }
    head.extend_from_slice(b"\r\n");
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &'static str) -> Response {
        let body =
            futures::stream::iter([Ok::<_, std::convert::Infallible>(bytes::Bytes::from_static(text.as_bytes()))]);
        let mut answer = Response::new(Body::from_stream(body.chain(futures::stream::pending())));
        answer.headers_mut().insert("x-request-id", http::HeaderValue::from_static("7"));
        answer
    }

    #[tokio::test]
    async fn head_and_body_are_written_and_the_end_is_noticed() {
        let (ours, mut theirs) = tokio::io::duplex(4096);
        let writing = tokio::spawn(write(ours, answer("data: 1\n\n")));
        let mut read = String::new();
        while !read.ends_with("data: 1\n\n") {
            let mut part = [0; 512];
            let count = theirs.read(&mut part).await.unwrap();
            read.push_str(std::str::from_utf8(&part[..count]).unwrap());
        }
        assert!(read.starts_with("HTTP/1.1 200 OK\r\nconnection: close\r\ndate: "), "{read}");
        assert!(read.contains("GMT\r\n") && read.contains("\r\nx-request-id: 7\r\n\r\n"), "{read}");
        drop(theirs);
        let _ = writing.await.unwrap();
    }
}
