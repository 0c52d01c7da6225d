//! The fast path: serves video segments on a connection that requests nothing else, as players and proxies mostly do.
//! Requests are parsed, checked and answered without the HTTP library, which would cost more than all of that together.
//!
//! Only the simplest requests are answered here, see [`simple_request`]. The first other request, or one that must be
//! refused, moves the whole connection to the HTTP library, which applies the same rules.

mod simple_request;

use std::net::IpAddr;
use std::pin::pin;

use bytes::{Bytes, BytesMut};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep};

use crate::core_threads::ThreadSlot;
use crate::listener::Limits;
use crate::sendfile;
use crate::{Segment, SegmentSource};

use simple_request::SimpleRequest;

/// A plain request is a fraction of it.
const HEAD_BYTES: usize = 4 * 1024;

/// What a connection says first; nothing when it says nothing in time.
pub async fn first_words(
    socket: &mut TcpStream,
    limits: &Limits,
    stopped: impl Future<Output = ()>,
) -> Option<BytesMut> {
    let mut read = BytesMut::with_capacity(HEAD_BYTES);
    tokio::select! {
        biased;
        count = socket.read_buf(&mut read) => count.is_ok_and(|count| count > 0).then_some(read),
        () = stopped => None,
        () = sleep(limits.head_time) => None,
    }
}

/// Whether a connection that begins like this may be for pieces of video.
pub fn is_for_video(first_words: &[u8]) -> bool {
    first_words.starts_with(simple_request::BEGINNING)
}

/// Answers what was read and what follows for as long as it can, and gives what was read of the first request that it
/// cannot answer; nothing when the connection is over.
pub async fn serve<S: SegmentSource>(
    socket: &mut TcpStream,
    mut read: BytesMut,
    address: IpAddr,
    slot: &ThreadSlot<S::Key>,
    source: &S,
    limits: &Limits,
) -> Option<Bytes> {
    let mut connection = source.connection(slot.open_files());
    let mut stopped = pin!(slot.stopped());
    let mut header_cache = None;
    let mut head = Vec::new();
    // One timer for all requests: it is set anew only when it rings, if there was one meanwhile.
    let mut patience = pin!(sleep(limits.head_time));
    loop {
        let plain = SimpleRequest::read(&read, address, &limits.proxies, &mut header_cache);
        let Some(SimpleRequest { path, from }) = plain else { return Some(read.freeze()) };
        let Some(found) = source.segment(from, path, &mut connection, &mut head).await else {
            return Some(read.freeze());
        };
        let sent = match &found {
            Segment::File(file) => sendfile::send_file(socket, &head, file, limits.write_idle).await,
            Segment::Bytes(bytes) => sendfile::send_bytes(socket, &head, bytes, limits.write_idle).await,
        };
        // A connection that breaks is the client's affair.
        sent.ok()?;
        slot.answered();
        read.clear();
        let mut has_asked = true;
        while read.is_empty() {
            read.reserve(HEAD_BYTES);
            tokio::select! {
                biased;
                count = socket.read_buf(&mut read) => if count.is_ok_and(|count| count > 0) {} else { return None },
                () = &mut stopped => return None,
                () = &mut patience => {
                    if !has_asked {
                        return None;
                    }
                    has_asked = false;
                    patience.as_mut().reset(Instant::now() + limits.head_time);
                }
            }
        }
    }
}
