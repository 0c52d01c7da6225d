//! The socket under the HTTP library, which sends stored files with `sendfile`: the kernel copies them from its page
//! cache.
//!
//! The HTTP library counts, orders and times a body's bytes, but never reads them. So the body of a stored file returns
//! slices of one blank placeholder block and records the file's range in the connection's [`PendingFiles`]. The socket
//! recognizes a placeholder by its memory address and sends the file instead. It never sends the placeholder itself: if
//! the two do not match, it closes the connection.

mod file_body;
mod send;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use rustix::fs::sendfile;
use rustix::net::{SendAncillaryBuffer, SendFlags, sendmsg};
use tokio::io::{AsyncRead, AsyncWrite, Interest, ReadBuf};
use tokio::net::TcpStream;

pub use file_body::{FileBody, StoredFile};
pub use send::{send_bytes, send_file};

/// Sent at once at most. Never written to and never read, the block takes no memory.
const STRETCH: usize = 1024 * 1024;
static BLANK: [u8; STRETCH] = [0; STRETCH];

fn is_blank(slice: &[u8]) -> bool {
    !slice.is_empty() && BLANK.as_ptr_range().contains(&slice.as_ptr())
}

/// What a connection sends in place of blank stretches, in their order. The HTTP library asks for more of a body only
/// when little is left unsent, so there are never more than a few.
#[derive(Clone, Default)]
pub struct PendingFiles(Arc<Mutex<VecDeque<Stretch>>>);

struct Stretch {
    file: Arc<StoredFile>,
    offset: u64,
    length: usize,
    sent: usize,
}

impl PendingFiles {
    /// A blank for the bytes of a file from `offset` until before `end`; the transport that takes it has to send it.
    fn enqueue(&self, file: Arc<StoredFile>, offset: u64, end: u64) -> io::Result<Bytes> {
        let length = usize::try_from(end - offset).map_err(io::Error::other)?;
        let blank = Bytes::from_static(BLANK.get(..length).ok_or(ErrorKind::InvalidInput)?);
        let stretch = Stretch { file, offset, length, sent: 0 };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_back(stretch);
        Ok(blank)
    }

    /// Sends some of the file that the blank stands for.
    fn send(&self, socket: &TcpStream, blank: &[u8]) -> io::Result<usize> {
        let mut stretches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let stretch = stretches.front_mut().ok_or(ErrorKind::InvalidData)?;
        // What is left of the blank is what is left of the file's stretch, or this is not its blank.
        let left = &BLANK[stretch.sent..stretch.length];
        if left.as_ptr_range() != blank.as_ptr_range() {
            return Err(ErrorKind::InvalidData.into());
        }
        let mut offset = stretch.offset + stretch.sent as u64;
        let sent = sendfile(socket, stretch.file.handle(), Some(&mut offset), left.len())?;
        if sent == 0 {
            // The file has been cut short meanwhile.
            return Err(ErrorKind::UnexpectedEof.into());
        }
        stretch.sent += sent;
        if stretch.sent == stretch.length {
            stretches.pop_front();
        }
        Ok(sent)
    }
}

pub struct SendfileStream {
    socket: TcpStream,
    /// What another reader has read already.
    read: Bytes,
    pending_files: PendingFiles,
}

impl SendfileStream {
    pub fn new(socket: TcpStream, read: Bytes, pending_files: PendingFiles) -> Self {
        Self { socket, read, pending_files }
    }

    fn poll_with(
        &self,
        context: &mut Context<'_>,
        mut send: impl FnMut() -> io::Result<usize>,
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.socket.poll_write_ready(context))?;
            match self.socket.try_io(Interest::WRITABLE, &mut send) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                done => return Poll::Ready(done),
            }
        }
    }

    /// Writes what stands before a file, and has the kernel wait for the file before it makes packets of it.
    fn poll_write_before(&self, context: &mut Context<'_>, slices: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        let flags = SendFlags::MORE | SendFlags::NOSIGNAL;
        self.poll_with(context, || Ok(sendmsg(&self.socket, slices, &mut SendAncillaryBuffer::default(), flags)?))
    }

    fn poll_write_stored(&self, context: &mut Context<'_>, blank: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_with(context, || self.pending_files.send(&self.socket, blank))
    }
}

impl AsyncRead for SendfileStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.read.is_empty() {
            let count = self.read.len().min(buffer.remaining());
            buffer.put_slice(&self.read.split_to(count));
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.socket).poll_read(context, buffer)
    }
}

impl AsyncWrite for SendfileStream {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let Some(first) = slices.iter().position(|slice| is_blank(slice)) else {
            return Pin::new(&mut self.socket).poll_write_vectored(context, slices);
        };
        let (before, blank) = (&slices[..first], &slices[first]);
        if before.is_empty() {
            return self.poll_write_stored(context, blank);
        }
        let written = ready!(self.poll_write_before(context, before))?;
        if written < before.iter().map(|slice| slice.len()).sum() {
            return Poll::Ready(Ok(written));
        }
        match self.poll_write_stored(context, blank) {
            Poll::Ready(Ok(sent)) => Poll::Ready(Ok(written + sent)),
            // Whatever it is, the next call meets it again; what was written has to be told first.
            Poll::Ready(Err(_)) | Poll::Pending => Poll::Ready(Ok(written)),
        }
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(context)
    }
}
